package io.godwit.accounts.limits;

import io.godwit.core.Crypto;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Limits how often one action may be attempted within a window, by subject and over all nodes. */
public final class AttemptLimiter {

    private final Database database;
    private final Crypto crypto;
    private final AttemptLimitStore store = new AttemptLimitStore();
    private final String name;
    private final int limit;
    private final Duration window;

    /**
     * @param limit 0 = any number
     */
    public AttemptLimiter(Database database, Crypto crypto, String name, int limit, Duration window) {
        this.database = database;
        this.crypto = crypto;
        this.name = name;
        this.limit = limit;
        this.window = window;
    }

    /** Counts one attempt before it is made; fails with {@code RATE_LIMIT_EXCEEDED} beyond the limit. */
    public Future<Void> countAttempt(String subject) {
        return isOff()
                ? Future.succeededFuture()
                : store.countAttempt(database.requests(), name, key(subject), window)
                        .compose(this::requireBelowLimit);
    }

    /** Counts one attempt and completes with the number of attempts in the window; never fails because of the limit. */
    public Future<Integer> count(String subject) {
        return isOff()
                ? Future.succeededFuture(0)
                : store.countAttempt(database.requests(), name, key(subject), window)
                        .map(AttemptLimitStore.CountedAttempt::count);
    }

    private Future<Void> requireBelowLimit(AttemptLimitStore.CountedAttempt counted) {
        return counted.count() <= limit
                ? Future.succeededFuture()
                : Future.failedFuture(Failure.later(
                        Kind.RATE_LIMIT_EXCEEDED, "Too many attempts. Try again later.", counted.seconds()));
    }

    /** Takes back the last attempt, which succeeded and does not count. */
    public Future<Void> refundAttempt(String subject) {
        return isOff() ? Future.succeededFuture() : store.refundAttempt(database.requests(), name, key(subject));
    }

    /** Forgets all attempts of this subject. */
    public Future<Void> reset(String subject) {
        return isOff() ? Future.succeededFuture() : store.reset(database.requests(), name, key(subject));
    }

    private boolean isOff() {
        return limit == 0;
    }

    private Buffer key(String subject) {
        return Buffer.buffer(crypto.sign("throttles", (name + " " + subject).getBytes(StandardCharsets.UTF_8)));
    }
}
