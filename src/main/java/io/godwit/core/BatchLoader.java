package io.godwit.core;

import io.godwit.core.Failure.Kind;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Loads values by key in batches: keys requested while a query runs are collected for the next query. One query runs at a time,
 * so that neither a cold cache nor a flood of made-up names can hammer the database. All state belongs to one context.
 */
public final class BatchLoader<K, V> {

    /** Keys of one query. */
    private static final int BATCH = 256;

    /** Keys that may wait for the next query; further keys are refused. */
    private static final int BOUND = 4096;

    private final Vertx vertx;
    private final Context context;
    private final Function<Set<K>, Future<Map<K, V>>> load;
    private final Map<K, List<ContextPromise<Optional<V>>>> keyToWaiters = new LinkedHashMap<>();
    private boolean loading;

    /**
     * Runs its queries on the caller's context.
     *
     * @param load completes with the values of the keys that exist; a key it leaves out does not exist
     */
    public BatchLoader(Vertx vertx, Function<Set<K>, Future<Map<K, V>>> load) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.load = load;
    }

    /**
     * Completes on the caller's context; empty when the key does not exist. Fails with {@code SERVICE_UNAVAILABLE} when too many
     * keys wait already.
     */
    public Future<Optional<V>> find(K key) {
        var promise = ContextPromise.<Optional<V>>here(vertx);
        context.runOnContext(ignored -> add(key, promise));
        return promise.future();
    }

    private void add(K key, ContextPromise<Optional<V>> promise) {
        if (keyToWaiters.size() >= BOUND && !keyToWaiters.containsKey(key)) {
            promise.answer(Future.failedFuture(
                    Failure.later(Kind.SERVICE_UNAVAILABLE, "Too much is being looked up. Try again in a moment.", 1)));
            return;
        }
        keyToWaiters.computeIfAbsent(key, ignored -> new ArrayList<>(1)).add(promise);
        if (!loading) {
            load();
        }
    }

    private void load() {
        var batch = pollBatch();
        loading = true;
        load.apply(batch.keySet()).onComplete(found -> context.runOnContext(ignored -> answer(batch, found)));
    }

    private Map<K, List<ContextPromise<Optional<V>>>> pollBatch() {
        var batch = new LinkedHashMap<K, List<ContextPromise<Optional<V>>>>();
        var waiting = keyToWaiters.entrySet().iterator();
        while (waiting.hasNext() && batch.size() < BATCH) {
            var next = waiting.next();
            batch.put(next.getKey(), next.getValue());
            waiting.remove();
        }
        return batch;
    }

    private void answer(Map<K, List<ContextPromise<Optional<V>>>> batch, AsyncResult<Map<K, V>> found) {
        loading = false;
        batch.forEach((key, promises) -> {
            var answer = found.succeeded()
                    ? Future.succeededFuture(Optional.ofNullable(found.result().get(key)))
                    : Future.<Optional<V>>failedFuture(found.cause());
            promises.forEach(promise -> promise.answer(answer));
        });
        if (!keyToWaiters.isEmpty()) {
            load();
        }
    }
}
