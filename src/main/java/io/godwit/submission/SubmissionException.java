package io.godwit.submission;

import io.godwit.core.Failure;
import io.godwit.core.SingleLine;
import java.util.Map;

/** Signals that a message is refused, with the reply that says so. Has no stack trace: it is an expected answer. */
final class SubmissionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Max characters of a sentence, so that the reply stays a line of at most 512 octets (RFC 5321 §4.5.3.1.5). */
    private static final int MAX_SENTENCE = 480;

    private final String reply;

    private SubmissionException(String reply) {
        super(reply, null, false, false);
        this.reply = reply;
    }

    /** @param code the reply code and the enhanced one */
    static SubmissionException of(String code, String sentence) {
        var line = SingleLine.of(sentence, MAX_SENTENCE).replaceAll("[^\\x20-\\x7e]", "?");
        return new SubmissionException(code + " " + line);
    }

    /** Signals a message that cannot be read (RFC 3463 §3.7). */
    static SubmissionException malformed(String sentence) {
        return of("554 5.6.0", sentence);
    }

    /** Says by SMTP what the API says by status and code. */
    static SubmissionException of(Failure failure) {
        return switch (failure.kind()) {
            case INVALID_API_KEY, UNAUTHORIZED, MISSING_AUTH -> of("421 4.7.0", "The key is no longer valid");
            case PROJECT_DISABLED, FORBIDDEN, PROJECT_ACCESS_DENIED, BAD_REQUEST, EMAIL_VERIFICATION_REQUIRED ->
                of("550 5.7.1", sentence(failure));
            case RATE_LIMIT_EXCEEDED -> of("450 4.7.1", later(failure));
            case BILLING_LIMIT_EXCEEDED -> of("452 4.7.1", sentence(failure));
            case SERVICE_UNAVAILABLE, IDEMPOTENCY_IN_PROGRESS -> of("451 4.3.0", later(failure));
            case PAYLOAD_TOO_LARGE -> of("552 5.3.4", sentence(failure));
            default -> malformed(sentence(failure));
        };
    }

    private static String sentence(Failure failure) {
        var all = new StringBuilder(failure.sentence());
        failure.issues().stream()
                .filter(issue -> !failure.sentence().contains(issue.message()))
                .forEach(issue ->
                        all.append("; ").append(issue.field()).append(": ").append(issue.message()));
        return all.toString();
    }

    private static String later(Failure failure) {
        return sentence(failure) + seconds(failure.details());
    }

    private static String seconds(Map<String, Object> details) {
        return details.containsKey("retryAfter") ? "; come again in " + details.get("retryAfter") + " seconds" : "";
    }

    String reply() {
        return reply;
    }
}
