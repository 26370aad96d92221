package io.godwit.segments;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Waiter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * Lets only so many passes over all contacts run at once on a node; the others wait in line, in their order. A pass holds one
 * of the workers' connections for up to a minute, and mail needs those too. Safe from any thread.
 */
final class Turns {

    private static final int LONGEST_LINE = 64;

    private final Vertx vertx;
    private final Queue<Waiter<Void>> line = new ArrayDeque<>();
    private int free;

    Turns(Vertx vertx, int size) {
        this.vertx = vertx;
        this.free = size;
    }

    /** Runs the work when it is its turn; a Failure SERVICE_UNAVAILABLE when too many wait. */
    <T> Future<T> run(Supplier<Future<T>> work) {
        return take().compose(ours ->
                Future.succeededFuture().compose(start -> work.get()).onComplete(ended -> giveBack()));
    }

    private synchronized Future<Void> take() {
        if (free > 0) {
            free--;
            return Future.succeededFuture();
        }
        if (line.size() >= LONGEST_LINE) {
            return Future.failedFuture(Failure.later(
                    Kind.SERVICE_UNAVAILABLE, "Too many segments are being computed; try again in a moment", 5));
        }
        var waiter = Waiter.<Void>here(vertx);
        line.add(waiter);
        return waiter.future();
    }

    private synchronized void giveBack() {
        var next = line.poll();
        if (next == null) {
            free++;
        } else {
            next.answer(Future.succeededFuture());
        }
    }
}
