package io.godwit.core;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Combines many small requests into few statements: requests that arrive while one statement runs, or within {@code maxWait} of
 * the first, share the next. One statement at a time, in the order of the requests.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class MicroBatcher<T, R> {

    private record PendingItem<T, R>(T item, Promise<R> answer) {}

    private final Vertx vertx;
    private final Duration maxWait;
    private final int maxSize;
    private final Function<List<T>, Future<List<R>>> work;
    private final ArrayDeque<PendingItem<T, R>> waiting = new ArrayDeque<>();
    private boolean running;

    /**
     * Creates a batcher. The work answers in the order of its items; when it fails, every request of the batch fails.
     *
     * @param maxWait with zero, a first request does not wait for others
     */
    public MicroBatcher(Vertx vertx, Duration maxWait, int maxSize, Function<List<T>, Future<List<R>>> work) {
        this.vertx = vertx;
        this.maxWait = maxWait;
        this.maxSize = maxSize;
        this.work = work;
    }

    public Future<R> add(T item) {
        var pending = new PendingItem<T, R>(item, Promise.promise());
        waiting.add(pending);
        if (!running) {
            running = true;
            startTimer();
        }
        return pending.answer().future();
    }

    /** Returns the number of requests that wait for a statement; those of the running one do not count. */
    public int size() {
        return waiting.size();
    }

    /**
     * Fails the request that has waited longest for a statement, with this cause; those of the running one go on. Returns false when
     * none waits.
     */
    public boolean failOldest(Throwable cause) {
        var oldest = waiting.poll();
        if (oldest != null) {
            oldest.answer().fail(cause);
        }
        return oldest != null;
    }

    private void run() {
        var batch = next();
        work.apply(batch.stream().map(PendingItem::item).toList())
                .onSuccess(answers -> answer(batch, answers))
                .onFailure(error -> batch.forEach(item -> item.answer().fail(error)))
                .onComplete(ignored -> idle());
    }

    private List<PendingItem<T, R>> next() {
        var batch = new ArrayList<PendingItem<T, R>>();
        while (batch.size() < maxSize && !waiting.isEmpty()) {
            batch.add(waiting.remove());
        }
        return batch;
    }

    private void answer(List<PendingItem<T, R>> batch, List<R> answers) {
        for (var at = 0; at < batch.size(); at++) {
            batch.get(at).answer().complete(answers.get(at));
        }
    }

    private void idle() {
        if (waiting.isEmpty()) {
            running = false;
        } else if (waiting.size() >= maxSize) {
            run();
        } else {
            startTimer();
        }
    }

    private void startTimer() {
        if (maxWait.isZero()) {
            run();
        } else {
            vertx.setTimer(Math.max(1, maxWait.toMillis()), ignored -> runUnlessEmpty());
        }
    }

    /** Requests may have failed while they waited for others. */
    private void runUnlessEmpty() {
        if (waiting.isEmpty()) {
            running = false;
        } else {
            run();
        }
    }
}
