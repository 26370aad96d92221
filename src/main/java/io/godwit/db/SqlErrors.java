package io.godwit.db;

import io.godwit.core.Failure;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.sqlclient.DatabaseException;
import java.util.Set;

/**
 * Tells an unavailable database from a wrong statement. An outage becomes a refusal the caller may repeat, and is reported; a
 * wrong statement's error stays as it is.
 */
final class SqlErrors {

    /**
     * Messages of a pool whose connections are all in use for too long, or that stops; its exceptions then have no class of their
     * own.
     */
    private static final Set<String> NOT_ACQUIRED = Set.of("Timeout", "Pool closed", "Client is closed");

    private final DatabaseAvailability availability;

    SqlErrors(DatabaseAvailability availability) {
        this.availability = availability;
    }

    static Failure unavailable() {
        return Failure.later(
                Failure.Kind.SERVICE_UNAVAILABLE, "The database does not answer; try again in a moment", 1);
    }

    private static Failure busy() {
        return Failure.later(Failure.Kind.SERVICE_UNAVAILABLE, "The server is busy; try again in a moment", 1);
    }

    /** The error shown to the caller of a statement that, or whose connection, failed with {@code cause}. */
    Throwable translate(Throwable cause) {
        if (cause instanceof DatabaseException && SqlErrorKind.isStatementTimeout(cause)) {
            return busy().causedBy(cause);
        }
        return isUnavailable(cause) ? lost(cause) : cause;
    }

    /** The error shown when no connection was acquired: either the pool has too many users, or PostgreSQL is away. */
    Failure ofAcquiring(Throwable cause) {
        return isExhausted(cause) ? busy() : lost(cause);
    }

    private Failure lost(Throwable cause) {
        availability.lost(cause);
        return unavailable();
    }

    private static boolean isExhausted(Throwable cause) {
        return cause instanceof ConnectionPoolTooBusyException
                || NOT_ACQUIRED.contains(String.valueOf(cause.getMessage()));
    }

    private static boolean isUnavailable(Throwable cause) {
        return cause instanceof DatabaseException
                ? SqlErrorKind.of(cause) == SqlErrorKind.OUTAGE
                : ConnectionErrors.isLoss(cause);
    }
}
