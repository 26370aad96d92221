package io.godwit.web;

import io.godwit.core.MemberRole;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

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
     * @param limit largest body in bytes; more is a 413
     * @param file the file of the multipart body this route takes in the place of JSON
     * @param form whether the body is an HTML form in place of JSON ({@code application/x-www-form-urlencoded})
     * @param raw whether the body may have any content type, and only the handler reads it
     * @param idempotent whether {@code Idempotency-Key} is honoured
     * @param role the lowest role of a member that may call it
     * @param project the parameter of the path that names the project; empty: the key or {@code X-Project-Id} does
     * @param evenDisabled whether a disabled project may call it although it changes data
     * @param sameSiteOnly whether requests of other sites are refused although no credentials are needed
     * @param perClient whether it counts against the limit of requests per minute and client address
     * @param confidential whether its answers hold a key or a secret and are therefore not compressed
     * @param scope the narrow key scope that may call it beside the scopes that always may; FULL for none
     * @param bodyless whether the body may be {@code {}} or absent
     * @param parameters of the query, for a route that changes something; a GET asks for its own
     * @param stream whether its answer goes on for as long as the client likes; it is exempt from the rate limit
     * @param freeParameter whether the parameter of its path may also be a word that is a path of its own
     * @param aliases other paths of the same handler
     * @param contract the query, body, answers and failures, for the OpenAPI document
     */
    public record Route(
            HttpMethod method,
            String path,
            Access access,
            long limit,
            Optional<FileField> file,
            boolean form,
            boolean raw,
            boolean idempotent,
            MemberRole role,
            Optional<String> project,
            boolean evenDisabled,
            boolean sameSiteOnly,
            boolean perClient,
            boolean confidential,
            KeyScope scope,
            boolean bodyless,
            Set<String> parameters,
            boolean stream,
            boolean freeParameter,
            List<String> aliases,
            RouteContract contract,
            Function<ApiRequest, Future<ApiResponse>> handler) {

        /** True where users may come before they have verified their address. */
        public boolean evenUnconfirmed() {
            return path.startsWith(EVEN_UNCONFIRMED);
        }
    }
}
