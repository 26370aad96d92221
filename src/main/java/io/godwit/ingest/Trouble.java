package io.godwit.ingest;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.db.Losses;
import io.vertx.pgclient.PgException;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/** What kind of failure ended a transaction, and so who has to suffer for it. */
enum Trouble {
    /** The connection or the server is gone, or too slow to wait for: nobody's fault among the callers. */
    LOST,
    /** Somebody holds what a call needs (lock time-out, deadlock): it may go better a moment later. */
    BUSY,
    /** One of the calls cannot be written; the others can. */
    CALL;

    private static final Set<String> BUSY_STATES = Set.of("55P03", "40P01", "40001");

    /** Resources, operator intervention and time-outs, system errors, internal errors (PostgreSQL appendix A). */
    private static final Set<String> LOST_CLASSES = Set.of("08", "53", "57", "58", "XX");

    /** A server that has become a standby. */
    private static final String READ_ONLY = "25006";

    private static final long RETRY_AFTER_SECONDS = 1;

    static Trouble of(Throwable cause) {
        if (cause instanceof PgException refused) {
            return of(String.valueOf(refused.getSqlState()));
        }
        return Losses.isLoss(cause) || cause instanceof TimeoutException || cause instanceof UnclearCommit
                ? LOST
                : CALL;
    }

    private static Trouble of(String state) {
        if (BUSY_STATES.contains(state)) {
            return BUSY;
        }
        return state.equals(READ_ONLY) || LOST_CLASSES.contains(state.substring(0, Math.min(2, state.length())))
                ? LOST
                : CALL;
    }

    /** What callers are told who are not to blame. */
    static Failure unavailable() {
        return Failure.later(
                Kind.SERVICE_UNAVAILABLE,
                "The service is busy or its database is away; try again",
                RETRY_AFTER_SECONDS);
    }
}
