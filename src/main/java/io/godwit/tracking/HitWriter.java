package io.godwit.tracking;

import io.godwit.core.FailureSeries;
import io.godwit.core.MicroBatcher;
import io.godwit.db.Database;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores hits in groups. Hits that arrive while a statement runs share the next one, so that the hour after a campaign costs
 * few commits. All its state belongs to one context; {@link #add} may be called from anywhere.
 */
final class HitWriter {

    private static final Logger LOG = LoggerFactory.getLogger(HitWriter.class);

    private static final int MAX_BATCH_SIZE = 500;

    private static final Duration BETWEEN_DRAINS = Duration.ofSeconds(2);

    /** Max waiting hits, some megabytes; further ones are not recorded. */
    private static final int MAX_WAITING = 20_000;

    private final Database database;
    private final Vertx vertx;
    private final Context context;
    private final HitStore store = new HitStore();
    private final MicroBatcher<Hit, Hit> inserts;
    private final FailureSeries lost = new FailureSeries(
            LOG,
            "hits",
            "Opens and clicks could not be recorded",
            "Opens and clicks are recorded again; so many were lost");
    private final RepeatDetector repeats = new RepeatDetector(System::nanoTime);
    private boolean draining;

    HitWriter(Vertx vertx, Database database) {
        this.database = database;
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.inserts = new MicroBatcher<>(vertx, Duration.ZERO, MAX_BATCH_SIZE, this::insert);
    }

    /**
     * Completes when the hit is stored, or storing it has failed: that is logged, and the response does not wait for it. A
     * repeat of the same client within a minute is counted and stored together with others, some seconds later.
     *
     * @param client the network of the caller
     */
    Future<Void> add(Hit hit, UUID client) {
        var stored = Promise.<Void>promise();
        context.runOnContext(ignored -> {
            if (repeats.isFirst(hit, client)) {
                enqueue(hit, stored);
            } else {
                stored.complete();
            }
            scheduleWrite();
        });
        return stored.future();
    }

    private void scheduleWrite() {
        if (!draining) {
            draining = true;
            vertx.setTimer(BETWEEN_DRAINS.toMillis(), ignored -> writeAll());
        }
    }

    /** Runs while clients are watched, so that their last repeats are stored too. */
    private void writeAll() {
        draining = false;
        repeats.drain().forEach(this::enqueue);
        if (repeats.isWatching()) {
            scheduleWrite();
        }
    }

    /** Stores the repeats counted so far; completes when that is done, or has failed and is logged. */
    Future<Void> close() {
        var stored = Promise.<Void>promise();
        context.runOnContext(ignored -> Future.join(
                        repeats.drain().stream().map(this::enqueue).toList())
                .<Void>mapEmpty()
                .onComplete(stored));
        return stored.future();
    }

    private Future<Void> enqueue(Hit hit) {
        var stored = Promise.<Void>promise();
        enqueue(hit, stored);
        return stored.future();
    }

    private void enqueue(Hit hit, Promise<Void> stored) {
        if (inserts.size() >= MAX_WAITING) {
            stored.complete();
        } else {
            inserts.add(hit).onComplete(ignored -> stored.complete());
        }
    }

    private Future<List<Hit>> insert(List<Hit> hits) {
        return store.insert(database.workers(), hits)
                .onFailure(cause -> lost.failed(hits.size(), cause))
                .onSuccess(ignored -> lost.succeeded())
                .map(ignored -> hits);
    }
}
