package io.godwit.ingest;

import io.godwit.db.Database;
import io.godwit.ingest.BatchWrites.CommitProof;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Finds out on another connection whether a transaction was committed whose answer was lost. All rows of a transaction appear
 * at once, so one of them is enough. A missing row may still appear: the lost backend may be waiting for its disk.
 */
final class CommitVerifier {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Vertx vertx;
    private final Database database;
    private final CommitCheckStore store = new CommitCheckStore();

    CommitVerifier(Vertx vertx, Database database) {
        this.vertx = vertx;
        this.database = database;
    }

    /** Completes with true as soon as the row exists, with false when it does not within two seconds. Never fails. */
    Future<Boolean> committed(Optional<CommitProof> proof) {
        return proof.isEmpty()
                ? Future.succeededFuture(false)
                : check(proof.get(), System.nanoTime() + TIMEOUT.toNanos());
    }

    private Future<Boolean> check(CommitProof proof, long until) {
        var left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
        if (left <= 0) {
            return Future.succeededFuture(false);
        }
        return store.found(database.requests(), proof)
                .timeout(left, TimeUnit.MILLISECONDS)
                .otherwise(false)
                .compose(found -> found ? Future.succeededFuture(true) : retryCheck(proof, until));
    }

    private Future<Boolean> retryCheck(CommitProof proof, long until) {
        return vertx.timer(PAUSE.toMillis(), TimeUnit.MILLISECONDS).compose(ignored -> check(proof, until));
    }

    /** Signals that the answer to a COMMIT was lost, and its rows did not appear within two seconds. */
    static final class UnknownCommitException extends IOException {

        private static final long serialVersionUID = 1L;

        UnknownCommitException(Throwable cause) {
            super("The connection was lost while a transaction was being committed.", cause);
        }
    }
}
