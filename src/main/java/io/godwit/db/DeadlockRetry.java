package io.godwit.db;

import io.vertx.core.Future;
import java.util.function.Supplier;

/** Repeats a transaction that PostgreSQL rolled back in favour of another one, as in a deadlock. */
final class DeadlockRetry {

    /** Attempts in all; PostgreSQL takes a second to see each deadlock. */
    private static final int ATTEMPTS = 4;

    private DeadlockRetry() {}

    /** Repeats a transaction after a deadlock or a serialization conflict; fails as the last of four attempts does. */
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
