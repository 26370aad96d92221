package io.godwit.ingest;

import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection of our own, opened when it is needed and again after it was lost. Touched only on its verticle's context. */
final class Session {

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    private static final Duration CONNECT_DEADLINE = Duration.ofSeconds(2);

    /**
     * All our statements reach their rows by arrays of keys through an index. Left to itself the planner keeps a plan made
     * while a table was empty, and reads the whole table with it when it has grown.
     */
    private static final String ONE_PLAN = """
            SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;
            SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off
            """;

    private final Database database;
    private @Nullable SqlConnection open;

    Session(Database database) {
        this.database = database;
    }

    /** The connection; opens one when there is none. */
    Future<SqlConnection> connection() {
        var connection = open;
        return connection != null ? Future.succeededFuture(connection) : connect();
    }

    /** Whether {@code connection} is still the one in use, as far as is known. */
    boolean holds(SqlConnection connection) {
        return open == connection;
    }

    private Future<SqlConnection> connect() {
        var attempt = database.dedicated();
        return attempt.timeout(CONNECT_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(tooLate -> attempt.onSuccess(SqlConnection::close))
                .compose(this::prepared);
    }

    private Future<SqlConnection> prepared(SqlConnection connection) {
        open = connection;
        connection.closeHandler(closed -> forget(connection));
        return connection.query(ONE_PLAN).execute().map(set -> connection);
    }

    private void forget(SqlConnection connection) {
        if (open == connection) {
            open = null;
        }
    }

    /** Undoes what the connection has begun; nobody waits for it, the next statements queue up behind. */
    void rollBack() {
        var connection = open;
        if (connection != null) {
            connection.query("ROLLBACK").execute().onFailure(failed -> drop());
        }
    }

    /** Gives the connection up without waiting: it may be dead, or hung. PostgreSQL undoes what was not committed. */
    void drop() {
        var connection = open;
        open = null;
        if (connection != null) {
            connection.close().onFailure(failed -> LOG.debug("A lost connection could not be closed", failed));
        }
    }

    Future<Void> close() {
        var connection = open;
        open = null;
        return connection == null ? Future.succeededFuture() : connection.close();
    }
}
