package io.godwit.web.server;

import io.godwit.web.Access;
import io.godwit.web.RouteTable;
import io.vertx.core.http.HttpMethod;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The routes of one path, by method. */
final class PathRoutes {

    private final Map<HttpMethod, RouteTable.Route> methods = new LinkedHashMap<>();
    private final Set<HttpMethod> sharedMethods = new HashSet<>();

    void add(RouteTable.Route route, String path) {
        if (methods.put(route.method(), route) != null) {
            throw new IllegalStateException(route.method() + " " + path + " is declared twice");
        }
    }

    /** A path with a parameter may have more methods for the word that this place is. */
    void shareMethods(PathRoutes named) {
        named.methods.forEach((method, route) -> {
            if (route.freeParameter() && !methods.containsKey(method)) {
                sharedMethods.add(method);
            }
        });
    }

    /** True when the route with a parameter that also matches this path has to answer the method. */
    boolean sharesMethod(HttpMethod method) {
        return sharedMethods.contains(method);
    }

    /** A HEAD is the GET without its body (RFC 9110 §9.3.2). */
    Optional<RouteTable.Route> route(HttpMethod method) {
        return Optional.ofNullable(methods.get(method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method));
    }

    boolean isNowhere() {
        return methods.isEmpty();
    }

    /** For the {@code Allow} header. */
    String allow() {
        return Stream.concat(methods.keySet().stream(), sharedMethods.stream())
                .map(HttpMethod::name)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** True when a route of this path takes any word for its parameter. */
    boolean hasFreeParameter() {
        return methods.values().stream().anyMatch(RouteTable.Route::freeParameter);
    }

    /** True when a public key, and so a browser anywhere, may call one of the routes of this path. */
    boolean forBrowsers() {
        return methods.values().stream().anyMatch(route -> route.access() == Access.ANY_KEY);
    }
}
