package io.godwit.compare;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** The specified endpoints, and which of them an address is. */
final class EndpointPatterns {

    private record Endpoint(String method, String path, Pattern pattern) {

        String route() {
            return method + " " + path;
        }
    }

    private final List<Endpoint> endpoints;

    /** Reads lines of method, tabulator and path; a query in a path is left out. */
    EndpointPatterns(List<String> lines) {
        endpoints = lines.stream()
                .map(line -> line.split("\t", 2))
                .map(columns -> new Endpoint(columns[0], columns[1].replaceAll("\\?.*", ""), pattern(columns[1])))
                .sorted(Comparator.comparingLong(endpoint -> endpoint.path()
                        .chars()
                        .filter(character -> character == ':')
                        .count()))
                .toList();
    }

    private static Pattern pattern(String path) {
        return Pattern.compile(path.replaceAll("\\?.*", "").replaceAll(":\\w+", "[^/]+"));
    }

    List<String> routes() {
        return endpoints.stream().map(Endpoint::route).toList();
    }

    /** The endpoint of a request, such as {@code GET /contacts/:id}; the request itself where none is specified. */
    String route(String method, String target) {
        var path = target.replaceAll("\\?.*", "").replaceAll("^/api(?=/)", "");
        return endpoints.stream()
                .filter(endpoint -> endpoint.method().equals(method)
                        && endpoint.pattern().matcher(path).matches())
                .findFirst()
                .map(Endpoint::route)
                .orElse(method + " " + path);
    }

    /** A method that no endpoint has at this path, so that 405 is the answer. */
    String otherMethod(String target) {
        var path = target.replaceAll("\\?.*", "");
        return Arrays.stream(new String[] {"PUT", "PATCH", "POST", "DELETE"})
                .filter(method -> endpoints.stream()
                        .noneMatch(endpoint -> endpoint.method().equals(method)
                                && endpoint.pattern().matcher(path).matches()))
                .findFirst()
                .orElse("PUT");
    }
}
