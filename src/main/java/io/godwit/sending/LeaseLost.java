package io.godwit.sending;

/** A newer claim holds the row: whoever made it goes on. Carries no stack trace: it is an answer. */
final class LeaseLost extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LeaseLost() {
        super("The row was claimed again", null, false, false);
    }
}
