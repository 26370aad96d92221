package io.godwit.workflows.engine;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * Lets a node carry on batches side by side, and a quarantined execution only while there is no batch: only a crash while it is
 * alone counts against it. Work that comes while a quarantined execution waits or is carried on waits for its end, in the order
 * of coming. All its state belongs to the context it is used on.
 */
public final class QuarantineGate {

    private final Queue<Waiting> queue = new ArrayDeque<>();
    private int batches;
    private boolean alone;

    private record Waiting(boolean alone, Promise<Void> entered) {}

    /** Completes as {@code work} does, which begins when no quarantined execution is carried on. */
    Future<Void> beside(Supplier<Future<Void>> work) {
        return enter(false).compose(ignored -> work.get()).eventually(() -> leave(false));
    }

    /** Completes as {@code work} does, which begins when nothing else is carried on. */
    Future<Void> alone(Supplier<Future<Void>> work) {
        return enter(true).compose(ignored -> work.get()).eventually(() -> leave(true));
    }

    private Future<Void> enter(boolean wantsAlone) {
        var entered = Promise.<Void>promise();
        queue.add(new Waiting(wantsAlone, entered));
        admit();
        return entered.future();
    }

    private Future<Void> leave(boolean wasAlone) {
        if (wasAlone) {
            alone = false;
        } else {
            batches--;
        }
        admit();
        return Future.succeededFuture();
    }

    private void admit() {
        for (var next = queue.peek(); next != null && isFree(next); next = queue.peek()) {
            queue.remove();
            if (next.alone()) {
                alone = true;
            } else {
                batches++;
            }
            next.entered().complete();
        }
    }

    private boolean isFree(Waiting next) {
        return !alone && (!next.alone() || batches == 0);
    }
}
