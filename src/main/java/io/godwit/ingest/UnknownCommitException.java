package io.godwit.ingest;

import java.io.IOException;

/** The answer to a COMMIT was lost, and for two seconds its rows were not to be seen. */
final class UnknownCommitException extends IOException {

    private static final long serialVersionUID = 1L;

    UnknownCommitException(Throwable cause) {
        super("The connection was lost while a transaction was being committed.", cause);
    }
}
