package io.godwit.web.openapi;

import io.godwit.web.RouteTable;
import io.godwit.web.auth.SessionCookieCodec;
import io.godwit.web.body.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Writes the OpenAPI 3.1 document of a route table, so that no route can be missing in it. */
final class OpenApiWriter {

    private final OpenApiTexts texts = OpenApiTexts.load();
    private final RecordSchemas schemas = new RecordSchemas(texts.schemas());
    private final RequestSchemas requests = new RequestSchemas(texts.inputs(), texts.schemas());
    private final OperationWriter operations = new OperationWriter(texts, schemas, requests);

    private OpenApiWriter() {}

    /**
     * Writes the document.
     *
     * @param publicUrl the address of the API, without a trailing slash
     */
    static byte[] document(List<RouteTable.Route> routes, String publicUrl) {
        return JsonWriter.bytes(new OpenApiWriter().write(routes, publicUrl));
    }

    /** Writes the same as a Postman collection. */
    static byte[] collection(List<RouteTable.Route> routes, String publicUrl) {
        return PostmanWriter.collection(new OpenApiWriter().write(routes, publicUrl));
    }

    private Map<String, Object> write(List<RouteTable.Route> routes, String publicUrl) {
        var pathToMethods = new TreeMap<String, Map<String, Object>>();
        for (var route : routes) {
            pathToMethods
                    .computeIfAbsent(route.template(), ignored -> new LinkedHashMap<>())
                    .put(route.method().name().toLowerCase(Locale.ROOT), operations.operation(route));
        }
        operations.addExamples(new ResponseExamples(named(), texts.values()));
        var document = new LinkedHashMap<String, Object>();
        document.put("openapi", "3.1.0");
        document.put("info", texts.introduction());
        document.put("servers", List.of(Map.of("url", publicUrl)));
        document.put("tags", tags());
        document.put("paths", pathToMethods);
        document.put("components", components(publicUrl));
        return document;
    }

    private List<Map<String, Object>> tags() {
        var tags = new ArrayList<Map<String, Object>>();
        texts.tags()
                .forEach(tag -> tags.add(Map.of(
                        "name", tag.name(), "description", tag.description(), "x-operations", tag.operations())));
        return tags;
    }

    private Map<String, Object> components(String publicUrl) {
        var components = new LinkedHashMap<String, Object>();
        components.put("schemas", named());
        components.put("parameters", operations.sharedParameters());
        components.put("responses", ErrorSchemas.responses());
        components.put("headers", ErrorSchemas.headers());
        components.put("securitySchemes", securitySchemes(publicUrl));
        return components;
    }

    private Map<String, Map<String, Object>> named() {
        var named = new TreeMap<>(schemas.named());
        requests.named().forEach((name, schema) -> {
            if (named.put(name, schema) != null) {
                throw new IllegalStateException("A request and an answer have a schema of the name " + name);
            }
        });
        named.put(
                "Error",
                texts.schemas().object("Error", ErrorSchemas.error(texts.codes().nameToSentence())));
        return named;
    }

    private static Map<String, Object> securitySchemes(String publicUrl) {
        return Map.of(
                "publicKey",
                Map.of(
                        "type",
                        "http",
                        "scheme",
                        "bearer",
                        "description",
                        "A key of the form pk_…, which may only track"),
                "secretKey",
                Map.of("type", "http", "scheme", "bearer", "description", "A key of the form sk_…, for one project"),
                "session",
                Map.of(
                        "type",
                        "apiKey",
                        "in",
                        "cookie",
                        "name",
                        SessionCookieCodec.cookie(publicUrl.startsWith("https:"))
                                .name(),
                        "description",
                        "The cookie of a signed-in user; the header X-Project-Id names the project"));
    }
}
