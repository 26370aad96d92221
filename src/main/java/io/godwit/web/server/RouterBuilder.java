package io.godwit.web.server;

import io.godwit.web.RouteTable;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * Builds the Vert.x router of the route table. Each path is mounted once for all its methods, so that a wrong method is told from
 * an unknown path; every path is also found below {@code /api}; a literal path stands before one with a parameter, unless only
 * that has the method and takes any word.
 */
final class RouterBuilder {

    private static final String SECOND_PATH = "/api";

    /** Text sorts {@code :} and {@code *} before letters; a parameter has to come after them, and a whole subtree last. */
    private static final Comparator<String> LITERALS_FIRST =
            Comparator.comparing(path -> path.replace(':', '~').replace("*", "~~"));

    private final Map<String, PathRoutes> pathToRoutes = new LinkedHashMap<>();

    RouterBuilder(List<RouteTable.Route> routes) {
        for (var route : routes) {
            add(route, route.path());
            route.aliases().forEach(alias -> add(route, alias));
        }
        pathToRoutes.forEach((path, route) -> {
            if (route.hasFreeParameter()) {
                shareMethods(route, Pattern.compile(path.replaceAll(":[^/]+", "[^/]+")));
            }
        });
    }

    private void shareMethods(PathRoutes named, Pattern words) {
        pathToRoutes.forEach((path, route) -> {
            if (!hasParameter(path) && words.matcher(path).matches()) {
                route.shareMethods(named);
            }
        });
    }

    private void add(RouteTable.Route route, String path) {
        pathToRoutes.computeIfAbsent(path, ignored -> new PathRoutes()).add(route, path);
        pathToRoutes
                .computeIfAbsent(SECOND_PATH + path, ignored -> new PathRoutes())
                .add(route, SECOND_PATH + path);
    }

    /**
     * Builds a router that hands every request to {@code front}: with the routes of its path, or with {@link #nowhere} for an
     * undeclared path. A literal path is looked up as it was sent, because matching all paths in order costs more than the rest
     * of the routing. For the others the router cleans paths up before it compares them; a path that needed it
     * ({@code //v1/send}, {@code /v1/send/}, {@code /v1/%73end}, {@code /v1/../v1/send}) is another path and leads nowhere. Below
     * a path that takes all others, as that of the dashboard's pages does, a slash at the end changes nothing.
     */
    Router router(Vertx vertx, BiConsumer<RoutingContext, PathRoutes> front) {
        var router = Router.router(vertx);
        router.route().handler(arrival -> literal(arrival)
                .ifPresentOrElse(route -> front.accept(arrival, route), arrival::next));
        pathToRoutes.keySet().stream()
                .filter(RouterBuilder::hasParameter)
                .sorted(freeParameterFirst().thenComparing(LITERALS_FIRST))
                .forEach(path -> {
                    var route = pathToRoutes.getOrDefault(path, nowhere());
                    router.route(path)
                            .handler(arrival -> front.accept(arrival, isClean(arrival, path) ? route : nowhere()));
                });
        router.route().handler(arrival -> front.accept(arrival, nowhere()));
        // A parameter that cannot be decoded names nothing.
        router.errorHandler(400, arrival -> front.accept(arrival, nowhere()));
        return router;
    }

    private Optional<PathRoutes> literal(RoutingContext arrival) {
        var path = arrival.request().path();
        return path == null || hasParameter(path)
                ? Optional.empty()
                : Optional.ofNullable(pathToRoutes.get(path))
                        .filter(route -> !route.sharesMethod(arrival.request().method()));
    }

    /** The id in {@code /events/contact/:contactId} is never {@code usage}, but an event may be called {@code contact}. */
    private Comparator<String> freeParameterFirst() {
        return Comparator.comparing(
                path -> !pathToRoutes.getOrDefault(path, nowhere()).hasFreeParameter());
    }

    private static boolean hasParameter(String path) {
        return path.contains("/:") || path.endsWith("/*");
    }

    /** A path without routes. */
    static PathRoutes nowhere() {
        return new PathRoutes();
    }

    private static boolean isClean(RoutingContext arrival, String declared) {
        var path = arrival.request().path();
        return path != null
                && path.equals(arrival.normalizedPath())
                && (!path.endsWith("/") || declared.endsWith("/*"));
    }
}
