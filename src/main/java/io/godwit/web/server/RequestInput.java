package io.godwit.web.server;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.Access;
import io.godwit.web.RouteTable;
import io.godwit.web.body.QueryParameters;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The input of one request: the parameters of its path and its query, and its body. Refuses input that the request's route never
 * reads. Touched only on the event loop of the request's connection.
 */
final class RequestInput {

    private final HttpServerRequest request;
    private final Map<String, String> pathParameters;
    private final ReceivedBody body;
    private @Nullable QueryParameters query;

    /** @param pathParameters decoded, by name */
    RequestInput(HttpServerRequest request, Map<String, String> pathParameters) {
        this.request = request;
        this.pathParameters = pathParameters;
        this.body = new ReceivedBody(request);
    }

    ReceivedBody body() {
        return body;
    }

    /** Returns a parameter of the path; throws a 404 for one with a NUL, which PostgreSQL stores in no name. */
    String path(String name) {
        var value = Objects.requireNonNull(pathParameters.get(name));
        if (value.indexOf('\0') >= 0) {
            throw Failure.of(Kind.RESOURCE_NOT_FOUND, "Nothing has such a name");
        }
        return value;
    }

    /** Returns one object at every call, so that a later check reports the mistakes of each reading. */
    QueryParameters query() {
        if (query == null) {
            query = QueryParameters.of(request.query());
        }
        return query;
    }

    /**
     * Throws a 422 for a body where the route reads none, and, unless the request is a GET, for a parameter of the query that the
     * route does not declare. Open routes are exempt.
     */
    void requireDeclared(RouteTable.Route route) {
        if (route.access() == Access.OPEN) {
            return;
        }
        if (!isRead(route)) {
            query().requireKnown(route.parameters());
        }
        if (route.body().bodyless()) {
            body.json(route).build(() -> "");
        }
    }

    /**
     * Throws a 422 for a parameter of the query of a GET that its handler has not read. Open routes are exempt: other programs add
     * parameters to their links.
     */
    void requireKnownParameters(RouteTable.Route route) {
        if (route.access() != Access.OPEN && isRead(route)) {
            query().requireKnown(Set.of());
        }
    }

    private static boolean isRead(RouteTable.Route route) {
        return route.method().equals(HttpMethod.GET);
    }
}
