package io.godwit.web.openapi;

import io.godwit.web.RouteTable.Route;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the request bodies of routes. */
final class BodySchemas {

    private final RequestSchemas schemas;

    BodySchemas(RequestSchemas schemas) {
        this.schemas = schemas;
    }

    static boolean takesBody(Route route) {
        return switch (route.method().name()) {
            case "POST", "PUT", "PATCH" -> !route.body().bodyless();
            case "DELETE" -> !route.body().bodyless();
            default -> false;
        };
    }

    Map<String, Object> requestBody(Route route, Map<String, Object> examples) {
        return Map.of(
                "description",
                "At most " + route.body().limit() + " bytes",
                "required",
                true,
                "content",
                content(route, examples));
    }

    private Map<String, Object> content(Route route, Map<String, Object> examples) {
        var media = new LinkedHashMap<String, Object>();
        media.put("schema", schema(route, examples));
        if (!examples.isEmpty()) {
            media.put("examples", named(examples));
        }
        return Map.of(mediaType(route), media);
    }

    private static String mediaType(Route route) {
        if (route.body().file().isPresent()) {
            return "multipart/form-data";
        }
        return route.body().form() ? "application/x-www-form-urlencoded" : "application/json";
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> schema(Route route, Map<String, Object> examples) {
        var bodies = examples.values().stream()
                .map(example -> (Map<String, Object>) example)
                .toList();
        var schema = JsonSchemas.anyOf(route.contract().bodies().stream()
                .map(reader -> schemas.body(reader, bodies))
                .toList());
        return route.body().file().map(file -> withFile(schema, file.name())).orElse(schema);
    }

    /** Adds the file to the fields of a form. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> withFile(Map<String, Object> form, String name) {
        var bytes = JsonSchemas.with(JsonSchemas.of("string"), "contentMediaType", "application/octet-stream");
        var fields = new LinkedHashMap<String, Object>();
        fields.put(name, JsonSchemas.with(bytes, "description", "The content of the file"));
        fields.putAll((Map<String, Object>) form.getOrDefault("properties", Map.of()));
        return JsonSchemas.object(fields, List.of(name));
    }

    private static Map<String, Object> named(Map<String, Object> examples) {
        var named = new LinkedHashMap<String, Object>();
        examples.forEach((name, value) -> named.put(name.replace(' ', '-'), Map.of("summary", name, "value", value)));
        return named;
    }
}
