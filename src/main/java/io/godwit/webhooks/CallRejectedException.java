package io.godwit.webhooks;

/**
 * The rejection of a call that must not be made, as a sentence that begins with a code. It carries no stack trace, because
 * it is an expected result.
 */
final class CallRejectedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private CallRejectedException(String sentence) {
        super(sentence, null, false, false);
    }

    /** Rejects a target that may not be called. */
    static CallRejectedException target(String sentence) {
        return new CallRejectedException("SSRF_BLOCKED: " + sentence);
    }

    /** Rejects a call that is no valid request. */
    static CallRejectedException request(String sentence) {
        return new CallRejectedException("INVALID_REQUEST: " + sentence);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
