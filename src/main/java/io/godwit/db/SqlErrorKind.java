package io.godwit.db;

import io.godwit.core.Failure;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.sqlclient.DatabaseException;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * Classifies the failure of a statement or transaction by what its caller should do next. The SQLSTATE codes are those of
 * PostgreSQL's documentation, appendix A.
 */
public enum SqlErrorKind {
    /** The server or the connection is gone, stopping, full, or read-only: every caller waits, and none is at fault. */
    OUTAGE,
    /** Another transaction was in the way (deadlock, serialisation): nothing was done; repeat the transaction at once. */
    CONFLICT,
    /** A lock was not available or the statement's timeout has passed: nothing was done; repeat the transaction later. */
    BUSY,
    /** A value, a constraint or a size limit refuses the rows: the same rows are refused again, others are not. */
    CONTENT,
    /** The statement or our code is wrong: repeating it does not help. */
    BUG;

    /** Connection, resources, operator intervention, system error. */
    private static final Set<String> OUTAGE_CLASSES = Set.of("08", "53", "57", "58");

    /** A server that has become a standby (25006) refuses every write. */
    private static final String READ_ONLY = "25006";

    /** Serialisation and deadlock (40001, 40P01), and other rollbacks PostgreSQL decides on. */
    private static final String ROLLBACK_CLASS = "40";

    /** An object in use by another session, a lock that was not available in time (55P03). */
    private static final String NOT_IN_STATE_CLASS = "55";

    private static final String STATEMENT_TIMEOUT = "57014";

    /** A value (22), a constraint (23), two rows where one may be (21), a size limit (54), raised by a function of ours (P0). */
    private static final Set<String> CONTENT_CLASSES = Set.of("21", "22", "23", "54", "P0");

    private static final String UNIQUE_VIOLATION = "23505";

    private static final int CLASS_LENGTH = 2;

    /**
     * Classifies any failure of a transaction. A {@link Failure} is an {@link #OUTAGE} when it says that the service is not
     * available, and {@link #CONTENT} otherwise; an error that comes neither from PostgreSQL nor from its driver is a
     * {@link #BUG}.
     */
    public static SqlErrorKind of(Throwable cause) {
        if (cause instanceof DatabaseException refused) {
            return ofState(String.valueOf(refused.getSqlState()));
        }
        if (cause instanceof Failure failure) {
            return failure.kind() == Failure.Kind.SERVICE_UNAVAILABLE ? OUTAGE : CONTENT;
        }
        return isOutage(cause) ? OUTAGE : BUG;
    }

    /** A missing answer of another node ({@link ReplyException}) is an outage like a missing answer of PostgreSQL. */
    private static boolean isOutage(Throwable cause) {
        return ConnectionErrors.isLoss(cause) || cause instanceof TimeoutException || cause instanceof ReplyException;
    }

    /** Classifies a SQLSTATE of five characters; an unknown one is a {@link #BUG}. */
    static SqlErrorKind ofState(String state) {
        var stateClass = state.substring(0, Math.min(CLASS_LENGTH, state.length()));
        if (state.equals(STATEMENT_TIMEOUT) || stateClass.equals(NOT_IN_STATE_CLASS)) {
            return BUSY;
        }
        if (stateClass.equals(ROLLBACK_CLASS)) {
            return CONFLICT;
        }
        if (state.equals(READ_ONLY) || OUTAGE_CLASSES.contains(stateClass)) {
            return OUTAGE;
        }
        return CONTENT_CLASSES.contains(stateClass) ? CONTENT : BUG;
    }

    /** True when a row with the same key was there, or came at the same moment. */
    public static boolean isUniqueViolation(Throwable cause) {
        return cause instanceof DatabaseException refused && UNIQUE_VIOLATION.equals(refused.getSqlState());
    }

    /** True when PostgreSQL has cancelled the statement, after its timeout or on request; also for the refusal a pool makes of it. */
    public static boolean isStatementTimeout(Throwable cause) {
        var origin = cause instanceof Failure refusal ? refusal.getCause() : cause;
        return origin instanceof DatabaseException refused && STATEMENT_TIMEOUT.equals(refused.getSqlState());
    }

    /** True when the same work may succeed later. */
    public boolean isTransient() {
        return this == OUTAGE || this == CONFLICT || this == BUSY;
    }
}
