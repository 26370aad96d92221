package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.godwit.web.Access;
import io.godwit.web.Api;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Goes through every route the server declares; a new one is in here by itself. */
class RouteTableTest {

    private static final Set<HttpMethod> METHODS =
            Set.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE);

    /** The members each body may have, with a value that is right. A route with a body has to be here. */
    private static final Map<String, JsonObject> PATH_TO_BODY = Map.of(
            "/v1/send",
            new JsonObject()
                    .put("to", "ada@example.com")
                    .put("from", "hello@example.test")
                    .put("subject", "Hello")
                    .put("body", "<p>Hello</p>")
                    .put("template", UUID.randomUUID().toString())
                    .put("name", "Ada")
                    .put("subscribed", true)
                    .put("data", new JsonObject().put("plan", "pro"))
                    .put("headers", new JsonObject().put("X-Reason", "test"))
                    .put("reply", "reply@example.com")
                    .put("attachments", new JsonArray())
                    .put("tracking", false),
            "/v1/track",
            new JsonObject()
                    .put("email", "ada@example.com")
                    .put("event", "signed_up")
                    .put("subscribed", true)
                    .put("data", new JsonObject().put("plan", "pro")),
            "/v1/verify",
            new JsonObject().put("email", "ada@example.com"),
            "/events/track",
            new JsonObject().put("email", "ada@example.com").put("event", "signed_up"),
            "/templates",
            new JsonObject()
                    .put("name", "Welcome")
                    .put("subject", "Hello")
                    .put("body", "<p>Hello</p>")
                    .put("type", "TRANSACTIONAL")
                    .put("description", "text")
                    .put("from", "hello@example.test")
                    .put("fromName", "Ada")
                    .put("replyTo", "reply@example.com"));

    private static final Set<String> WITHOUT_BODY =
            Set.of("/users/@me/projects/:id/regenerate-keys", "/emails/:id/resend");

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @TestFactory
    Stream<DynamicTest> aKnownRouteWithoutCredentialsIs401() {
        return each(route -> route.access() != Access.OPEN, (route, path) -> {
            var answer = server.call(route.method().name(), path, "", bodyOf(route));
            assertFailure(answer, 401, "MISSING_AUTH");
        });
    }

    @TestFactory
    Stream<DynamicTest> anUnknownKeyIs401() {
        return each(route -> route.access() != Access.OPEN, (route, path) -> {
            var answer = server.call(route.method().name(), path, "sk_" + "0".repeat(64), bodyOf(route));
            assertFailure(answer, 401, "INVALID_API_KEY");
        });
    }

    @TestFactory
    Stream<DynamicTest> aPublicKeyOpensTrackingAlone() {
        return each(route -> route.access() == Access.SECRET_KEY, (route, path) -> {
            var answer = server.call(route.method().name(), path, server.publicKey(0), bodyOf(route));
            assertFailure(answer, 401, "INVALID_API_KEY");
        });
    }

    @TestFactory
    Stream<DynamicTest> aForeignIdIsAnsweredLikeAnUnknownOne() {
        return each(route -> route.path().contains(":id"), (route, path) -> {
            var foreign = foreignId(route);
            var asked = path.replace(SOME_ID, foreign);
            var answer = server.call(route.method().name(), asked, server.secretKey(0), bodyOf(route));
            var unknown = server.call(route.method().name(), path, server.secretKey(0), bodyOf(route));

            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(blanked(answer, foreign)).isEqualTo(blanked(unknown, SOME_ID));
        });
    }

    @TestFactory
    Stream<DynamicTest> anIdThatIsNoIdIsUnknown() {
        return each(route -> route.path().contains(":id"), (route, path) -> {
            var asked = path.replace(SOME_ID, "..%2fx%00'");
            var answer = server.call(route.method().name(), asked, server.secretKey(0), bodyOf(route));
            assertThat(answer.statusCode()).isIn(400, 404);
        });
    }

    @TestFactory
    Stream<DynamicTest> anotherMethodIs405WithThoseAllowed() {
        return each(route -> true, (route, path) -> {
            for (var method : METHODS) {
                if (server.routes().stream().noneMatch(one -> one.method().equals(method) && samePlace(one, route))) {
                    var answer = server.call(method.name(), path, server.secretKey(0), "");
                    assertFailure(answer, 405, "METHOD_NOT_ALLOWED");
                    assertThat(answer.headers().firstValue("Allow")).hasValueSatisfying(allowed -> assertThat(allowed)
                            .contains(route.method().name()));
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> anyMemberOfAnyWrongTypeIsRefusedByName() {
        return server.routes().stream()
                .filter(route -> PATH_TO_BODY.containsKey(route.path()))
                .flatMap(route -> PATH_TO_BODY.get(route.path()).fieldNames().stream()
                        .map(member ->
                                dynamicTest(route.path() + " " + member, () -> refuseWrongTypes(route, member))));
    }

    @Test
    void everyRouteThatTakesABodyIsInTheTypeTable() {
        assertThat(server.routes())
                .filteredOn(route -> Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH)
                        .contains(route.method()))
                .extracting(Api.Route::path)
                .filteredOn(path -> !WITHOUT_BODY.contains(path))
                .allSatisfy(path -> assertThat(PATH_TO_BODY).containsKey(path));
    }

    @TestFactory
    Stream<DynamicTest> aListRefusesABadPage() {
        return each(route -> route.path().equals("/emails"), (route, path) -> {
            for (var bad : List.of(
                    "limit=0",
                    "limit=-1",
                    "limit=101",
                    "limit=1e9",
                    "limit=1;",
                    "limit=1.5",
                    "limit=NaN",
                    "cursor=garbage",
                    "cursor=" + "A".repeat(4_000))) {
                var answer = server.get(path + "?" + bad.replace(";", "%3B"), server.secretKey(0));
                assertFailure(answer, 422, "VALIDATION_ERROR");
            }
        });
    }

    @Test
    void anUnknownPathIs404WithOrWithoutCredentials() {
        assertFailure(server.get("/nothing/here", ""), 404, "ROUTE_NOT_FOUND");
        assertFailure(server.get("/nothing/here", server.secretKey(0)), 404, "ROUTE_NOT_FOUND");
    }

    private static void refuseWrongTypes(Api.Route route, String member) {
        var right = PATH_TO_BODY.get(route.path()).getValue(member);
        for (var wrong : wrongTypes(right)) {
            var body = PATH_TO_BODY.get(route.path()).copy().put(member, wrong);
            var answer = server.post(route.path(), server.secretKey(0), body);
            assertThat(answer.statusCode()).as(member + " = " + wrong).isIn(404, 422);
            if (answer.statusCode() == 422) {
                assertThat(answer.body()).contains("\"field\":\"" + member);
            }
        }
    }

    private static List<Object> wrongTypes(Object right) {
        var wrong =
                new ArrayList<Object>(List.of(12, new JsonArray().add(new JsonArray()), new JsonObject().put("x", 1)));
        if (!(right instanceof Boolean)) {
            wrong.add(true);
        }
        wrong.removeIf(value -> value.getClass() == right.getClass() && !(right instanceof JsonArray));
        if (!(right instanceof String)) {
            wrong.add("text");
        }
        return wrong;
    }

    private static final String SOME_ID = UUID.randomUUID().toString();

    private static Stream<DynamicTest> each(Predicate<Api.Route> which, Probe probe) {
        return server.routes().stream().filter(which).flatMap(route -> paths(route)
                .map(path -> dynamicTest(route.method() + " " + path, () -> probe.on(route, path))));
    }

    private static Stream<String> paths(Api.Route route) {
        var paths = Stream.concat(Stream.of(route.path()), route.aliases().stream());
        return paths.flatMap(path -> Stream.of(path, "/api" + path))
                .map(path -> path.replaceAll(":[a-zA-Z]+", SOME_ID));
    }

    private interface Probe {
        void on(Api.Route route, String path);
    }

    private static boolean samePlace(Api.Route one, Api.Route other) {
        return one.path().replaceAll(":[a-zA-Z]+", ":").equals(other.path().replaceAll(":[a-zA-Z]+", ":"));
    }

    private static String bodyOf(Api.Route route) {
        return route.method().equals(HttpMethod.GET)
                ? ""
                : PATH_TO_BODY.getOrDefault(route.path(), new JsonObject()).encode();
    }

    /** Something of the kind the route names that belongs to the second project. */
    private static String foreignId(Api.Route route) {
        var key = server.secretKey(1);
        if (route.path().startsWith("/templates")) {
            var template = new JsonObject()
                    .put("name", "n")
                    .put("subject", "s")
                    .put("body", "b")
                    .put("type", "MARKETING");
            return new JsonObject(server.post("/templates", key, template).body()).getString("id");
        } else if (route.path().startsWith("/emails")) {
            var mail = new JsonObject()
                    .put("to", "ada@example.com")
                    .put("from", "hello@" + server.domain(1))
                    .put("subject", "s")
                    .put("body", "b");
            return new JsonObject(server.post("/v1/send", key, mail).body())
                    .getJsonArray("emails")
                    .getJsonObject(0)
                    .getString("email");
        } else if (route.path().contains("/projects/")) {
            return server.projectId(1);
        }
        throw new AssertionError("Make a foreign row for " + route.path() + " here");
    }

    private static String blanked(HttpResponse<String> answer, String id) {
        return answer.body()
                .replace(id, "ID")
                .replaceAll("\"requestId\":\"[^\"]*\"", "")
                .replaceAll("\"timestamp\":\"[^\"]*\"", "")
                .replaceAll("\"time\":\\d+", "");
    }

    private static void assertFailure(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        var body = new JsonObject(answer.body());
        assertThat(body.getBoolean("success")).isFalse();
        assertThat(body.getJsonObject("error").getString("code")).isEqualTo(code);
        assertThat(UUID.fromString(body.getJsonObject("error").getString("requestId")))
                .isNotNull();
    }
}
