package io.godwit.core;

/**
 * Signals that the node cannot start on this machine; the message says what to do about it. It has no stack trace: its reader
 * operates the server and does not develop it.
 */
public class StartupException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** @param sentence the problem, and its remedy */
    public StartupException(String sentence) {
        super(sentence);
    }

    @Override
    public final synchronized Throwable fillInStackTrace() {
        return this;
    }
}
