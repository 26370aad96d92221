package io.godwit.ingest;

import io.godwit.core.Bisect;
import io.godwit.db.SqlErrorKind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;

/**
 * Commits the batches of a {@link CallQueue} on one connection, one after the other, each as large as the calls that arrived
 * while the last one ran. A failed batch is halved until the call that cannot be written is alone. Touched only on its
 * verticle's context.
 */
final class BatchWorker {

    /** Handles the calls that a worker could not finish. */
    interface BatchFailureHandler {

        /** Handles a call that needs a contact or another row that a different transaction has locked. */
        void blocked(PendingCall call);

        /** Handles a call whose own processing failed, in PostgreSQL or in our code. */
        void failed(PendingCall call, Throwable cause);

        /** Handles calls that were not written, or whose commit is unknown, because the database is not available. */
        void lost(List<PendingCall> calls, Throwable cause);

        /** Handles a call that has waited for too long; nothing was written. */
        void expired(PendingCall call);
    }

    private final CallQueue queue;
    private final int limit;
    private final BatchCommitter committer;
    private final IngestMetrics metrics;
    private final BatchFailureHandler failureHandler;
    private final Bisect<PendingCall, Void> batches;
    private boolean busy;
    private Promise<Void> idle = Promise.promise();

    BatchWorker(
            CallQueue queue,
            int limit,
            BatchCommitter committer,
            IngestMetrics metrics,
            BatchFailureHandler failureHandler) {
        this.queue = queue;
        this.limit = limit;
        this.committer = committer;
        this.metrics = metrics;
        this.failureHandler = failureHandler;
        this.batches = new Bisect<>(this::commit, ignored -> true, this::isolated, (first, ignored) -> null);
    }

    /** Commits the next batch; while one is being committed, after that one. */
    void wake() {
        if (!busy && !queue.isEmpty()) {
            busy = true;
            batches.apply(queue.pollBatch(limit)).onComplete(ignored -> idle());
        }
    }

    private void idle() {
        busy = false;
        wake();
        if (!busy) {
            var drained = idle;
            idle = Promise.promise();
            drained.complete();
        }
    }

    /**
     * Commits calls. Halving a batch whose statements all wait for a lock takes long; calls that have waited for too long are
     * answered and left out.
     */
    private Future<Void> commit(List<PendingCall> calls) {
        calls.stream().filter(PendingCall::isExpired).forEach(failureHandler::expired);
        var remaining = calls.stream().filter(call -> !call.isExpired()).toList();
        return remaining.isEmpty()
                ? Future.succeededFuture()
                : committer.commit(remaining).map(this::answer).recover(cause -> lose(remaining, cause));
    }

    private Void answer(List<CallResult> results) {
        results.forEach(result -> result.complete(failureHandler::blocked));
        return null;
    }

    private Future<Void> lose(List<PendingCall> calls, Throwable cause) {
        if (BatchCommitter.isLost(cause)) {
            failureHandler.lost(calls, cause);
            return Future.succeededFuture();
        }
        if (calls.size() > 1) {
            metrics.split();
        }
        return Future.failedFuture(cause);
    }

    private Future<Void> isolated(PendingCall call, Throwable cause) {
        if (SqlErrorKind.of(cause).isTransient()) {
            failureHandler.blocked(call);
        } else {
            failureHandler.failed(call, cause);
        }
        return Future.succeededFuture();
    }

    /** Completes when the queue is empty and no batch is being committed. */
    Future<Void> drained() {
        return busy ? idle.future() : Future.succeededFuture();
    }

    Future<Void> close() {
        return committer.close();
    }
}
