package io.godwit.web.server;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads all meters off the event loops, one scrape at a time and at most a fifth of the time: one takes 25 to 50 ms of a
 * processor. A request gets a scrape that begins after it came, and shares it with all that wait for it. Safe from any thread.
 */
final class MetricsScraper {

    /** The most requests that wait for one scrape; a pair of Prometheus servers and a few operators need less. */
    private static final int MAX_WAITING = 16;

    /** The pause after a scrape, as a multiple of the time it took. */
    private static final int PAUSE_FACTOR = 4;

    private final Vertx vertx;
    private final WorkerExecutor worker;
    private final Supplier<String> scrape;
    private @Nullable Promise<byte[]> next;
    private int waiting;
    private boolean paused;

    MetricsScraper(Vertx vertx, Supplier<String> scrape) {
        this.vertx = vertx;
        this.worker = vertx.createSharedWorkerExecutor("web-metrics", 1);
        this.scrape = scrape;
    }

    /** Completes with the text in UTF-8. Throws {@code SERVICE_UNAVAILABLE} when too many wait already. */
    synchronized Future<byte[]> request() {
        if (waiting == MAX_WAITING) {
            throw Failure.later(Kind.SERVICE_UNAVAILABLE, "Too many requests wait for the metrics; try again", 1);
        }
        waiting++;
        next = next == null ? Promise.promise() : next;
        var requested = next.future();
        if (!paused) {
            begin(next);
        }
        return requested;
    }

    private void begin(Promise<byte[]> pending) {
        var startedAt = System.nanoTime();
        paused = true;
        waiting = 0;
        next = null;
        worker.executeBlocking(() -> scrape.get().getBytes(StandardCharsets.UTF_8), false)
                .onComplete(result -> complete(pending, result, System.nanoTime() - startedAt));
    }

    private void complete(Promise<byte[]> pending, AsyncResult<byte[]> result, long nanos) {
        vertx.setTimer(1 + TimeUnit.NANOSECONDS.toMillis(nanos * PAUSE_FACTOR), ignored -> endPause());
        pending.handle(result);
    }

    private synchronized void endPause() {
        paused = false;
        if (next != null) {
            begin(next);
        }
    }
}
