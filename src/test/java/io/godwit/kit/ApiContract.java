package io.godwit.kit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.godwit.web.openapi.OpenApiFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Holds the answers of a server against the OpenAPI document: every answer a test gets through the kit has to be described, and a
 * JSON answer has to fit its schema. A member which the schema does not know is a misfit. Safe to share between threads.
 */
public final class ApiContract {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REFUSAL = "{\"$ref\": \"#/components/schemas/Error\"}";
    private static final String SECOND_ROOT = "/api";

    private static final boolean ASKED = Boolean.getBoolean("godwit.contract");

    /** Makes the contract when it is first needed. */
    private static final class Holder {
        static final ApiContract OF_THIS_BUILD = new ApiContract(document());
    }

    /** The contract of the routes of this build. */
    public static ApiContract ofThisBuild() {
        return Holder.OF_THIS_BUILD;
    }

    /** Checks an answer in a run with {@code -Dgodwit.contract=true}. */
    static void checkIfAsked(String method, URI address, int status, HttpHeaders headers, String body) {
        if (ASKED) {
            ofThisBuild().check(method, address, status, headers, body);
        }
    }

    private record Operation(Pattern path, String method, JsonNode node) {}

    private final JsonNode document;
    private final List<Operation> operations = new ArrayList<>();
    private final JsonSchemaFactory factory = JsonSchemaFactory.getInstance(VersionFlag.V202012);
    private final Map<String, JsonSchema> schemas = new ConcurrentHashMap<>();

    public ApiContract(JsonNode document) {
        this.document = close(document);
        this.document.get("paths").properties().stream()
                .sorted(Comparator.comparing(
                        path -> path.getKey().replace('{', '~').replace("*", "~~")))
                .forEach(path -> path.getValue().properties().forEach(method -> add(path.getKey(), method)));
    }

    private void add(String path, Map.Entry<String, JsonNode> method) {
        var aliases = new ArrayList<>(List.of(path));
        method.getValue().path("x-aliases").forEach(alias -> aliases.add(alias.asText()));
        aliases.forEach(alias -> operations.add(new Operation(
                Pattern.compile(("\\Q" + alias + "\\E")
                        .replaceAll("\\{\\w+}", "\\\\E[^/]+\\\\Q")
                        .replaceAll("/\\*\\\\E$", "/\\\\E.*")),
                method.getKey().toUpperCase(Locale.ROOT),
                method.getValue())));
    }

    private static JsonNode document() {
        try {
            var file = Files.createTempDirectory("godwit-openapi").resolve("openapi.json");
            OpenApiFile.main(new String[] {file.toString()});
            var document = JSON.readTree(file.toFile());
            Files.delete(file);
            Files.delete(file.getParent());
            return document;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (ReflectiveOperationException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    /** Makes each object whose members are listed refuse others. */
    private static JsonNode close(JsonNode node) {
        if (node instanceof ObjectNode object
                && object.has("properties")
                && "object".equals(object.path("type").asText())
                && !object.has("additionalProperties")) {
            object.put("additionalProperties", false);
        }
        node.forEach(ApiContract::close);
        return node;
    }

    /** Throws an AssertionError that names the mistakes of an answer. */
    public void check(String method, URI address, int status, HttpHeaders headers, String body) {
        var mistakes = mistakes(method, address.getRawPath(), status, headers.firstValue("content-type"), body);
        if (!mistakes.isEmpty() && headers.firstValue("content-encoding").isEmpty()) {
            throw new AssertionError(method + " " + address.getRawPath() + " answered " + status
                    + ", which the OpenAPI document does not describe: " + mistakes + "\n" + body);
        }
    }

    /** The mistakes of an answer; empty when it fits, and where no route is. */
    public List<String> mistakes(String method, String path, int status, Optional<String> contentType, String body) {
        var operation = find(method, path);
        if (operation.isEmpty() || body.isEmpty() || method.equals("HEAD")) {
            return List.of();
        }
        var type = contentType.map(text -> text.replaceAll(";.*", "").strip()).orElse("");
        var isJson = type.equals("application/json");
        var declared = operation
                .get()
                .node()
                .path("responses")
                .path(String.valueOf(status))
                .path("content");
        if (status >= 400 && !declared.has(type)) {
            return isJson ? misfits("Error", REFUSAL, body) : List.of();
        }
        if (!declared.has(type)) {
            return declared.has("*/*") || (declared.has("image/*") && type.startsWith("image/"))
                    ? List.of()
                    : List.of("no " + status + " with " + type);
        }
        return isJson
                ? misfits(
                        method + " " + operation.get().path() + " " + status,
                        declared.path(type).path("schema").toString(),
                        body)
                : List.of();
    }

    private Optional<Operation> find(String method, String path) {
        var own = path.startsWith(SECOND_ROOT + "/") ? path.substring(SECOND_ROOT.length()) : path;
        return operations.stream()
                .filter(operation -> operation.method().equals(method)
                        && operation.path().matcher(own).matches())
                .findFirst();
    }

    private List<String> misfits(String name, String schema, String body) {
        try {
            return schemas.computeIfAbsent(name, ignored -> compiled(schema)).validate(JSON.readTree(body)).stream()
                    .map(Object::toString)
                    .toList();
        } catch (IOException noJson) {
            return List.of("no JSON");
        }
    }

    private JsonSchema compiled(String schema) {
        try {
            var root = (ObjectNode) JSON.readTree(schema);
            root.set("components", document.get("components"));
            return factory.getSchema(root);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
