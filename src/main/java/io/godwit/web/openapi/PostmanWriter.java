package io.godwit.web.openapi;

import io.godwit.web.body.JsonWriter;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes the OpenAPI document as a Postman collection (format v2.1.0): a folder for each tag, a request for each operation with
 * its first example as the body. The address and the keys are variables of the collection.
 */
final class PostmanWriter {

    private static final String FORMAT = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
    private static final Set<String> FORMS = Set.of("multipart/form-data", "application/x-www-form-urlencoded");

    private PostmanWriter() {}

    /** @param document an OpenAPI document of {@link OpenApiWriter} */
    static byte[] collection(Map<String, Object> document) {
        var collection = new LinkedHashMap<String, Object>();
        var introduction = object(document, "info");
        collection.put(
                "info",
                Map.of(
                        "name",
                        text(introduction, "title"),
                        "description",
                        text(introduction, "description"),
                        "schema",
                        FORMAT));
        collection.put("auth", bearer("secretKey"));
        collection.put(
                "variable",
                List.of(
                        variable("baseUrl", text(list(document, "servers").get(0), "url")),
                        variable("secretKey", ""),
                        variable("publicKey", "")));
        collection.put("item", folders(document));
        return JsonWriter.bytes(collection);
    }

    private static List<Map<String, Object>> folders(Map<String, Object> document) {
        var idToRequest = new HashMap<String, Map<String, Object>>();
        object(document, "paths").forEach((path, methods) -> asObject(methods)
                .forEach((method, operation) -> idToRequest.put(
                        text(asObject(operation), "operationId"), request(path, method, asObject(operation)))));
        return list(document, "tags").stream()
                .map(tag -> folder(tag, idToRequest))
                .toList();
    }

    /** A text may be older than its operation. */
    private static Map<String, Object> folder(Map<String, Object> tag, Map<String, Map<String, Object>> idToRequest) {
        var requests = ((List<?>) tag.getOrDefault("x-operations", List.of()))
                .stream()
                        .flatMap(id -> Stream.ofNullable(idToRequest.get(id.toString())))
                        .toList();
        return ordered(
                "name", text(tag, "name"),
                "description", text(tag, "description"),
                "item", requests);
    }

    private static Map<String, Object> request(String path, String method, Map<String, Object> operation) {
        var request = new LinkedHashMap<String, Object>();
        request.put("method", method.toUpperCase(Locale.ROOT));
        request.put("description", (text(operation, "summary") + "\n\n" + text(operation, "description")).strip());
        var security = list(operation, "security");
        if (security.isEmpty()) {
            request.put("auth", Map.of("type", "noauth"));
        } else if (security.get(0).containsKey("publicKey")) {
            request.put("auth", bearer("publicKey"));
        }
        var parameters = list(operation, "parameters");
        request.put("header", parameters(parameters, "header"));
        request.put("url", url(path, parameters));
        if (operation.containsKey("requestBody")) {
            request.put("body", body(object(object(operation, "requestBody"), "content")));
        }
        return ordered("name", text(operation, "summary"), "request", request, "response", List.of());
    }

    private static Map<String, Object> url(String path, List<Map<String, Object>> parameters) {
        var own = path.replaceAll("\\{(\\w+)}", ":$1");
        return ordered(
                "raw", "{{baseUrl}}" + own,
                "host", List.of("{{baseUrl}}"),
                "path", Stream.of(own.substring(1).split("/", -1)).toList(),
                "query", parameters(parameters, "query"),
                "variable", parameters(parameters, "path"));
    }

    /**
     * Writes the parameters: those of the path are needed, all others are switched off until somebody gives them a value.
     */
    private static List<Map<String, Object>> parameters(List<Map<String, Object>> parameters, String place) {
        return parameters.stream()
                .filter(parameter -> place.equals(parameter.get("in")))
                .map(parameter -> {
                    var written = ordered(
                            "key", text(parameter, "name"),
                            "value", "",
                            "description", text(parameter, "description"));
                    return place.equals("path") ? written : JsonSchemas.with(written, "disabled", true);
                })
                .toList();
    }

    private static Map<String, Object> body(Map<String, Object> content) {
        var type = content.keySet().iterator().next();
        var media = object(content, type);
        if (FORMS.contains(type)) {
            var isFile = type.startsWith("multipart");
            var fields = object(object(media, "schema"), "properties").keySet().stream()
                    .map(name -> isFile ? ordered("key", name, "type", "file") : ordered("key", name, "value", ""))
                    .toList();
            var mode = isFile ? "formdata" : "urlencoded";
            return ordered("mode", mode, mode, fields);
        }
        var example = object(media, "examples").values().stream()
                .findFirst()
                .map(first -> new JsonObject(object(asObject(first), "value")).encodePrettily())
                .orElse("{}");
        return ordered("mode", "raw", "raw", example, "options", Map.of("raw", Map.of("language", "json")));
    }

    private static Map<String, Object> bearer(String variable) {
        var token = ordered("key", "token", "value", "{{" + variable + "}}", "type", "string");
        return ordered("type", "bearer", "bearer", List.of(token));
    }

    private static Map<String, Object> variable(String key, String value) {
        return ordered("key", key, "value", value, "type", "string");
    }

    private static Map<String, Object> ordered(Object... namesAndValues) {
        var object = new LinkedHashMap<String, Object>();
        for (var at = 0; at < namesAndValues.length; at += 2) {
            object.put(namesAndValues[at].toString(), namesAndValues[at + 1]);
        }
        return object;
    }

    private static String text(Map<String, Object> object, String name) {
        return String.valueOf(object.getOrDefault(name, "")).strip();
    }

    private static Map<String, Object> object(Map<String, Object> parent, String name) {
        return asObject(parent.getOrDefault(name, Map.of()));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> asObject(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Map<String, Object> parent, String name) {
        return (List<Map<String, Object>>) parent.getOrDefault(name, List.of());
    }
}
