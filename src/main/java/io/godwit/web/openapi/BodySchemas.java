package io.godwit.web.openapi;

import io.godwit.web.RouteTable.Route;
import java.util.LinkedHashMap;
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

    static Map<String, Object> requestBody(Route route, Map<String, Object> examples, SchemaWords words) {
        return Map.of(
                "description",
                "At most " + route.limit() + " bytes",
                "required",
                true,
                "content",
                content(route, examples, words));
    }

    private static Map<String, Object> content(Route route, Map<String, Object> examples, SchemaWords words) {
        if (route.file().isPresent()) {
            var file = route.file().get();
            var bytes = JsonSchemas.with(JsonSchemas.of("string"), "contentMediaType", "application/octet-stream");
            return Map.of(
                    "multipart/form-data",
                    Map.of("schema", JsonSchemas.object(Map.of(file.name(), bytes), List.of(file.name()))));
        }
        var media = new LinkedHashMap<String, Object>();
        media.put("schema", schema(route, examples, words));
        if (!examples.isEmpty()) {
            media.put("examples", named(examples));
        }
        return Map.of(route.form() ? "application/x-www-form-urlencoded" : "application/json", media);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> schema(Route route, Map<String, Object> examples, SchemaWords words) {
        var bodies = examples.values().stream()
                .map(example -> (Map<String, Object>) example)
                .toList();
        return route.contract()
                .body()
                .map(reader -> BodyRecorder.schema(reader, bodies, words))
                .orElseGet(JsonSchemas::freeObject);
    }

    private static Map<String, Object> named(Map<String, Object> examples) {
        var named = new LinkedHashMap<String, Object>();
        examples.forEach((name, value) -> named.put(name.replace(' ', '-'), Map.of("summary", name, "value", value)));
        return named;
    }
}
