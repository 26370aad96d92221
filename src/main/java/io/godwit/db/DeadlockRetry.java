package io.godwit.db;

import io.vertx.core.Future;
import java.util.function.Supplier;

/** Repeats a transaction that PostgreSQL ended for the sake of another one. Nothing of it was done, and the other goes on. */
final class DeadlockRetry {

    /** Each deadlock takes PostgreSQL a second to see. */
    private static final int ATTEMPTS = 4;

    private DeadlockRetry() {}

    /** Fails as the last of four attempts does. */
    static <T> Future<T> repeat(Supplier<Future<T>> transaction) {
        return repeat(transaction, ATTEMPTS);
    }

    private static <T> Future<T> repeat(Supplier<Future<T>> transaction, int attempts) {
        return transaction
                .get()
                .recover(cause -> attempts > 1 && SqlErrorKind.of(cause) == SqlErrorKind.CONFLICT
                        ? repeat(transaction, attempts - 1)
                        : Future.failedFuture(cause));
    }
}
