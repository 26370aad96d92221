package io.godwit.core;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * Limits how much work runs at once on a node. The rest waits: work with the same key in order, the keys in round robin, so that a
 * key with little work never waits behind all the work of another. Safe from any thread.
 */
public final class AsyncSemaphore<K> {

    private final Vertx vertx;
    private final int maxWaiting;
    private final int maxWaitingPerKey;
    private final Supplier<? extends Throwable> refusal;

    /** The key that is next comes first; none without a waiter. */
    private final Map<K, Queue<ContextPromise<Void>>> keyToWaiters = new LinkedHashMap<>();

    private int waiting;
    private int free;

    /** Creates a semaphore; work fails with the refusal when too much waits, of all keys or of its own. */
    public AsyncSemaphore(
            Vertx vertx, int permits, int maxWaiting, int maxWaitingPerKey, Supplier<? extends Throwable> refusal) {
        this.vertx = vertx;
        this.free = permits;
        this.maxWaiting = maxWaiting;
        this.maxWaitingPerKey = maxWaitingPerKey;
        this.refusal = refusal;
    }

    /** Runs the work when a permit is free, on the caller's context when it had to wait. */
    public <T> Future<T> run(K key, Supplier<Future<T>> work) {
        return acquire(key)
                .compose(acquired ->
                        Future.succeededFuture().compose(ignored -> work.get()).onComplete(ignored -> release()));
    }

    private synchronized Future<Void> acquire(K key) {
        if (free > 0) {
            free--;
            return Future.succeededFuture();
        }
        var waiters = keyToWaiters.get(key);
        if (waiting >= maxWaiting || (waiters != null && waiters.size() >= maxWaitingPerKey)) {
            return Future.failedFuture(refusal.get());
        }
        var promise = ContextPromise.<Void>here(vertx);
        keyToWaiters.computeIfAbsent(key, ignored -> new ArrayDeque<>()).add(promise);
        waiting++;
        return promise.future();
    }

    private synchronized void release() {
        var first = keyToWaiters.entrySet().iterator();
        if (!first.hasNext()) {
            free++;
            return;
        }
        var next = first.next();
        first.remove();
        waiting--;
        var promise = next.getValue().remove();
        if (!next.getValue().isEmpty()) {
            keyToWaiters.put(next.getKey(), next.getValue());
        }
        promise.answer(Future.succeededFuture());
    }
}
