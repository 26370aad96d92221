package io.godwit.web.openapi;

import io.godwit.core.MemberRole;
import io.godwit.web.Access;
import io.godwit.web.KeyScope;
import io.godwit.web.RouteContract.Response;
import io.godwit.web.RouteTable.Route;
import io.godwit.web.openapi.OpenApiTexts.OperationText;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Writes the operation object of one route. */
final class OperationWriter {

    private static final Pattern PARAMETER = Pattern.compile("\\{([A-Za-z]+)}");

    private static final String PARAMETERS = "#/components/parameters/";
    private static final String PROJECT_HEADER = "X-Project-Id";
    private static final String PROJECT = "project";

    private final OpenApiTexts texts;
    private final RecordSchemas schemas;
    private final BodySchemas bodies;
    private final List<Map<String, Object>> jsonResponses = new ArrayList<>();

    OperationWriter(OpenApiTexts texts, RecordSchemas schemas, RequestSchemas requests) {
        this.texts = texts;
        this.schemas = schemas;
        this.bodies = new BodySchemas(requests);
    }

    Map<String, Object> operation(Route route) {
        var text = Optional.ofNullable(texts.routeToText().get(route.method() + " " + route.path()));
        var operation = new LinkedHashMap<String, Object>();
        text.ifPresent(words -> {
            operation.put("operationId", words.id());
            operation.put("tags", List.of(words.tag()));
            operation.put("summary", words.summary());
            words.description().ifPresent(sentences -> operation.put("description", sentences));
        });
        operation.put("security", security(route.access()));
        var parameters =
                parameters(route, text.map(OperationText::pathParameters).orElse(Map.of()));
        if (!parameters.isEmpty()) {
            operation.put("parameters", parameters);
        }
        if (BodySchemas.takesBody(route)) {
            operation.put(
                    "requestBody",
                    bodies.requestBody(route, text.map(OperationText::examples).orElse(Map.of())));
        }
        if (!route.aliases().isEmpty()) {
            operation.put("x-aliases", route.aliases());
        }
        if (route.callers().scope() != KeyScope.FULL) {
            operation.put("x-key-scope", route.callers().scope().word());
        }
        if (route.callers().role() != MemberRole.MEMBER) {
            operation.put("x-role", route.callers().role().name());
        }
        var statusToCodes = RouteFailures.statusToCodes(route);
        operation.put("x-errors", named(statusToCodes));
        operation.put(
                "responses",
                responses(
                        route,
                        statusToCodes.keySet(),
                        text.map(OperationText::failures).orElse(Map.of())));
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

    private List<Map<String, Object>> parameters(Route route, Map<String, String> pathParameters) {
        var parameters = new ArrayList<Map<String, Object>>();
        var names = PARAMETER.matcher(route.template());
        while (names.find()) {
            var name = names.group(1);
            var sentence = Optional.ofNullable(pathParameters.get(name)).or(() -> sentence(name));
            parameters.add(parameter(name, "path", true, sentence, JsonSchemas.of("string")));
        }
        var query = new QueryRecorder();
        route.contract().queries().forEach(reader -> reader.accept(query));
        query.parameters()
                .forEach((name, schema) ->
                        parameters.add(parameter(name, "query", query.requires(name), sentence(name), schema)));
        route.contract().headers().stream()
                .sorted()
                .forEach(name ->
                        parameters.add(parameter(name, "header", false, sentence(name), JsonSchemas.of("string"))));
        if (route.idempotent()) {
            var schema = JsonSchemas.with(JsonSchemas.with(JsonSchemas.of("string"), "minLength", 1), "maxLength", 255);
            parameters.add(parameter("Idempotency-Key", "header", false, sentence("Idempotency-Key"), schema));
        }
        if (route.access() == Access.SECRET_KEY && route.callers().project().isEmpty()) {
            parameters.add(Map.of("$ref", PARAMETERS + PROJECT_HEADER));
            if (route.method().equals(HttpMethod.GET)) {
                parameters.add(Map.of("$ref", PARAMETERS + PROJECT));
            }
        }
        return parameters;
    }

    /** The parameters by which a session names its project, which keys and paths with a project do not need. */
    Map<String, Object> sharedParameters() {
        var id = JsonSchemas.with(JsonSchemas.of("string"), "format", "uuid");
        return Map.of(
                PROJECT_HEADER, parameter(PROJECT_HEADER, "header", false, sentence(PROJECT_HEADER), id),
                PROJECT, parameter(PROJECT, "query", false, sentence(PROJECT), id));
    }

    private Optional<String> sentence(String name) {
        return Optional.ofNullable(texts.parameters().nameToSentence().get(name));
    }

    /** An object in the query is JSON, percent-encoded. */
    private static Map<String, Object> parameter(
            String name, String place, boolean required, Optional<String> sentence, Map<String, Object> schema) {
        var parameter = new LinkedHashMap<String, Object>();
        parameter.put("name", name);
        parameter.put("in", place);
        parameter.put("required", required);
        sentence.ifPresent(text -> parameter.put("description", text));
        if ("object".equals(schema.get("type"))) {
            parameter.put("content", Map.of("application/json", Map.of("schema", schema)));
        } else {
            parameter.put("schema", schema);
        }
        return parameter;
    }

    private static Map<String, Object> named(Map<Integer, Set<String>> statusToCodes) {
        var named = new LinkedHashMap<String, Object>();
        statusToCodes.forEach((status, codes) -> named.put(status.toString(), codes));
        return named;
    }

    private Map<String, Object> responses(Route route, Set<Integer> failures, Map<String, String> sentences) {
        var responses = new TreeMap<String, Object>();
        var statusToResponses = new TreeMap<Integer, List<Response>>();
        route.contract().answers().forEach(answer -> statusToResponses
                .computeIfAbsent(answer.status(), ignored -> new ArrayList<>())
                .add(answer));
        statusToResponses.forEach((status, answers) -> responses.put(status.toString(), response(status, answers)));
        if (statusToResponses.isEmpty()) {
            responses.put("2XX", Map.of("description", "Done"));
        }
        failures.forEach(
                status -> responses.putIfAbsent(Integer.toString(status), failure(status.toString(), sentences)));
        return responses;
    }

    /** The sentence beside the reference wins over that of the shared answer. */
    private static Map<String, Object> failure(String status, Map<String, String> sentences) {
        var shared = JsonSchemas.with(Map.of(), "$ref", "#/components/responses/" + status);
        return Optional.ofNullable(sentences.get(status))
                .map(sentence -> JsonSchemas.with(shared, "description", sentence))
                .orElse(shared);
    }

    private Map<String, Object> media(String type, Map<String, Object> schema) {
        var media = JsonSchemas.with(Map.of(), "schema", schema);
        if (type.equals("application/json")) {
            jsonResponses.add(media);
        }
        return media;
    }

    /** Adds an example to each JSON answer; only now all schemas are known. */
    @SuppressWarnings("unchecked")
    void addExamples(ResponseExamples examples) {
        jsonResponses.forEach(media -> Optional.ofNullable(
                        examples.of((Map<String, Object>) Objects.requireNonNull(media.get("schema"))))
                .ifPresent(example -> media.put("example", example)));
    }

    private Map<String, Object> response(int status, List<Response> answers) {
        var response = new LinkedHashMap<String, Object>();
        response.put("description", ErrorSchemas.reason(status));
        var typeToSchemas = new LinkedHashMap<String, List<Map<String, Object>>>();
        answers.forEach(answer -> answer.contentType().ifPresent(type -> typeToSchemas
                .computeIfAbsent(type, ignored -> new ArrayList<>())
                .add(answer.type().map(schemas::schema).orElse(JsonSchemas.of("string")))));
        if (!typeToSchemas.isEmpty()) {
            var content = new LinkedHashMap<String, Object>();
            typeToSchemas.forEach((type, found) -> content.put(type, media(type, JsonSchemas.anyOf(found))));
            response.put("content", content);
        }
        return response;
    }
}
