package io.godwit.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An error the caller can act on: a kind, a sentence, and every mistake found. It knows no HTTP status; the web package maps the
 * kind. Anything else that is thrown is our own fault and is answered without its text.
 *
 * <p>A failure carries no stack trace, because it is an answer and not a fault.
 */
public final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kind of a failure, named by the code the API shows. */
    public enum Kind {
        BAD_REQUEST,
        VALIDATION_ERROR,
        MALFORMED_BODY,
        UNAUTHORIZED,
        MISSING_AUTH,
        INVALID_API_KEY,
        FORBIDDEN,
        PROJECT_ACCESS_DENIED,
        PROJECT_DISABLED,
        EMAIL_VERIFICATION_REQUIRED,
        ROUTE_NOT_FOUND,
        RESOURCE_NOT_FOUND,
        CONTACT_NOT_FOUND,
        TEMPLATE_NOT_FOUND,
        CAMPAIGN_NOT_FOUND,
        WORKFLOW_NOT_FOUND,
        METHOD_NOT_ALLOWED,
        CONFLICT,
        IDEMPOTENCY_KEY_REUSED,
        IDEMPOTENCY_IN_PROGRESS,
        PAYLOAD_TOO_LARGE,
        UNSUPPORTED_MEDIA_TYPE,
        RATE_LIMIT_EXCEEDED,
        BILLING_LIMIT_EXCEEDED,
        SERVICE_UNAVAILABLE
    }

    /**
     * One mistake in a request.
     *
     * @param field the dotted path, array positions as numbers ({@code attachments.0.filename}); empty for the whole body
     * @param code one of
     * {@code invalid_type invalid_string too_small too_big invalid_union invalid_enum_value custom reserved_event required
     * unrecognized_keys}
     * @param received the JSON type found, only for {@code invalid_type}; the name, for {@code reserved_event}
     */
    public record Issue(String field, String message, String code, Optional<String> received) {

        public static Issue of(String field, String code, String message) {
            return new Issue(field, message, code, Optional.empty());
        }
    }

    private final Kind kind;
    private final transient List<Issue> issues;
    private final transient Map<String, Object> details;

    private Failure(Kind kind, String sentence, List<Issue> issues, Map<String, Object> details) {
        this(kind, sentence, issues, details, null);
    }

    private Failure(
            Kind kind, String sentence, List<Issue> issues, Map<String, Object> details, @Nullable Throwable cause) {
        super(sentence, cause, false, false);
        this.kind = kind;
        this.issues = List.copyOf(issues);
        this.details = Map.copyOf(details);
    }

    public static Failure of(Kind kind, String sentence) {
        return new Failure(kind, sentence, List.of(), Map.of());
    }

    public static Failure of(Kind kind, String sentence, List<Issue> issues) {
        return new Failure(kind, sentence, issues, Map.of());
    }

    /** Every mistake of a request at once; answered with status 422. */
    public static Failure invalid(List<Issue> issues) {
        return new Failure(Kind.VALIDATION_ERROR, sentence(issues), issues, Map.of());
    }

    /** Names the first mistake, because many clients show nothing but the sentence. */
    private static String sentence(List<Issue> issues) {
        return issues.stream()
                .findFirst()
                .map(first -> "Request validation failed: " + (first.field().isEmpty() ? "" : first.field() + ": ")
                        + first.message())
                .orElse("Request validation failed");
    }

    public static Failure invalid(String field, String code, String message) {
        return invalid(List.of(Issue.of(field, code, message)));
    }

    /** Returns one answer for an unknown id and for an id of another project. */
    public static Failure notFound(Kind kind, String resource, String id) {
        return new Failure(kind, resource + " not found", List.of(), Map.of("resource", resource, "id", id));
    }

    /**
     * A refusal that is over after some time.
     *
     * @param retryAfterSeconds at least 1; sent as {@code Retry-After} (RFC 9110 §10.2.3)
     */
    public static Failure later(Kind kind, String sentence, long retryAfterSeconds) {
        return new Failure(kind, sentence, List.of(), Map.of("retryAfter", Math.max(1, retryAfterSeconds)));
    }

    public Failure with(String key, Object value) {
        var more = new HashMap<>(details);
        more.put(key, value);
        return new Failure(kind, sentence(), issues, more, getCause());
    }

    /** Returns the same refusal with what led to it, for callers in this process; no answer shows the cause. */
    public Failure causedBy(Throwable cause) {
        return new Failure(kind, sentence(), issues, details, cause);
    }

    public Kind kind() {
        return kind;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }

    public List<Issue> issues() {
        return issues;
    }

    public Map<String, Object> details() {
        return details;
    }
}
