package io.godwit.core;

/**
 * The node cannot start as things are on this machine, and the message says what to do about it. It has no stack trace:
 * whoever reads it runs the server and does not write it.
 */
public class StartupException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** @param sentence what is wrong, and what to do */
    public StartupException(String sentence) {
        super(sentence);
    }

    @Override
    public final synchronized Throwable fillInStackTrace() {
        return this;
    }
}
