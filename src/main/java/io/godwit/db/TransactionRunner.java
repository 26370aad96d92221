package io.godwit.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.util.function.Function;

/** Runs work in a transaction on one connection: begins it, and commits or rolls back. */
final class TransactionRunner {

    private TransactionRunner() {}

    /** Fails as the work fails, after the roll-back; a commit that PostgreSQL turned into a roll-back is a failure too. */
    static <T> Future<T> run(SqlConnection connection, Function<SqlConnection, Future<T>> work) {
        return connection.begin().compose(transaction -> attempt(connection, work)
                .compose(result -> transaction.commit().map(result), cause -> rollBack(transaction)
                        .compose(ignored -> Future.failedFuture(cause))));
    }

    /** Turns a thrown exception into a failed future. */
    static <T> Future<T> attempt(SqlConnection connection, Function<SqlConnection, Future<T>> work) {
        try {
            return work.apply(connection);
        } catch (RuntimeException thrown) {
            return Future.failedFuture(thrown);
        }
    }

    /**
     * Rolls back. A roll-back that fails has lost its connection, and its transaction with it; the caller gets the work's error.
     */
    private static Future<Void> rollBack(Transaction transaction) {
        return transaction.rollback().otherwiseEmpty();
    }
}
