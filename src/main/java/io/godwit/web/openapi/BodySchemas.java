package io.godwit.web.openapi;

import io.godwit.web.RouteTable.Route;
import java.util.List;
import java.util.Map;

/** Writes the request bodies of routes. */
final class BodySchemas {

    private BodySchemas() {}

    static boolean takesBody(Route route) {
        return switch (route.method().name()) {
            case "POST", "PUT", "PATCH" -> !route.bodyless();
            case "DELETE" -> !route.bodyless();
            default -> false;
        };
    }

    static Map<String, Object> requestBody(Route route) {
        return Map.of(
                "description", "At most " + route.limit() + " bytes", "required", true, "content", content(route));
    }

    private static Map<String, Object> content(Route route) {
        if (route.file().isPresent()) {
            var file = route.file().get();
            var bytes = Map.<String, Object>of("type", "string", "contentMediaType", "application/octet-stream");
            return Map.of(
                    "multipart/form-data",
                    Map.of("schema", JsonSchemas.object(Map.of(file.name(), bytes), List.of(file.name()))));
        }
        return Map.of(
                route.form() ? "application/x-www-form-urlencoded" : "application/json",
                Map.of("schema", JsonSchemas.freeObject()));
    }
}
