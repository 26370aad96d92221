package io.godwit.backup;

import io.godwit.core.StartupException;

/** Signals that a backup cannot be made, read or restored. */
public final class BackupException extends StartupException {

    private static final long serialVersionUID = 1L;

    /** @param sentence the reason, with what to do about it */
    BackupException(String sentence) {
        super(sentence);
    }
}
