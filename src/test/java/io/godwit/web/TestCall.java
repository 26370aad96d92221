package io.godwit.web;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** One request to a route table, without HTTP: for tests of what a feature does with a parsed body. */
public record TestCall(
        Tenant tenant,
        String requestId,
        Map<String, String> parameters,
        Map<String, String> queries,
        Map<String, Object> members)
        implements Call {

    /** Calls the handler behind a path, as it was declared. */
    public static Future<Answer> post(Routes routes, String path, Tenant tenant, JsonObject body) {
        return handle(
                routes,
                HttpMethod.POST,
                path,
                new TestCall(tenant, Map.of(), Map.of(), new JsonObject(body.encode()).getMap()));
    }

    public static Future<Answer> get(
            Routes routes, String path, Tenant tenant, Map<String, String> parameters, Map<String, String> queries) {
        return handle(routes, HttpMethod.GET, path, new TestCall(tenant, parameters, queries, Map.of()));
    }

    /** With a request id of its own. */
    public TestCall(
            Tenant tenant, Map<String, String> parameters, Map<String, String> queries, Map<String, Object> members) {
        this(tenant, UUID.randomUUID().toString(), parameters, queries, members);
    }

    public static Future<Answer> handle(Routes routes, HttpMethod method, String path, TestCall call) {
        var api = new Api();
        routes.mount(api);
        var route = api.routes().stream()
                .filter(candidate ->
                        candidate.method().equals(method) && candidate.path().equals(path))
                .findFirst()
                .orElseThrow();
        try {
            return route.handler().apply(call);
        } catch (RuntimeException thrown) {
            return Future.failedFuture(thrown);
        }
    }

    @Override
    public String path(String name) {
        return parameters.get(name);
    }

    @Override
    public Query query() {
        return new Queries();
    }

    @Override
    public Body body() {
        return Body.of(members);
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.empty();
    }

    @Override
    public String clientAddress() {
        return "127.0.0.1";
    }

    @Override
    public Optional<Claim> claim() {
        return Optional.empty();
    }

    private final class Queries implements Query {

        @Override
        public Optional<String> text(String name) {
            return Optional.ofNullable(queries.get(name));
        }

        @Override
        public int number(String name, int fallback, int min, int max) {
            return text(name).map(Integer::parseInt).orElse(fallback);
        }

        @Override
        public Optional<Boolean> flag(String name) {
            return text(name).map(Boolean::parseBoolean);
        }

        @Override
        public void check() {}
    }
}
