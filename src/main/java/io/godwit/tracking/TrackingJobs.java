package io.godwit.tracking;

import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.events.EventAppender;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;

/** Runs the background loops of tracking: counting hits, and deleting old ones. */
public final class TrackingJobs {

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(10);
    private static final int EXPIRED_BATCH_SIZE = 5_000;

    private final Database database;
    private final Duration retention;
    private final HitProcessor processor;
    private final HitStore hits = new HitStore();

    public TrackingJobs(Database database, EventAppender events, TrackingSettings settings) {
        this.database = database;
        this.retention = settings.retention();
        this.processor = new HitProcessor(database, events, settings.perDay());
    }

    /** Starts the loops at once, on the caller's context; stop the loops to end them. */
    public List<PollLoop> start(Vertx vertx) {
        return List.of(
                PollLoop.start(vertx, "tracking-process", POLL, processor::run),
                PollLoop.start(vertx, "tracking-expire", BETWEEN_SWEEPS, this::expire));
    }

    private Future<Next> expire() {
        return retention.isZero()
                ? Future.succeededFuture(Next.IDLE)
                : hits.expire(database.workers(), retention, EXPIRED_BATCH_SIZE)
                        .map(count -> count == EXPIRED_BATCH_SIZE ? Next.MORE : Next.IDLE);
    }
}
