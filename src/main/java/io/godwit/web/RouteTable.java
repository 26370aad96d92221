package io.godwit.web;

import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Declares the routes of the HTTP API. {@code api.post("/v1/send").limit(40 MB).idempotent().to(this::send)} declares a route;
 * nothing is served that is not declared here, and the table tests go through every row.
 */
public final class RouteTable {

    /** One megabyte, the body limit of a route that names none. */
    public static final long DEFAULT_LIMIT = 1 << 20;

    /** 16 KB, the body limit of an open route that names none. */
    public static final long OPEN_LIMIT = 16 << 10;

    /** The only routes an account may call before its address is verified: those that verify it. */
    private static final String EVEN_UNCONFIRMED = "/auth/";

    private static final Pattern PARAMETER = Pattern.compile(":([A-Za-z]+)");

    private final List<Route> routes = new ArrayList<>();

    public RouteDeclaration get(String path) {
        return new RouteDeclaration(HttpMethod.GET, path, routes::add);
    }

    public RouteDeclaration post(String path) {
        return new RouteDeclaration(HttpMethod.POST, path, routes::add);
    }

    public RouteDeclaration put(String path) {
        return new RouteDeclaration(HttpMethod.PUT, path, routes::add);
    }

    public RouteDeclaration patch(String path) {
        return new RouteDeclaration(HttpMethod.PATCH, path, routes::add);
    }

    public RouteDeclaration delete(String path) {
        return new RouteDeclaration(HttpMethod.DELETE, path, routes::add);
    }

    /** Every route declared so far. */
    public List<Route> routes() {
        return List.copyOf(routes);
    }

    /**
     * One route of the table.
     *
     * @param path with {@code :name} for parameters; at its end {@code /*} stands for every path below
     * @param aliases other paths of the same handler
     * @param freeParameter whether the parameter of its path may also be a word that is a path of its own
     * @param parameters of the query, for a route that changes something; a GET asks for its own
     * @param idempotent whether {@code Idempotency-Key} is honoured
     * @param confidential whether its answers hold a key or a secret and are therefore not compressed; those of open routes never are
     * @param stream whether its answer goes on for as long as the client likes; it is exempt from the rate limit
     * @param contract the query, body, answers and failures, for the OpenAPI document
     */
    public record Route(
            HttpMethod method,
            String path,
            List<String> aliases,
            boolean freeParameter,
            Set<String> parameters,
            RouteCallers callers,
            RouteBody body,
            boolean idempotent,
            boolean confidential,
            boolean stream,
            RouteContract contract,
            Function<ApiRequest, Future<ApiResponse>> handler) {

        /** The credentials it asks for. */
        public Access access() {
            return callers.access();
        }

        /** The path as OpenAPI writes it: {@code {name}} for a parameter, {@code {path}} at its end for every path below. */
        public String template() {
            return PARAMETER.matcher(path).replaceAll("{$1}").replaceFirst("/\\*$", "/{path}");
        }

        /** True where users may come before they have verified their address. */
        public boolean evenUnconfirmed() {
            return path.startsWith(EVEN_UNCONFIRMED);
        }
    }
}
