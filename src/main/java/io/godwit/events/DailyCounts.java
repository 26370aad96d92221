package io.godwit.events;

import io.godwit.core.Loop;
import io.godwit.core.Loop.Next;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;

/**
 * Counts the events of days that are over, of some hundred projects at once and a day at a time, each time in a transaction of
 * its own. One node does it at a time; what was missed for weeks is caught up day by day.
 */
public final class DailyCounts {

    private static final Duration BETWEEN_RUNS = Duration.ofMinutes(10);

    private final Database database;
    private final CountStore store = new CountStore();

    public DailyCounts(Database database) {
        this.database = database;
    }

    /** Counts at once and every ten minutes, on the caller's context; stop the loop to end it. */
    public Loop start(Vertx vertx) {
        return Loop.start(vertx, "daily counts", BETWEEN_RUNS, this::countSome);
    }

    /** Completes with {@link Next#REST} when no day is left, or another node is at it. */
    Future<Next> countSome() {
        return database.workerTransaction(
                tx -> store.claim(tx).compose(ours -> ours ? countSome(tx) : Future.succeededFuture(Next.REST)));
    }

    private Future<Next> countSome(SqlClient tx) {
        return store.due(tx)
                .compose(due -> due.isEmpty()
                        ? Future.succeededFuture(Next.REST)
                        : count(tx, due).map(Next.AGAIN));
    }

    private Future<Void> count(SqlClient tx, List<CountStore.Due> due) {
        var projects = due.stream().map(CountStore.Due::project).toList();
        return store.lock(tx, projects).compose(locked -> store.rollUp(tx, due));
    }
}
