package io.godwit.web.openapi;

import io.godwit.core.Failure;
import io.godwit.web.FailureStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Writes the answers to requests that fail, whose form is the same on all routes, and the headers of all answers. */
final class ErrorSchemas {

    private static final Map<Integer, String> REASONS = Map.ofEntries(
            Map.entry(200, "OK"),
            Map.entry(201, "Created"),
            Map.entry(202, "Accepted; the work is done in the background"),
            Map.entry(204, "Done; there is no body"),
            Map.entry(302, "Leads on to another address"),
            Map.entry(303, "Leads on to another page"),
            Map.entry(400, "The request cannot be read, or cannot be done as things stand"),
            Map.entry(401, "No credentials, or wrong ones"),
            Map.entry(403, "The key, the role or the project may not do this"),
            Map.entry(404, "There is no such thing in this project"),
            Map.entry(
                    409, "In conflict with the present state, or with an earlier request of the same Idempotency-Key"),
            Map.entry(413, "The body is too large"),
            Map.entry(415, "The body has another content type than JSON"),
            Map.entry(422, "Fields or parameters are missing, wrong or unknown; errors names each of them"),
            Map.entry(429, "Too many requests, or a billing limit is reached; Retry-After says when to try again"),
            Map.entry(500, "A fault of the server; it is in its log under the request's id"),
            Map.entry(503, "The server is overloaded or its database is away; try again later"));

    private static final String RETRY_AFTER = "Retry-After";

    private ErrorSchemas() {}

    static String reason(int status) {
        return REASONS.getOrDefault(status, "Answer");
    }

    /** One shared answer for each status of failure. */
    static Map<String, Object> responses() {
        var responses = new TreeMap<String, Object>();
        REASONS.forEach((status, reason) -> {
            if (status >= 400) {
                responses.put(status.toString(), response(status, reason));
            }
        });
        return responses;
    }

    private static Map<String, Object> response(int status, String reason) {
        var response = new LinkedHashMap<String, Object>();
        response.put("description", reason);
        var names = headersOf(status);
        if (!names.isEmpty()) {
            var references = new LinkedHashMap<String, Object>();
            names.forEach(name -> references.put(name, Map.of("$ref", "#/components/headers/" + name)));
            response.put("headers", references);
        }
        response.put("content", Map.of("application/json", Map.of("schema", JsonSchemas.reference("Error"))));
        return response;
    }

    private static Set<String> headersOf(int status) {
        return switch (status) {
            case 429 -> headers().keySet();
            case 503 -> Set.of(RETRY_AFTER);
            default -> Set.of();
        };
    }

    static Map<String, Object> headers() {
        var headers = new LinkedHashMap<String, Object>();
        headers.put("RateLimit-Limit", header("Requests per minute that the project may make"));
        headers.put("RateLimit-Remaining", header("Requests that are left in the window"));
        headers.put("RateLimit-Reset", header("Seconds until the window has room again"));
        headers.put(RETRY_AFTER, header("Seconds to wait before the next try"));
        return headers;
    }

    private static Map<String, Object> header(String description) {
        return Map.of("description", description, "schema", JsonSchemas.of("integer"));
    }

    static Map<String, Object> error(Map<String, String> codeToMeaning) {
        var text = JsonSchemas.of("string");
        var number = JsonSchemas.of("integer");
        var issue = new LinkedHashMap<String, Object>();
        issue.put("field", described(text, "The member or the parameter that is wrong"));
        issue.put("message", described(text, "What is wrong with it"));
        issue.put("code", described(text, "The kind of mistake, such as too_big"));
        issue.put("received", described(text, "The JSON type that came, or the name; absent for other mistakes"));
        var error = new LinkedHashMap<String, Object>();
        var codes = codeToStatus();
        var code = JsonSchemas.with(text, "enum", List.copyOf(codes.keySet()));
        code.put("x-statuses", codes);
        code.put("x-meanings", inOrder(codes.keySet(), codeToMeaning));
        error.put("code", described(code, "The code of the failure"));
        error.put("message", described(text, "What went wrong, for people"));
        error.put("statusCode", described(number, "The status of the answer"));
        error.put(
                "requestId",
                described(JsonSchemas.format("string", "uuid"), "The id of the request, under which it is in the log"));
        error.put(
                "errors",
                described(
                        JsonSchemas.array(JsonSchemas.object(issue, List.of("field", "message", "code"))),
                        "Each mistake in the request; absent for other failures"));
        error.put("details", described(JsonSchemas.freeObject(), "More about the failure; absent where there is none"));
        error.put("suggestion", described(text, "What to do about it; absent where there is none"));
        var body = new LinkedHashMap<String, Object>();
        body.put("success", JsonSchemas.of("boolean"));
        body.put("error", JsonSchemas.object(error, List.of("code", "message", "statusCode", "requestId")));
        body.put("timestamp", JsonSchemas.format("string", "date-time"));
        body.put("code", number);
        body.put("message", text);
        body.put("time", number);
        return JsonSchemas.object(body, List.copyOf(body.keySet()));
    }

    private static Map<String, Object> described(Map<String, Object> schema, String sentence) {
        return JsonSchemas.with(schema, "description", sentence);
    }

    private static Map<String, Object> inOrder(Set<String> codes, Map<String, String> codeToMeaning) {
        var ordered = new LinkedHashMap<String, Object>();
        codes.forEach(code -> ordered.put(code, Objects.requireNonNull(codeToMeaning.get(code), code)));
        return ordered;
    }

    private static Map<String, Integer> codeToStatus() {
        var codeToStatus = new LinkedHashMap<String, Integer>();
        Stream.of(Failure.Kind.values())
                .filter(kind -> FailureStatus.code(kind).equals(kind.name()))
                .forEach(kind -> codeToStatus.put(kind.name(), FailureStatus.of(kind)));
        codeToStatus.put(RouteFailures.INTERNAL, 500);
        return codeToStatus;
    }
}
