package io.godwit.db;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Signals that PostgreSQL did not answer in time, by our clock; the statement may still be carried out. */
final class StatementTimeoutException extends TimeoutException {

    private static final long serialVersionUID = 1L;

    StatementTimeoutException(Duration after) {
        super("PostgreSQL gave no answer within " + after);
    }
}
