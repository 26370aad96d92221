package io.godwit.ingest;

import io.godwit.core.Bisect;
import io.godwit.db.SqlErrorKind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Commits the batches of a {@link CallQueue} on one connection, one after the other, each as large as the calls that arrived
 * while the last one ran. A failed batch is halved until the call that cannot be written is alone. Touched only on its
 * verticle's context.
 */
final class BatchWorker {

    /** Handles the calls that a worker could not finish. */
    interface BatchFailureHandler {

        /**
         * Handles a call that needs a contact or another row that a different transaction has locked, or a contact that an earlier
         * call is waiting for.
         */
        void blocked(PendingCall call);

        /** Handles a call whose own processing failed, in PostgreSQL or in our code. */
        void failed(PendingCall call, Throwable cause);

        /** Handles calls that were not written, or whose commit is unknown, because the database is not available. */
        void lost(List<PendingCall> calls, Throwable cause);

        /** Handles a call that has waited for too long; nothing was written. */
        void expired(PendingCall call);
    }

    private final CallQueue queue;
    private final SlowCalls slowCalls;
    private final int limit;
    private final BatchCommitter committer;
    private final IngestMetrics metrics;
    private final BatchFailureHandler failureHandler;
    private final Bisect<PendingCall, Void> batches;
    /** The calls that have left the present batch before it was written; its halves still name them. */
    private final Set<PendingCall> removed = new HashSet<>();

    private boolean busy;
    private Promise<Void> idle = Promise.promise();

    BatchWorker(
            CallQueue queue,
            SlowCalls slowCalls,
            int limit,
            BatchCommitter committer,
            IngestMetrics metrics,
            BatchFailureHandler failureHandler) {
        this.queue = queue;
        this.slowCalls = slowCalls;
        this.limit = limit;
        this.committer = committer;
        this.metrics = metrics;
        this.failureHandler = failureHandler;
        this.batches = new Bisect<>(this::commit, ignored -> true, this::isolated, (first, ignored) -> null);
    }

    /** Commits the next batch; while one is being committed, after that one. */
    void wake() {
        while (!busy && !queue.isEmpty()) {
            removed.clear();
            busy = true;
            var batch = batches.apply(queue.pollBatch(limit));
            if (batch.isComplete()) {
                busy = false;
            } else {
                batch.onComplete(ignored -> idle());
            }
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
        var writable = writable(calls);
        return writable.isEmpty()
                ? Future.succeededFuture()
                : committer.commit(writable).map(this::answer).recover(cause -> lose(writable, cause));
    }

    /**
     * Returns the calls in the order they arrived in, without those that have left the batch and those that leave it now: an expired
     * one is answered, and one that an earlier call of its contact keeps waiting goes to the slow queue, behind that.
     */
    private List<PendingCall> writable(List<PendingCall> calls) {
        var writable = new LinkedHashSet<PendingCall>();
        for (var call : slowCalls.inOrder(calls)) {
            if (removed.contains(call)) {
                continue;
            }
            if (call.isExpired()) {
                removed.add(call);
                failureHandler.expired(call);
            } else if (slowCalls.hasEarlier(call, writable)) {
                removed.add(call);
                failureHandler.blocked(call);
            } else {
                writable.add(call);
            }
        }
        return List.copyOf(writable);
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
