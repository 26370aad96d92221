package io.godwit.sending;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.function.Supplier;

/**
 * Bounds how much content is in memory as messages at once, first come, first served. What is larger than the whole budget
 * goes alone.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class ByteBudget {

    private record Waiting(long bytes, Promise<Long> turn) {}

    private final long total;
    private long taken;
    private final ArrayDeque<Waiting> queue = new ArrayDeque<>();

    ByteBudget(long total) {
        this.total = total;
    }

    /** Does the work when there is room for it, and holds the room until it has ended. */
    <T> Future<T> hold(long bytes, Supplier<Future<T>> work) {
        var waiting = new Waiting(Math.min(bytes, total), Promise.promise());
        queue.add(waiting);
        serve();
        return waiting.turn().future().compose(taking -> work.get().onComplete(ended -> giveBack(taking)));
    }

    private void giveBack(long bytes) {
        taken -= bytes;
        serve();
    }

    private void serve() {
        for (var next = queue.peek(); next != null && taken + next.bytes() <= total; next = queue.peek()) {
            queue.remove();
            taken += next.bytes();
            next.turn().complete(next.bytes());
        }
    }
}
