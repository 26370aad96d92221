package io.godwit.core;

/** A newer claim holds the row, or it is gone: whoever made the claim goes on. Carries no stack trace: it is an answer. */
public final class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LeaseLostException() {
        super("The row was claimed again", null, false, false);
    }
}
