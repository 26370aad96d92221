package io.godwit.workflows.executions;

import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/**
 * Counts the executions of a workflow by status, and the visits of each step by result: folded counts and deltas are read
 * together, so the sum is exact. Never counted row by row for a request: five million visits take PostgreSQL more than a second.
 */
public final class ExecutionCounts {

    /** Executions that are at the step now. */
    static final String WAITING = "waiting";

    static final String PASSED = "passed";
    static final String SKIPPED = "skipped";
    static final String FAILED = "failed";

    /** Prefix of the name of the exit a visit left by. */
    static final String BRANCH = "branch:";

    private static final Duration BETWEEN_FOLDS = Duration.ofSeconds(2);
    private static final int FOLDED_BATCH_SIZE = 5_000;

    private final Database database;
    private final ExecutionCountStore store = new ExecutionCountStore();

    public ExecutionCounts(Database database) {
        this.database = database;
    }

    /** The counts of workflows or steps by their ids; an id without counts is missing. */
    public Future<Map<UUID, Map<String, Long>>> counts(SqlClient db, Tenant tenant, Collection<UUID> subjects) {
        return store.read(db, tenant, subjects);
    }

    /**
     * Starts to fold on the caller's context; stop the loop to end it. Any number of nodes may: each locks rows that no other
     * holds.
     */
    public PollLoop start(Vertx vertx) {
        return PollLoop.start(vertx, "workflows-counts", BETWEEN_FOLDS, this::foldDeltas);
    }

    Future<Next> foldDeltas() {
        return store.foldDeltas(database.workers(), FOLDED_BATCH_SIZE)
                .map(folded -> folded == FOLDED_BATCH_SIZE ? Next.MORE : Next.IDLE);
    }
}
