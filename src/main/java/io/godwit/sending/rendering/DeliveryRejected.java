package io.godwit.sending.rendering;

import io.godwit.sending.AttemptOutcome;

/** An email ends, or waits, without having been offered to the mail server. Carries no stack trace: it is an answer. */
public final class DeliveryRejected extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient AttemptOutcome verdict;

    public DeliveryRejected(AttemptOutcome verdict) {
        super(verdict.reason(), null, false, false);
        this.verdict = verdict;
    }

    public AttemptOutcome verdict() {
        return verdict;
    }
}
