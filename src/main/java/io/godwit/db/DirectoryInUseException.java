package io.godwit.db;

import io.godwit.core.StartupException;

/** Signals that another process holds the lock of a data directory. */
final class DirectoryInUseException extends StartupException {

    private static final long serialVersionUID = 1L;

    DirectoryInUseException(String sentence) {
        super(sentence);
    }
}
