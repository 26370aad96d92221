package io.godwit.sending.rendering;

import io.godwit.sending.AttemptOutcome;

/**
 * Signals that an email ends, or waits, without an attempt at the mail server. Has no stack trace: it is an expected answer.
 */
public final class DeliveryRejected extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient AttemptOutcome outcome;

    public DeliveryRejected(AttemptOutcome outcome) {
        super(outcome.reason(), null, false, false);
        this.outcome = outcome;
    }

    public AttemptOutcome verdict() {
        return outcome;
    }
}
