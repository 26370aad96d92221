package io.godwit.ingest;

import io.godwit.core.Timeouts;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A dedicated connection, opened when it is needed and again after it was lost. Touched only on its verticle's context. */
final class BatchConnection {

    /**
     * Settings for a single query plan. All statements reach their rows by arrays of keys through an index. By default the
     * planner keeps a plan made while a table was empty, and reads the whole table with it when it has grown.
     */
    private static final String ONE_PLAN = """
            SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;
            SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off
            """;

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Database database;
    private @Nullable SqlConnection open;

    BatchConnection(Database database) {
        this.database = database;
    }

    /** Returns the connection; opens one when there is none, and fails when that takes more than some seconds. */
    Future<SqlConnection> connection() {
        var connection = open;
        return connection != null ? Future.succeededFuture(connection) : connect();
    }

    private Future<SqlConnection> connect() {
        return database.dedicated().compose(this::prepared);
    }

    private Future<SqlConnection> prepared(SqlConnection connection) {
        open = connection;
        connection.closeHandler(ignored -> discard(connection));
        return inTime(connection.query(ONE_PLAN).execute())
                .map(ignored -> connection)
                .onFailure(ignored -> discard());
    }

    private void discard(SqlConnection connection) {
        if (open == connection) {
            open = null;
        }
    }

    /** Rolls back the connection's transaction; the next statements queue up behind. Completes when it has ended, and never fails. */
    Future<Void> rollBack() {
        var connection = open;
        return connection == null
                ? Future.succeededFuture()
                : inTime(connection.query("ROLLBACK").execute())
                        .onFailure(ignored -> discard())
                        .otherwiseEmpty()
                        .mapEmpty();
    }

    private <T> Future<T> inTime(Future<T> work) {
        return Timeouts.within(TIMEOUT, database.availability().untilSilence(work));
    }

    /** Closes the connection without waiting: it may be dead, or hung. PostgreSQL rolls back its transaction. */
    void discard() {
        var connection = open;
        open = null;
        if (connection != null) {
            database.abort(connection);
        }
    }

    Future<Void> close() {
        var connection = open;
        open = null;
        return connection == null ? Future.succeededFuture() : connection.close();
    }
}
