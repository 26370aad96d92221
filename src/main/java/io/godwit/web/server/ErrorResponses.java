package io.godwit.web.server;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.web.ApiResponse;
import io.godwit.web.FailureStatus;
import io.godwit.web.body.JsonWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns an exception into the error body of the API: the nested envelope, and beside it the flat {@code code}, {@code message}
 * and {@code time} that first-generation clients read.
 */
final class ErrorResponses {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorResponses.class);

    private ErrorResponses() {}

    /**
     * The answer to a failed request. Anything but a {@link Failure} is an error of the server: logged once, answered without its
     * text.
     */
    static ApiResponse answer(Throwable cause, String requestId) {
        if (cause instanceof Failure failure) {
            return answer(failure, requestId);
        }
        var outage = TransientErrors.failure(cause);
        if (outage.isPresent()) {
            LOG.atWarn().addKeyValue("request", requestId).log("A request was refused: {}", cause.toString());
            return answer(outage.get(), requestId);
        }
        LOG.atError().addKeyValue("request", requestId).setCause(cause).log("A request failed because of an internal error");
        return answer(500, "INTERNAL_SERVER_ERROR", "Something went wrong on our side", requestId, Map.of());
    }

    /** An error no {@link Failure} stands for, such as a request line too long to be read. */
    static ApiResponse answer(int status, String code, String sentence, String requestId, Map<String, Object> more) {
        var now = Instant.now();
        var error = new LinkedHashMap<String, Object>();
        error.put("code", code);
        error.put("message", sentence);
        error.put("statusCode", status);
        error.put("requestId", requestId);
        error.putAll(more);
        var body = new LinkedHashMap<String, Object>();
        body.put("success", false);
        body.put("error", error);
        body.put("timestamp", JsonWriter.time(now));
        body.put("code", status);
        body.put("message", sentence);
        body.put("time", now.toEpochMilli());
        return new ApiResponse(status, body, Map.of());
    }

    private static ApiResponse answer(Failure failure, String requestId) {
        var more = new LinkedHashMap<String, Object>();
        if (!failure.issues().isEmpty()) {
            more.put(
                    "errors",
                    failure.issues().stream().map(ErrorResponses::item).toList());
        }
        if (!failure.details().isEmpty()) {
            more.put("details", failure.details());
        }
        suggestion(failure).ifPresent(text -> more.put("suggestion", text));
        var response = answer(
                FailureStatus.of(failure.kind()),
                FailureStatus.code(failure.kind()),
                failure.sentence(),
                requestId,
                more);
        return withHeaders(response, failure);
    }

    private static Map<String, Object> item(Issue issue) {
        var item = new LinkedHashMap<String, Object>();
        item.put("field", issue.field());
        item.put("message", issue.message());
        item.put("code", issue.code());
        issue.received().ifPresent(received -> item.put("received", received));
        return item;
    }

    private static ApiResponse withHeaders(ApiResponse response, Failure failure) {
        var retryAfter = failure.details().get("retryAfter");
        if (retryAfter != null) {
            return response.with("Retry-After", retryAfter.toString());
        }
        var allow = failure.details().get("allow");
        if (allow != null) {
            return response.with("Allow", allow.toString());
        }
        return response.status() == 401 ? response.with("WWW-Authenticate", "Bearer") : response;
    }

    private static Optional<String> suggestion(Failure failure) {
        return Optional.ofNullable(
                switch (failure.kind()) {
                    case MALFORMED_BODY -> "Send valid JSON in UTF-8 with the header Content-Type: application/json.";
                    case VALIDATION_ERROR -> forIssues(failure.issues());
                    case MISSING_AUTH -> "Send the header Authorization: Bearer and one of the project's API keys.";
                    case INVALID_API_KEY -> "Check the key: a public key may only track, and rotated keys end at once.";
                    case FORBIDDEN -> "Check that the resource, such as a sender's domain, belongs to this project.";
                    case PROJECT_DISABLED -> "The project may read but not write; ask its owner or the operator.";
                    case TEMPLATE_NOT_FOUND -> "Check the id, and that the template belongs to this project.";
                    case RATE_LIMIT_EXCEEDED -> "Wait for the seconds that Retry-After names, then go on more slowly.";
                    default -> null;
                });
    }

    private static String forIssues(List<Issue> issues) {
        return issues.stream().anyMatch(issue -> issue.code().equals("invalid_type"))
                ? "One or more fields are missing or have the wrong type."
                : "One or more fields have a value that is not allowed; see errors.";
    }
}
