package io.godwit.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The routes in the OpenAPI document of a version. */
final class DocumentedPaths {

    private DocumentedPaths() {}

    /** Such as {@code GET /contacts/{}}: the names of parameters mean nothing to callers. */
    private static Set<String> of(JsonNode document) {
        var routes = new TreeSet<String>();
        document.path("paths").properties().forEach(path -> path.getValue()
                .fieldNames()
                .forEachRemaining(method -> routes.add(
                        method.toUpperCase(Locale.ROOT) + " " + path.getKey().replaceAll("\\{[^}]*}", "{}"))));
        return routes;
    }

    /** The routes that the newer version does not document any more. */
    static Set<String> gone(JsonNode older, JsonNode newer) {
        var gone = new TreeSet<>(of(older));
        gone.removeAll(of(newer));
        return gone;
    }
}
