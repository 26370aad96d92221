package io.godwit.db;

import java.io.IOException;

/** Signals that PostgreSQL gave us no connection, for whatever reason: no statement was sent. */
public final class NoConnectionException extends IOException {

    private static final long serialVersionUID = 1L;

    NoConnectionException(Throwable cause) {
        super("There is no connection to PostgreSQL.", cause);
    }
}
