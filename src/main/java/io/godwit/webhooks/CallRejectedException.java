package io.godwit.webhooks;

/** A call that is not to be made, in a sentence that begins with a code. It carries no stack trace, because it is an answer. */
final class CallRejectedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private CallRejectedException(String sentence) {
        super(sentence, null, false, false);
    }

    /** It leads where we do not call. */
    static CallRejectedException target(String sentence) {
        return new CallRejectedException("SSRF_BLOCKED: " + sentence);
    }

    /** It cannot be written down as a request. */
    static CallRejectedException request(String sentence) {
        return new CallRejectedException("INVALID_REQUEST: " + sentence);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
