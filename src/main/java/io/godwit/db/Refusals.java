package io.godwit.db;

import io.godwit.core.Failure;
import io.vertx.core.VertxException;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.sqlclient.ClosedConnectionException;
import io.vertx.sqlclient.DatabaseException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * Tells a database that is away from a statement that is wrong. The first becomes a refusal the caller may repeat, and the
 * news of it; the second stays what it is.
 */
final class Refusals {

    /** Connection failures, too few resources, system errors (PostgreSQL, appendix A), by their first two letters. */
    private static final Set<String> AWAY_CLASSES = Set.of("08", "53", "58");

    /** Ended by an administrator, a crash or a start; read-only after a failover. */
    private static final Set<String> AWAY_STATES = Set.of("57P01", "57P02", "57P03", "57P05", "25006");

    private static final String STATEMENT_TIMEOUT = "57014";

    private final Availability availability;

    Refusals(Availability availability) {
        this.availability = availability;
    }

    static Failure away() {
        return Failure.later(
                Failure.Kind.SERVICE_UNAVAILABLE, "The database does not answer; try again in a moment", 1);
    }

    private static Failure busy() {
        return Failure.later(Failure.Kind.SERVICE_UNAVAILABLE, "The server is busy; try again in a moment", 1);
    }

    /** What the caller gets to see for {@code cause}. */
    Throwable of(Throwable cause) {
        if (isBusy(cause)) {
            return busy();
        }
        if (isAway(cause)) {
            availability.lost(cause);
            return away();
        }
        return cause;
    }

    private static boolean isBusy(Throwable cause) {
        return cause instanceof ConnectionPoolTooBusyException
                || "Timeout waiting for connection".equals(cause.getMessage())
                || STATEMENT_TIMEOUT.equals(stateOf(cause));
    }

    private static boolean isAway(Throwable cause) {
        var state = stateOf(cause);
        return AWAY_STATES.contains(state)
                || AWAY_CLASSES.stream().anyMatch(state::startsWith)
                || cause instanceof IOException
                || cause instanceof TimeoutException
                || cause instanceof ClosedConnectionException
                || cause.getClass() == VertxException.class;
    }

    /** Empty unless PostgreSQL itself refused. A plain {@link VertxException} is the driver's word for a lost connection. */
    private static String stateOf(Throwable cause) {
        return cause instanceof DatabaseException refused ? String.valueOf(refused.getSqlState()) : "";
    }
}
