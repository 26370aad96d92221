package io.godwit.ingest;

import io.godwit.core.Bisect;
import io.godwit.db.SqlErrorKind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;

/**
 * One connection's share of a line: commits one batch after the other, as large as what gathered while the last one ran. A
 * failed batch is halved until the call that cannot be written stands alone. Touched only on its verticle's context.
 */
final class BatchWorker {

    /** What becomes of calls that a lane could not finish. */
    interface BatchFailureHandler {

        /** Its contact, or something else it needs, is held by somebody. */
        void blocked(PendingCall call);

        /** PostgreSQL or we failed on this very call. */
        void failed(PendingCall call, Throwable cause);

        /** The database is away; nothing was written, or nobody knows. */
        void lost(List<PendingCall> calls, Throwable cause);

        /** It has waited for too long; nothing was written. */
        void expired(PendingCall call);
    }

    private final CallQueue line;
    private final int limit;
    private final BatchCommitter committer;
    private final IngestMetrics gauges;
    private final BatchFailureHandler exits;
    private final Bisect<PendingCall, Void> batches;
    private boolean busy;
    private Promise<Void> idle = Promise.promise();

    BatchWorker(CallQueue line, int limit, BatchCommitter committer, IngestMetrics gauges, BatchFailureHandler exits) {
        this.line = line;
        this.limit = limit;
        this.committer = committer;
        this.gauges = gauges;
        this.exits = exits;
        this.batches = new Bisect<>(this::commit, cause -> true, this::isolated, (first, second) -> null);
    }

    /** Takes the next batch, unless one is under way; then it is taken after that. */
    void wake() {
        if (!busy && !line.isEmpty()) {
            busy = true;
            batches.apply(line.pollBatch(limit)).onComplete(ended -> idle());
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

    /** Halving a batch whose statements all run into a lock takes long; who has waited for too long is told and left out. */
    private Future<Void> commit(List<PendingCall> calls) {
        calls.stream().filter(PendingCall::isExpired).forEach(exits::expired);
        var rest = calls.stream().filter(call -> !call.isExpired()).toList();
        return rest.isEmpty()
                ? Future.succeededFuture()
                : committer.commit(rest).map(this::answer).recover(cause -> lose(rest, cause));
    }

    private Void answer(List<CallResult> outcomes) {
        outcomes.forEach(outcome -> outcome.complete(exits::blocked));
        return null;
    }

    private Future<Void> lose(List<PendingCall> calls, Throwable cause) {
        if (BatchCommitter.isLost(cause)) {
            exits.lost(calls, cause);
            return Future.succeededFuture();
        }
        if (calls.size() > 1) {
            gauges.split();
        }
        return Future.failedFuture(cause);
    }

    private Future<Void> isolated(PendingCall call, Throwable cause) {
        if (SqlErrorKind.of(cause).isTransient()) {
            exits.blocked(call);
        } else {
            exits.failed(call, cause);
        }
        return Future.succeededFuture();
    }

    /** Completes when nothing is left to do. */
    Future<Void> drained() {
        return busy ? idle.future() : Future.succeededFuture();
    }

    Future<Void> close() {
        return committer.close();
    }
}
