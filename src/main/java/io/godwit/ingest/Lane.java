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
final class Lane {

    /** What becomes of calls that a lane could not finish. */
    interface Exits {

        /** Its contact, or something else it needs, is held by somebody. */
        void blocked(Pending call);

        /** PostgreSQL or we failed on this very call. */
        void poisoned(Pending call, Throwable cause);

        /** The database is away; nothing was written, or nobody knows. */
        void lost(List<Pending> calls, Throwable cause);

        /** It has waited for too long; nothing was written. */
        void expired(Pending call);
    }

    private final Line line;
    private final int limit;
    private final Committer committer;
    private final Gauges gauges;
    private final Exits exits;
    private final Bisect<Pending, Void> batches;
    private boolean busy;
    private Promise<Void> idle = Promise.promise();

    Lane(Line line, int limit, Committer committer, Gauges gauges, Exits exits) {
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
            batches.apply(line.take(limit)).onComplete(ended -> rest());
        }
    }

    private void rest() {
        busy = false;
        wake();
        if (!busy) {
            var drained = idle;
            idle = Promise.promise();
            drained.complete();
        }
    }

    /** Halving a batch whose statements all run into a lock takes long; who has waited for too long is told and left out. */
    private Future<Void> commit(List<Pending> calls) {
        calls.stream().filter(Pending::isExpired).forEach(exits::expired);
        var rest = calls.stream().filter(call -> !call.isExpired()).toList();
        return rest.isEmpty()
                ? Future.succeededFuture()
                : committer.commit(rest).map(this::answer).recover(cause -> lose(rest, cause));
    }

    private Void answer(List<Outcome> outcomes) {
        outcomes.forEach(outcome -> outcome.tell(exits::blocked));
        return null;
    }

    private Future<Void> lose(List<Pending> calls, Throwable cause) {
        if (Committer.isLost(cause)) {
            exits.lost(calls, cause);
            return Future.succeededFuture();
        }
        if (calls.size() > 1) {
            gauges.split();
        }
        return Future.failedFuture(cause);
    }

    private Future<Void> isolated(Pending call, Throwable cause) {
        if (SqlErrorKind.of(cause).isTransient()) {
            exits.blocked(call);
        } else {
            exits.poisoned(call, cause);
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
