package io.godwit.db;

import io.godwit.core.Timeouts;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits the wait for PostgreSQL by our own clock: the server's timeouts do nothing when the network is silent or the server
 * hangs.
 */
record StatementTimeout(Duration after) {

    static StatementTimeout of(Duration after) {
        return new StatementTimeout(after);
    }

    /**
     * Fails when the work does, or at the timeout with a {@link StatementTimeoutException}; then the connection is cut, because
     * an answer may still arrive.
     */
    <T> Future<T> guard(SqlConnection connection, Future<T> work) {
        return guard(connection, work, work);
    }

    /** Guards the work likewise, and cuts the connection also when {@code waiting} fails before the work. */
    private <T> Future<T> guard(SqlConnection connection, Future<T> work, Future<T> waiting) {
        return Timeouts.within(after, waiting).recover(ignored -> {
            if (work.isComplete()) {
                return work;
            }
            ConnectionOpener.abort(connection);
            return Future.failedFuture(new StatementTimeoutException(after));
        });
    }

    /**
     * Guards the work as {@link #guard} does, and until {@code calls} fail. Then it returns the connection to its pool, unless it
     * was cut: then the pool must not give it out again.
     */
    <T> Future<T> within(SqlConnection connection, Future<T> work, WaitingCalls calls) {
        return guard(connection, work, calls.add(work)).transform(result -> {
            Future<T> end =
                    result.succeeded() ? Future.succeededFuture(result.result()) : Future.failedFuture(result.cause());
            return isTimeout(result.cause()) ? end : end.eventually(connection::close);
        });
    }

    private static boolean isTimeout(@Nullable Throwable cause) {
        return cause instanceof StatementTimeoutException;
    }
}
