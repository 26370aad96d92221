package io.godwit.jobs;

/** A newer claim holds the job, or it is gone. Carries no stack trace: it is an answer. */
final class LeaseLost extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LeaseLost() {
        super("The job was claimed again", null, false, false);
    }
}
