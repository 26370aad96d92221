package io.godwit.db;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** PostgreSQL did not answer in time, by our clock; what it was asked to do may still happen. */
final class StatementTimeoutException extends TimeoutException {

    private static final long serialVersionUID = 1L;

    StatementTimeoutException(Duration after) {
        super("PostgreSQL gave no answer within " + after);
    }
}
