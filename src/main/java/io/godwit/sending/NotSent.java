package io.godwit.sending;

/** An email ends, or waits, without having been offered to the mail server. Carries no stack trace: it is an answer. */
final class NotSent extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Verdict verdict;

    NotSent(Verdict verdict) {
        super(verdict.reason(), null, false, false);
        this.verdict = verdict;
    }

    Verdict verdict() {
        return verdict;
    }
}
