package io.godwit.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.util.function.Function;

/** Begins, works, and commits or rolls back, on one connection. */
final class TransactionRunner {

    private TransactionRunner() {}

    /** Fails as the work fails, after the roll-back; a commit that PostgreSQL turned into a roll-back is a failure too. */
    static <T> Future<T> run(SqlConnection connection, Function<SqlConnection, Future<T>> work) {
        return connection.begin().compose(transaction -> attempt(connection, work)
                .compose(result -> transaction.commit().map(result), cause -> rollBack(transaction)
                        .compose(done -> Future.failedFuture(cause))));
    }

    /** A throw is a failure like any other. */
    static <T> Future<T> attempt(SqlConnection connection, Function<SqlConnection, Future<T>> work) {
        try {
            return work.apply(connection);
        } catch (RuntimeException thrown) {
            return Future.failedFuture(thrown);
        }
    }

    /** One that fails has lost its connection, and its transaction with it; the reason is the work's. */
    private static Future<Void> rollBack(Transaction transaction) {
        return transaction.rollback().otherwiseEmpty();
    }
}
