package io.godwit.sending;

/** A newer claim holds the row: whoever made it goes on. Carries no stack trace: it is an answer. */
public final class OutboxLeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public OutboxLeaseLostException() {
        super("The row was claimed again", null, false, false);
    }
}
