package io.godwit.kit.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.godwit.core.Failure;
import io.godwit.web.openapi.OpenApiFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * Holds the answers of a server against the OpenAPI document: every answer a test gets through the kit has to be described, and a
 * JSON answer has to fit its schema; {@code -Dgodwit.contract=false} leaves the check out. A member which the schema does not know is a misfit. Safe to share between threads.
 */
public final class ApiContract {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REFUSAL = "{\"$ref\": \"#/components/schemas/Error\"}";

    /** Codes that no operation gives: the path, or the method, only looks like one of its. */
    private static final Set<String> NOWHERE =
            Set.of(Failure.Kind.ROUTE_NOT_FOUND.name(), Failure.Kind.METHOD_NOT_ALLOWED.name());

    private static final String SECOND_ROOT = "/api";

    /** Off for benchmarks, whose clients have no time for it. */
    private static final boolean CHECKED = !"false".equals(System.getProperty("godwit.contract"));

    /** Makes the contract when it is first needed. */
    private static final class Holder {
        static final ApiContract OF_THIS_BUILD = new ApiContract(document());
    }

    /** The contract of the routes of this build. */
    public static ApiContract ofThisBuild() {
        return Holder.OF_THIS_BUILD;
    }

    /** Checks an answer that a test got; throws an AssertionError that names its mistakes. */
    public static <T> HttpResponse<T> checked(HttpResponse<T> answer) {
        if (CHECKED && answer.body() instanceof String body) {
            var request = answer.request();
            ofThisBuild().check(request.method(), request.uri(), answer.statusCode(), answer.headers(), body);
        }
        return answer;
    }

    private record Operation(Pattern path, JsonNode node) {}

    private final JsonNode document;
    private final Map<String, List<Operation>> methodToOperations = new HashMap<>();
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
        var operations = methodToOperations.computeIfAbsent(
                method.getKey().toUpperCase(Locale.ROOT), fresh -> new ArrayList<>());
        aliases.forEach(alias -> operations.add(new Operation(pattern(alias), method.getValue())));
    }

    private static Pattern pattern(String path) {
        return Pattern.compile(
                ("\\Q" + path + "\\E").replaceAll("\\{\\w+}", "\\\\E[^/]+\\\\Q").replaceAll("/\\*\\\\E$", "/\\\\E.*"));
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
        if (headers.firstValue("content-encoding").isPresent()) {
            return;
        }
        var mistakes = mistakes(method, address.getRawPath(), status, headers.firstValue("content-type"), body);
        if (!mistakes.isEmpty()) {
            throw new AssertionError(method + " " + address.getRawPath() + " answered " + status
                    + ", which the OpenAPI document does not describe: " + mistakes + "\n" + body);
        }
    }

    /**
     * The mistakes of an answer; empty when it fits, and where no route is. Where a parameter may be a word that is a path of its
     * own, it has to fit one of them.
     */
    public List<String> mistakes(String method, String path, int status, Optional<String> contentType, String body) {
        if (body.isEmpty()) {
            return List.of();
        }
        var type = contentType.map(text -> text.replaceAll(";.*", "").strip()).orElse("");
        var fewest = List.<String>of();
        for (var operation : at(method, path)) {
            var mistakes = mistakes(method, operation, status, type, body);
            if (mistakes.isEmpty()) {
                return mistakes;
            }
            fewest = fewest.isEmpty() ? mistakes : fewest;
        }
        return fewest;
    }

    private List<String> mistakes(String method, Operation operation, int status, String type, String body) {
        var isJson = type.equals("application/json");
        var declared =
                operation.node().path("responses").path(String.valueOf(status)).path("content");
        if (status >= 400 && !declared.has(type)) {
            return isJson ? failureMistakes(operation, status, body) : undeclared(operation, status);
        }
        if (!declared.has(type)) {
            return declared.has("*/*") || (declared.has("image/*") && type.startsWith("image/"))
                    ? List.of()
                    : List.of("no " + status + " with " + type);
        }
        return isJson
                ? misfits(
                        method + " " + operation.path() + " " + status,
                        declared.path(type).path("schema").toString(),
                        body)
                : List.of();
    }

    private List<String> failureMistakes(Operation operation, int status, String body) {
        var misfits = misfits("Error", REFUSAL, body);
        return misfits.isEmpty() ? undeclared(operation, status, code(body)) : misfits;
    }

    private static String code(String body) {
        try {
            return JSON.readTree(body).at("/error/code").asText();
        } catch (IOException noJson) {
            return "";
        }
    }

    private static List<String> undeclared(Operation operation, int status, String code) {
        var codes = operation.node().path("x-errors").path(String.valueOf(status));
        return NOWHERE.contains(code)
                        || StreamSupport.stream(codes.spliterator(), false)
                                .anyMatch(each -> each.asText().equals(code))
                ? List.of()
                : List.of("no " + status + " with " + code + "; the route does not name it with fails()");
    }

    private static List<String> undeclared(Operation operation, int status) {
        return operation.node().path("responses").has(String.valueOf(status)) ? List.of() : List.of("no " + status);
    }

    private List<Operation> at(String method, String path) {
        var own = path.startsWith(SECOND_ROOT + "/") ? path.substring(SECOND_ROOT.length()) : path;
        return methodToOperations.getOrDefault(method, List.of()).stream()
                .filter(operation -> operation.path().matcher(own).matches())
                .toList();
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
