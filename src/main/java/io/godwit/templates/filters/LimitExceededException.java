package io.godwit.templates.filters;

/** Ends a rendering that asks for more work or a longer text than one email may. */
public final class LimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LimitExceededException() {
        super("The rendering takes too much work", null, false, false);
    }
}
