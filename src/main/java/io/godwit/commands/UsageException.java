package io.godwit.commands;

import io.godwit.core.StartupException;

/** Signals that a command was called with the wrong arguments; its usage is printed below the sentence. */
public final class UsageException extends StartupException {

    private static final long serialVersionUID = 1L;

    /** @param sentence the mistake, with what to write instead */
    public UsageException(String sentence) {
        super(sentence);
    }
}
