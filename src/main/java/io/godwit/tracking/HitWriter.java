package io.godwit.tracking;

import io.godwit.core.Backoff;
import io.godwit.core.Bisect;
import io.godwit.core.Failure;
import io.godwit.core.FailureSeries;
import io.godwit.core.MicroBatcher;
import io.godwit.core.Retry;
import io.godwit.core.Timeouts;
import io.godwit.db.Database;
import io.godwit.db.SqlErrorKind;
import io.godwit.tracking.HitMetrics.DropReason;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores hits in groups. Hits that arrive while a statement runs share the next one, so that the hour after a campaign costs
 * few commits. While PostgreSQL is away they wait in memory, up to a limit; then those that have waited longest are dropped. A hit that
 * PostgreSQL refuses for its data is dropped alone. All its state belongs to one context; {@link #add} may be called from anywhere.
 */
final class HitWriter {

    private static final Logger LOG = LoggerFactory.getLogger(HitWriter.class);

    private static final int MAX_BATCH_SIZE = 500;

    private static final Duration BETWEEN_DRAINS = Duration.ofSeconds(2);

    /** Max hits in memory. */
    private static final int MAX_HITS = 30_000;

    /** Max bytes of the hits in memory: a link may have 2,000 characters. */
    private static final int MAX_BYTES = 32 << 20;

    /** Limit of a statement: after it, the hits are sent again, and those that were stored all the same stay as they are. */
    private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(10);

    private static final Backoff BACKOFF = Backoff.doubling(Duration.ofMillis(250), Duration.ofSeconds(2));

    /** Limit of the attempt to store the rest when the node stops; a step of a stop may last 25 s. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final Database database;
    private final Vertx vertx;
    private final Context context;
    private final HitMetrics metrics;
    private final HitStore store = new HitStore();
    private final MicroBatcher<ReceivedHit, ReceivedHit> inserts;
    private final Bisect<ReceivedHit, List<ReceivedHit>> batches =
            new Bisect<>(this::insertOrRetry, HitWriter::isPermanent, this::dropRefused, HitWriter::concat);
    private final FailureSeries delays = new FailureSeries(
            LOG,
            "hits",
            "Opens and clicks cannot be recorded yet; they wait in memory",
            "Opens and clicks are recorded again; so many attempts to do so had failed");
    private final FailureSeries lost = new FailureSeries(
            LOG,
            "hits",
            "Opens and clicks could not be recorded",
            "Opens and clicks are recorded again; so many were lost");
    private final RepeatDetector repeats = new RepeatDetector(System::nanoTime);
    private boolean draining;
    private boolean closing;
    private int hitsInMemory;
    private int bytesInMemory;

    /** Completes as the newest hit is stored or dropped, and so after all others. */
    private Future<?> newest = Future.succeededFuture();

    /** Ends the pause before the next attempt. */
    private Promise<Void> pause = Promise.promise();

    HitWriter(Vertx vertx, Database database, HitMetrics metrics) {
        this.database = database;
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.metrics = metrics;
        this.inserts = new MicroBatcher<>(vertx, Duration.ZERO, MAX_BATCH_SIZE, batches::apply);
    }

    /**
     * Completes when the hit is stored, or waits in memory because PostgreSQL is away: the response does not wait for that. A repeat of
     * the same client within a minute is counted and stored together with others, some seconds later.
     *
     * @param client the network of the caller
     */
    Future<Void> add(Hit hit, UUID client) {
        var answer = Promise.<Void>promise();
        context.runOnContext(ignored -> {
            if (repeats.isFirst(hit, client)) {
                enqueue(ReceivedHit.of(hit, answer));
            } else {
                answer.complete();
            }
            scheduleWrite();
        });
        return answer.future();
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
        enqueueRepeats();
        if (repeats.isWatching()) {
            scheduleWrite();
        }
    }

    private void enqueueRepeats() {
        repeats.drain().forEach(hit -> enqueue(ReceivedHit.of(hit, Promise.promise())));
    }

    private void enqueue(ReceivedHit hit) {
        hitsInMemory++;
        bytesInMemory += hit.bytes();
        dropOldest();
        newest = inserts.add(hit).onComplete(ignored -> removed(hit));
        metrics.waiting(hitsInMemory);
        if (!database.availability().isUp()) {
            hit.answer().tryComplete();
        }
    }

    /** Drops hits until the others are within the limits; those of the running statement stay. */
    private void dropOldest() {
        var hasMore = true;
        while (hasMore && (hitsInMemory > MAX_HITS || bytesInMemory > MAX_BYTES)) {
            var full = Failure.of(Failure.Kind.SERVICE_UNAVAILABLE, "Too many opens and clicks wait in memory");
            hasMore = inserts.failOldest(full);
            if (hasMore) {
                dropped(DropReason.QUEUE_FULL, 1, full);
            }
        }
    }

    private void removed(ReceivedHit hit) {
        hitsInMemory--;
        bytesInMemory -= hit.bytes();
        metrics.waiting(hitsInMemory);
        hit.answer().tryComplete();
    }

    private void dropped(DropReason reason, int hits, Throwable cause) {
        metrics.dropped(reason, hits);
        lost.failed(hits, cause);
    }

    /**
     * Stores the batch, however long PostgreSQL is away. Fails when PostgreSQL refuses it for its data or for an error of our own, and
     * when it is away while the node stops.
     */
    private Future<List<ReceivedHit>> insertOrRetry(List<ReceivedHit> batch) {
        return Retry.until(() -> insert(batch).map(batch), (failures, cause) -> pause(batch, failures, cause));
    }

    private Future<Void> insert(List<ReceivedHit> batch) {
        var stored = database.workers()
                .withConnection(connection -> store.insert(
                        connection,
                        batch.stream().map(ReceivedHit::hit).toList(),
                        batch.stream().map(ReceivedHit::age).toList()));
        return Timeouts.within(STATEMENT_TIMEOUT, database.availability().untilSilence(stored))
                .onSuccess(ignored -> {
                    delays.succeeded();
                    lost.succeeded();
                });
    }

    private static boolean isPermanent(Throwable cause) {
        return !SqlErrorKind.of(cause).isTransient();
    }

    private Future<Void> pause(List<ReceivedHit> batch, int failures, Throwable cause) {
        if (isPermanent(cause)) {
            return Future.failedFuture(cause);
        }
        batch.forEach(hit -> hit.answer().tryComplete());
        if (closing) {
            dropped(DropReason.SHUTDOWN, batch.size() + failWaiting(cause), cause);
            return Future.failedFuture(cause);
        }
        delays.failed(batch.size(), cause);
        pause = Promise.promise();
        var timer = vertx.setTimer(
                BACKOFF.spread(failures, ThreadLocalRandom.current()).toMillis(), ignored -> pause.tryComplete());
        return pause.future().onComplete(ignored -> vertx.cancelTimer(timer));
    }

    /** Returns the number of hits that waited. */
    private int failWaiting(Throwable cause) {
        var failed = 0;
        while (inserts.failOldest(cause)) {
            failed++;
        }
        return failed;
    }

    private Future<List<ReceivedHit>> dropRefused(ReceivedHit hit, Throwable cause) {
        dropped(DropReason.REFUSED, 1, cause);
        return Future.succeededFuture(List.of(hit));
    }

    private static <T> List<T> concat(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /**
     * Stores the hits in memory, with the repeats counted so far; completes when that is done, or after five seconds. When PostgreSQL is
     * away, all of them are dropped after one more attempt.
     */
    Future<Void> close() {
        var closed = Promise.<Void>promise();
        context.runOnContext(ignored -> {
            closing = true;
            enqueueRepeats();
            pause.tryComplete();
            Timeouts.within(CLOSE_TIMEOUT, newest)
                    .onFailure(this::dropWaiting)
                    .<Void>mapEmpty()
                    .otherwiseEmpty()
                    .onComplete(closed);
        });
        return closed.future();
    }

    private void dropWaiting(Throwable cause) {
        var waiting = failWaiting(cause);
        if (waiting > 0) {
            dropped(DropReason.SHUTDOWN, waiting, cause);
        }
    }
}
