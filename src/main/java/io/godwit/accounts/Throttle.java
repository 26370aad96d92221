package io.godwit.accounts;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** One thing that may be tried so often within a window, by each subject, over all nodes. */
public final class Throttle {

    private final Database database;
    private final Vault vault;
    private final ThrottleStore store = new ThrottleStore();
    private final String name;
    private final int limit;
    private final Duration window;

    /**
     * @param limit 0 = any number
     */
    Throttle(Database database, Vault vault, String name, int limit, Duration window) {
        this.database = database;
        this.vault = vault;
        this.name = name;
        this.limit = limit;
        this.window = window;
    }

    /** Counts one try before it is made; fails with {@code RATE_LIMIT_EXCEEDED} when there were too many. */
    public Future<Void> take(String subject) {
        return isOff()
                ? Future.succeededFuture()
                : store.take(database.requests(), name, key(subject), window).compose(this::judge);
    }

    /** Counts one try and completes with how many the window has seen with it; never fails for their number. */
    Future<Integer> count(String subject) {
        return isOff()
                ? Future.succeededFuture(0)
                : store.take(database.requests(), name, key(subject), window).map(ThrottleStore.Taken::count);
    }

    private Future<Void> judge(ThrottleStore.Taken taken) {
        return taken.count() <= limit
                ? Future.succeededFuture()
                : Future.failedFuture(Failure.later(
                        Kind.RATE_LIMIT_EXCEEDED, "Too many attempts. Try again later.", taken.seconds()));
    }

    /** The last try was a good one and does not count. */
    Future<Void> giveBack(String subject) {
        return isOff() ? Future.succeededFuture() : store.giveBack(database.requests(), name, key(subject));
    }

    /** All tries are forgiven. */
    Future<Void> forget(String subject) {
        return isOff() ? Future.succeededFuture() : store.forget(database.requests(), name, key(subject));
    }

    private boolean isOff() {
        return limit == 0;
    }

    private Buffer key(String subject) {
        return Buffer.buffer(vault.sign("throttles", (name + " " + subject).getBytes(StandardCharsets.UTF_8)));
    }
}
