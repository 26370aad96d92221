package io.godwit.web.server;

import io.godwit.web.Access;
import io.godwit.web.FileField;
import io.godwit.web.RouteTable;
import io.godwit.web.auth.SessionCookieCodec;
import io.godwit.web.body.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Writes the OpenAPI 3.1 document of a route table, so that no route can be missing in it. */
final class OpenApiWriter {

    private static final Pattern PARAMETER = Pattern.compile(":([A-Za-z]+)");

    private OpenApiWriter() {}

    static byte[] document(List<RouteTable.Route> routes, String publicUrl) {
        var pathToMethods = new TreeMap<String, Map<String, Object>>();
        for (var route : routes) {
            var path = PARAMETER.matcher(route.path()).replaceAll("{$1}");
            pathToMethods
                    .computeIfAbsent(path, ignored -> new LinkedHashMap<>())
                    .put(route.method().name().toLowerCase(Locale.ROOT), operation(route));
        }
        var document = new LinkedHashMap<String, Object>();
        document.put("openapi", "3.1.0");
        document.put("info", Map.of("title", "Godwit", "version", "1"));
        document.put("servers", List.of(Map.of("url", publicUrl)));
        document.put("paths", pathToMethods);
        document.put("components", components());
        return JsonWriter.bytes(document);
    }

    private static Map<String, Object> operation(RouteTable.Route route) {
        var operation = new LinkedHashMap<String, Object>();
        operation.put("security", security(route.access()));
        var parameters = parameters(route);
        if (!parameters.isEmpty()) {
            operation.put("parameters", parameters);
        }
        if (takesBody(route)) {
            operation.put("requestBody", requestBody(route));
        }
        if (!route.aliases().isEmpty()) {
            operation.put("x-aliases", route.aliases());
        }
        operation.put("responses", responses(route));
        return operation;
    }

    private static List<Map<String, List<String>>> security(Access access) {
        return switch (access) {
            case OPEN -> List.of();
            case ANY_KEY -> List.of(Map.of("publicKey", List.of()), Map.of("secretKey", List.of()));
            case KEY_ALONE -> List.of(Map.of("secretKey", List.of()));
            case SECRET_KEY, USER -> List.of(Map.of("secretKey", List.of()), Map.of("session", List.of()));
        };
    }

    private static List<Map<String, Object>> parameters(RouteTable.Route route) {
        var parameters = new ArrayList<Map<String, Object>>();
        var names = PARAMETER.matcher(route.path());
        while (names.find()) {
            parameters.add(parameter(names.group(1), "path", true, Map.of("type", "string")));
        }
        if (route.idempotent()) {
            var schema = Map.<String, Object>of("type", "string", "minLength", 1, "maxLength", 255);
            parameters.add(parameter("Idempotency-Key", "header", false, schema));
        }
        return parameters;
    }

    private static Map<String, Object> parameter(
            String name, String place, boolean required, Map<String, Object> schema) {
        return Map.of("name", name, "in", place, "required", required, "schema", schema);
    }

    private static boolean takesBody(RouteTable.Route route) {
        return switch (route.method().name()) {
            case "POST", "PUT", "PATCH" -> true;
            default -> false;
        };
    }

    private static Map<String, Object> requestBody(RouteTable.Route route) {
        return Map.of(
                "description",
                "At most " + route.limit() + " bytes",
                "content",
                route.file()
                        .map(OpenApiWriter::form)
                        .orElse(Map.of(
                                route.form() ? "application/x-www-form-urlencoded" : "application/json",
                                schema(Map.of("type", "object")))));
    }

    private static Map<String, Object> form(FileField file) {
        var bytes = Map.of("type", "string", "contentMediaType", "application/octet-stream");
        return Map.of(
                "multipart/form-data",
                schema(Map.of(
                        "type", "object", "required", List.of(file.name()), "properties", Map.of(file.name(), bytes))));
    }

    private static Map<String, Object> schema(Map<String, Object> schema) {
        return Map.of("schema", schema);
    }

    private static Map<String, Object> responses(RouteTable.Route route) {
        var responses = new TreeMap<String, Object>();
        responses.put("2XX", Map.of("description", "Done"));
        if (route.access() != Access.OPEN) {
            refusals(route).forEach(status -> responses.put(status, Map.of("$ref", "#/components/responses/Error")));
        }
        return responses;
    }

    private static List<String> refusals(RouteTable.Route route) {
        var statuses = new ArrayList<>(List.of("401", "429", "503"));
        if (takesBody(route)) {
            statuses.addAll(List.of("400", "403", "413", "415", "422"));
        }
        if (route.path().contains(":")) {
            statuses.add("404");
        }
        if (route.idempotent()) {
            statuses.add("409");
        }
        return statuses;
    }

    private static Map<String, Object> components() {
        var key = Map.of("type", "http", "scheme", "bearer");
        var cookie = Map.of("type", "apiKey", "in", "cookie", "name", SessionCookieCodec.NAME);
        var content = Map.of("application/json", Map.of("schema", Map.of("$ref", "#/components/schemas/Error")));
        return Map.of(
                "securitySchemes",
                Map.of("publicKey", key, "secretKey", key, "session", cookie),
                "responses",
                Map.of("Error", Map.of("description", "Refused", "content", content)),
                "schemas",
                Map.of("Error", errorSchema()));
    }

    private static Map<String, Object> errorSchema() {
        var text = Map.of("type", "string");
        var error = Map.of(
                "type",
                "object",
                "required",
                List.of("code", "message", "statusCode", "requestId"),
                "properties",
                Map.of("code", text, "message", text, "statusCode", Map.of("type", "integer"), "requestId", text));
        return Map.of(
                "type",
                "object",
                "required",
                List.of("success", "error", "timestamp"),
                "properties",
                Map.of("success", Map.of("const", false), "error", error, "timestamp", text));
    }
}
