package io.godwit.sending.rendering;

import io.godwit.sending.attempt.AttemptOutcome;

/**
 * Signals that work on an email stops before anything was sent. Has no stack trace: it is an expected answer.
 */
public abstract sealed class DeliveryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private DeliveryException(String sentence) {
        super(sentence, null, false, false);
    }

    /**
     * Signals that the node is stopping, its journal or the database is not available, or the lease is lost. The row is released
     * unchanged.
     */
    public static final class Released extends DeliveryException {

        private static final long serialVersionUID = 1L;

        public Released(String sentence) {
            super(sentence);
        }
    }

    /** Signals that the email ends, or waits, without an attempt at the mail server. */
    public static final class Rejected extends DeliveryException {

        private static final long serialVersionUID = 1L;

        private final transient AttemptOutcome outcome;

        public Rejected(AttemptOutcome outcome) {
            super(outcome.reason());
            this.outcome = outcome;
        }

        public AttemptOutcome outcome() {
            return outcome;
        }
    }
}
