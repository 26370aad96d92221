package io.godwit.web;

import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The route table ready for look-ups: whole paths by one hash, paths with parameters segment by segment, a literal segment
 * before a parameter. Paths are compared as they were sent, so {@code //v1/send}, {@code /v1/send/}, {@code /v1/%73end} and
 * {@code /v1/../v1/send} are other paths and lead nowhere. Every path is also found below {@code /api}.
 */
final class Table {

    private static final String SECOND_DOOR = "/api";

    private final Map<String, Match> plain = new HashMap<>();
    private final Node root = new Node();

    Table(List<Api.Route> routes) {
        for (var route : routes) {
            add(route, route.path());
            route.aliases().forEach(alias -> add(route, alias));
        }
    }

    /** The place a path names, whatever the method; empty for a path nobody declared. */
    Optional<Match> find(String path) {
        var match = plain.get(path);
        return match != null ? Optional.of(match) : root.find(path, 1, new ArrayList<>());
    }

    private void add(Api.Route route, String path) {
        addOnce(route, path);
        addOnce(route, SECOND_DOOR + path);
    }

    private void addOnce(Api.Route route, String path) {
        var names = new ArrayList<String>();
        var place = path.contains("/:")
                ? root.grow(path, 1, names).place
                : plain.computeIfAbsent(path, key -> new Match(new Place(), List.of()))
                        .place();
        if (place.methods.put(route.method(), new Entry(route, List.copyOf(names))) != null) {
            throw new IllegalStateException(route.method() + " " + path + " is declared twice");
        }
    }

    /** A place and what stood, still encoded, where its path has parameters. */
    record Match(Place place, List<String> values) {}

    /** One route at one of its paths, and the names of the parameters there. */
    record Entry(Api.Route route, List<String> names) {}

    /** What can be done at one path. */
    static final class Place {

        private final Map<HttpMethod, Entry> methods = new LinkedHashMap<>();

        /** A HEAD is the GET without its body (RFC 9110 §9.3.2). */
        Optional<Entry> entry(HttpMethod method) {
            return Optional.ofNullable(methods.get(method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method));
        }

        /** For the {@code Allow} header. */
        String allow() {
            return methods.keySet().stream().map(HttpMethod::name).sorted().collect(Collectors.joining(", "));
        }

        /** Whether a public key, and so a browser anywhere, may call one of the routes here. */
        boolean forBrowsers() {
            return methods.values().stream().anyMatch(entry -> entry.route().access() == Access.ANY_KEY);
        }
    }

    private static final class Node {

        private final Map<String, Node> children = new HashMap<>();
        private @Nullable Node parameter;
        private final Place place = new Place();

        private Node grow(String path, int start, List<String> names) {
            var end = endOfSegment(path, start);
            var segment = path.substring(start, end);
            var next = segment.startsWith(":") ? parameter(segment, names) : child(segment);
            return end == path.length() ? next : next.grow(path, end + 1, names);
        }

        private Node child(String segment) {
            return children.computeIfAbsent(segment, name -> new Node());
        }

        private Node parameter(String segment, List<String> names) {
            names.add(segment.substring(1));
            if (parameter == null) {
                parameter = new Node();
            }
            return parameter;
        }

        private Optional<Match> find(String path, int start, List<String> values) {
            if (start > path.length()) {
                return place.methods.isEmpty() ? Optional.empty() : Optional.of(new Match(place, List.copyOf(values)));
            }
            var end = endOfSegment(path, start);
            var segment = path.substring(start, end);
            var child = children.get(segment);
            var found = child == null ? Optional.<Match>empty() : child.find(path, end + 1, values);
            return found.isPresent() || parameter == null || segment.isEmpty()
                    ? found
                    : findBelow(parameter, path, end, segment, values);
        }

        private static Optional<Match> findBelow(
                Node parameter, String path, int end, String segment, List<String> values) {
            values.add(segment);
            var found = parameter.find(path, end + 1, values);
            values.remove(values.size() - 1);
            return found;
        }

        private static int endOfSegment(String path, int start) {
            var end = path.indexOf('/', start);
            return end < 0 ? path.length() : end;
        }
    }
}
