package io.godwit.workflows.engine;

import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ExecutionId;
import io.godwit.db.Database;
import io.godwit.workflows.engine.PendingEventStore.Candidate;
import io.godwit.workflows.engine.PendingEventStore.Match;
import io.godwit.workflows.engine.PendingEventStore.PendingEvent;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Resumes executions whose awaited event has come, some hundred at once. Any number of nodes share the work. */
public final class WaitResumer {

    private static final int BATCH_SIZE = 1_000;

    private final Database database;
    private final Runnable onResumed;
    private final PendingEventStore store = new PendingEventStore();

    /** @param onResumed is run when executions have become due */
    public WaitResumer(Database database, Runnable onResumed) {
        this.database = database;
        this.onResumed = onResumed;
    }

    public Future<Next> next() {
        return database.workerTransaction(tx -> store.lockPending(tx, BATCH_SIZE)
                        .compose(events -> events.isEmpty()
                                ? Future.succeededFuture(events)
                                : wake(tx, events)
                                        .compose(ignored -> store.seen(tx, events))
                                        .map(events)))
                .map(events -> {
                    if (!events.isEmpty()) {
                        onResumed.run();
                    }
                    return events.size() == BATCH_SIZE ? Next.MORE : Next.IDLE;
                });
    }

    private Future<Void> wake(SqlClient tx, List<PendingEvent> events) {
        return store.candidates(tx, events)
                .map(candidates -> matches(events, candidates))
                .compose(matches -> matches.isEmpty() ? Future.succeededFuture() : store.wake(tx, matches));
    }

    /** The first matching event ends a wait; later ones are ignored. */
    private static List<Match> matches(List<PendingEvent> events, List<Candidate> candidates) {
        var matches = new ArrayList<Match>();
        var resumed = new HashSet<ExecutionId>();
        for (var candidate : candidates) {
            var event = events.get(candidate.arrival());
            if (!resumed.contains(candidate.execution()) && ends(candidate, event)) {
                resumed.add(candidate.execution());
                matches.add(new Match(event, candidate.execution()));
            }
        }
        return matches;
    }

    private static boolean ends(Candidate candidate, PendingEvent event) {
        return candidate
                .conditions()
                .map(conditions -> conditions.matches(event.data(), event.at()))
                .orElse(true);
    }

    /** Deletes seen events that are older than any wait still being written. */
    public Future<Next> expire() {
        return store.expire(database.workers()).map(Next.IDLE);
    }
}
