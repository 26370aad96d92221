package io.godwit.ingest;

import java.io.IOException;

/** Signals that the answer to a COMMIT was lost, and its rows did not appear within two seconds. */
final class UnknownCommitException extends IOException {

    private static final long serialVersionUID = 1L;

    UnknownCommitException(Throwable cause) {
        super("The connection was lost while a transaction was being committed.", cause);
    }
}
