package io.godwit.web;

import io.vertx.core.http.HttpMethod;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What can be done at one path. */
final class Place {

    private final Map<HttpMethod, Api.Route> methods = new LinkedHashMap<>();

    void add(Api.Route route, String path) {
        if (methods.put(route.method(), route) != null) {
            throw new IllegalStateException(route.method() + " " + path + " is declared twice");
        }
    }

    /** A HEAD is the GET without its body (RFC 9110 §9.3.2). */
    Optional<Api.Route> route(HttpMethod method) {
        return Optional.ofNullable(methods.get(method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method));
    }

    boolean isNowhere() {
        return methods.isEmpty();
    }

    /** For the {@code Allow} header. */
    String allow() {
        return methods.keySet().stream().map(HttpMethod::name).sorted().collect(Collectors.joining(", "));
    }

    /** Whether a public key, and so a browser anywhere, may call one of the routes here. */
    boolean forBrowsers() {
        return methods.values().stream().anyMatch(route -> route.access() == Access.ANY_KEY);
    }
}
