package io.godwit.jobs;

import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.jobs.DeadLetterStore.DeadLetter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lists dead letters (work given up because its node died of it repeatedly), counts them for alarms, and queues them again in
 * bulk.
 */
public final class DeadLetterService {

    private static final Duration COUNTED_EVERY = Duration.ofSeconds(15);

    /** Dead letters queued again by one call, at most: a tenth of a second's work. */
    static final int MAX_RETRIED = 1_000;

    private final Database database;
    private final List<DeadLetterRequeuer> kinds;
    private final DeadLetterStore store = new DeadLetterStore();

    public DeadLetterService(Database database, List<DeadLetterRequeuer> kinds) {
        this.database = database;
        this.kinds = List.copyOf(kinds);
    }

    /** The requeuer of imports and bulk actions. */
    public static DeadLetterRequeuer jobs() {
        return new DeadJobs();
    }

    private record DeadJobs() implements DeadLetterRequeuer {

        @Override
        public DeadLetterKind name() {
            return DeadLetterKind.JOB;
        }

        @Override
        public Future<Integer> retry(SqlClient tx, Tenant tenant, List<UUID> ids) {
            return new JobProgressStore().retry(tx, tenant, ids);
        }
    }

    /** Keeps a gauge for each kind, on the caller's context; stop the loop to end it. */
    public static PollLoop count(Vertx vertx, Database database, MeterRegistry meters) {
        var kindToGauge = new HashMap<String, AtomicLong>();
        for (var requeuer : DeadLetterRequeuer.DeadLetterKind.values()) {
            var gauge = new AtomicLong();
            meters.gauge("godwit.dead.letters", Tags.of("kind", requeuer.name()), gauge);
            kindToGauge.put(requeuer.name(), gauge);
        }
        return PollLoop.start(vertx, "jobs-dead-letters", COUNTED_EVERY, () -> new DeadLetterStore()
                .counts(database.workers())
                .onSuccess(counts -> kindToGauge.forEach((kind, gauge) -> gauge.set(counts.getOrDefault(kind, 0L))))
                .map(Next.IDLE));
    }

    Future<Long> total(Tenant tenant, Optional<DeadLetterRequeuer.DeadLetterKind> kind) {
        return store.count(database.requests(), tenant, kind);
    }

    /** Lists at most {@code limit} dead letters, the newest first, of those with lower ids than {@code before}. */
    Future<List<DeadLetter>> page(
            Tenant tenant, Optional<DeadLetterRequeuer.DeadLetterKind> kind, Optional<UUID> before, int limit) {
        return store.page(database.requests(), tenant, kind, before, limit);
    }

    /**
     * Queues the {@code ids} of the {@code kind} again in one transaction; without ids all, at most a thousand of each kind per
     * call. Completes with the number of queued rows.
     */
    Future<Integer> retry(Tenant tenant, Optional<DeadLetterRequeuer.DeadLetterKind> kind, List<UUID> ids) {
        return database.transaction(tx -> {
            var retried = Future.succeededFuture(0);
            for (var requeuer : kinds) {
                if (kind.isEmpty() || kind.get().equals(requeuer.name())) {
                    retried = retried.compose(
                            before -> retry(tx, tenant, requeuer, ids).map(now -> before + now));
                }
            }
            return retried;
        });
    }

    private Future<Integer> retry(SqlClient tx, Tenant tenant, DeadLetterRequeuer requeuer, List<UUID> ids) {
        return store.pick(tx, tenant, requeuer.name(), ids, MAX_RETRIED)
                .compose(picked -> picked.isEmpty() ? Future.succeededFuture(0) : requeuer.retry(tx, tenant, picked));
    }
}
