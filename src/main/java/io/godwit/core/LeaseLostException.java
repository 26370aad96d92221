package io.godwit.core;

/** Signals that a newer claim holds the row, or that the row is gone. Carries no stack trace: it is an expected result. */
public final class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LeaseLostException() {
        super("The row was claimed again", null, false, false);
    }
}
