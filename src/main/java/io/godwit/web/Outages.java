package io.godwit.web;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.db.Losses;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** Tells what passes by itself (the database is away, busy or too slow) from what is broken. */
final class Outages {

    private Outages() {}

    /** A 503 for a passing trouble; empty for anything else. */
    static Optional<Failure> failure(Throwable cause) {
        return isPassing(cause)
                ? Optional.of(Failure.later(Kind.SERVICE_UNAVAILABLE, "The service is busy; try again", 1))
                : Optional.empty();
    }

    private static boolean isPassing(Throwable cause) {
        if (cause instanceof PgException refused) {
            return isPassing(refused.getSqlState());
        }
        return Losses.isLoss(cause)
                || cause instanceof TimeoutException
                || cause instanceof IOException
                || (cause instanceof VertxException closed && "Connection was closed".equals(closed.getMessage()));
    }

    /**
     * Lock time-out (55P03), statement cancelled (57014), shutdown or crash (57P…), lost connection (08…), no resources (53…),
     * serialisation and deadlock (40…); PostgreSQL's Appendix A.
     */
    private static boolean isPassing(String state) {
        return state.equals("55P03")
                || state.startsWith("57")
                || state.startsWith("08")
                || state.startsWith("53")
                || state.startsWith("40");
    }
}
