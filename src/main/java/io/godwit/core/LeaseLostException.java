package io.godwit.core;

/** A newer claim holds the job, or it is gone. Carries no stack trace: it is an answer. */
public final class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LeaseLostException() {
        super("The job was claimed again", null, false, false);
    }
}
