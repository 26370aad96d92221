package io.godwit.events;

import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the events of days that are over, one day of some hundred projects in each transaction. One node does it at a
 * time; days missed for weeks are caught up one by one.
 */
public final class DailyEventCounter {

    private static final Duration BETWEEN_RUNS = Duration.ofMinutes(10);

    private final Database database;
    private final EventCountStore store = new EventCountStore();

    public DailyEventCounter(Database database) {
        this.database = database;
    }

    /** Starts the loop, which counts at once and every ten minutes, on the caller's context; stop the loop to end it. */
    public PollLoop start(Vertx vertx) {
        return PollLoop.start(vertx, "events-daily-counts", BETWEEN_RUNS, this::countSome);
    }

    /**
     * The number of each event of the project, most frequent first: days that are over from their daily counts, the rest
     * from the log.
     */
    public Future<Map<String, Long>> counts(Tenant tenant, Instant from, Instant to) {
        var db = database.requests();
        return store.rolledUntil(db, tenant)
                .compose(until -> store.counts(db, tenant, new CountedRange(from, to).parts(until), Optional.empty()))
                .map(DailyEventCounter::byName);
    }

    private static Map<String, Long> byName(List<EventCountStore.Count> counts) {
        var nameToCount = new LinkedHashMap<String, Long>();
        counts.forEach(each -> nameToCount.put(each.name(), each.count()));
        return nameToCount;
    }

    /** Counts a day of some projects; completes with {@link Next#IDLE} when no day is left, or another node is counting. */
    Future<Next> countSome() {
        return database.workerTransaction(tx -> store.claim(tx)
                .compose(stillLeased -> stillLeased ? countSome(tx) : Future.succeededFuture(Next.IDLE)));
    }

    private Future<Next> countSome(SqlClient tx) {
        return store.due(tx)
                .compose(due -> due.isEmpty()
                        ? Future.succeededFuture(Next.IDLE)
                        : count(tx, due).map(Next.MORE));
    }

    private Future<Void> count(SqlClient tx, List<EventCountStore.Due> due) {
        var projects = due.stream().map(EventCountStore.Due::project).toList();
        return store.lock(tx, projects).compose(ignored -> store.rollUp(tx, due));
    }
}
