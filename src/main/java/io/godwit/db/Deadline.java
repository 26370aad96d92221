package io.godwit.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How long we wait for PostgreSQL, by our own clock: the server's time-outs say nothing when the network is silent or the
 * server stands still.
 */
record Deadline(Duration after) {

    static Deadline of(Duration after) {
        return new Deadline(after);
    }

    /** Fails when the work does, and at the deadline, and then the connection is cut, for an answer may still be on its way. */
    <T> Future<T> hold(SqlConnection connection, Future<T> work) {
        return work.timeout(after.toMillis(), TimeUnit.MILLISECONDS).onFailure(cause -> cutIfLate(connection, cause));
    }

    private static void cutIfLate(SqlConnection connection, Throwable cause) {
        if (cause instanceof TimeoutException) {
            Connections.cut(connection);
        }
    }
}
