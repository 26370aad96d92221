package io.godwit.sending;

/**
 * Signals that a newer claim holds the outbox row and continues the email. Has no stack trace: it is an expected answer.
 */
public final class OutboxLeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public OutboxLeaseLostException() {
        super("The row was claimed again", null, false, false);
    }
}
