package io.godwit.webhooks;

/** A call that is not to be made, in a sentence that begins with a code. It carries no stack trace, because it is an answer. */
final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private Refused(String sentence) {
        super(sentence, null, false, false);
    }

    /** It leads where we do not call. */
    static Refused target(String sentence) {
        return new Refused("SSRF_BLOCKED: " + sentence);
    }

    /** It cannot be written down as a request. */
    static Refused request(String sentence) {
        return new Refused("INVALID_REQUEST: " + sentence);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
