package io.godwit.sending.pipeline;

import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.sending.pipeline.RefusalCircuitBreakerStore.Open;
import io.godwit.sending.queue.RefusalSettings;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes that breakers open and close into {@code refusal_breakers}, frees the emails that wait for them, and queues the notices of the owners
 * in the same transaction. Each future completes after the commit, and the notices are sent then. One that fails is logged here: the
 * breaker in memory goes on, and the rows are read again by {@link #readAll}.
 */
final class RefusalCircuitBreakerWriter {

    private static final Logger LOG = LoggerFactory.getLogger(RefusalCircuitBreakerWriter.class);

    private final Database database;
    private final RefusalSettings settings;
    private final RefusalListener listener;
    private final RefusalCircuitBreakerStore store = new RefusalCircuitBreakerStore();

    RefusalCircuitBreakerWriter(Database database, RefusalSettings settings, RefusalListener listener) {
        this.database = database;
        this.settings = settings;
        this.listener = listener;
    }

    /** Opens the breaker unless it has a row already; the owners are notified once a day at most. */
    Future<Void> open(Open breaker) {
        var project = breaker.project();
        return sendingNotices(database.workerTransaction(
                tx -> store.open(tx, project, breaker.pattern(), breaker.reply(), settings.pause())
                        .compose(notify -> store.free(tx, Optional.of(project), breaker.pattern())
                                .compose(ignored -> notify.orElse(false)
                                        ? listener.opened(tx, project, breaker.reply())
                                        : Future.succeededFuture()))));
    }

    /** Closes the breaker and frees the waiting refusals in the same transaction, before one of them can end its email. */
    Future<Void> close(Open breaker) {
        var project = breaker.project();
        return sendingNotices(database.workerTransaction(tx -> store.close(tx, project)
                .compose(notified -> store.free(tx, Optional.of(project), breaker.pattern())
                        .compose(ignored ->
                                notified.orElse(false) ? listener.closed(tx, project) : Future.succeededFuture()))));
    }

    /** Frees the emails of all projects that wait with this refusal. */
    Future<Void> freeAll(String pattern) {
        return logged(store.free(database.workers(), Optional.empty(), pattern));
    }

    /** Frees the emails of all projects that wait with this refusal, and makes the probes of all open breakers due at once. */
    Future<Void> freeAllAndProbe(String pattern) {
        return logged(store.free(database.workers(), Optional.empty(), pattern)
                .compose(ignored -> store.scheduleProbe(database.workers())));
    }

    /** Notifies the owners of the project that this node sends no email, once a day at most. */
    Future<Void> notifyOfAll(ProjectId project, String pattern, String reply) {
        return sendingNotices(database.workerTransaction(tx -> store.markNotified(tx, project, pattern, reply)
                .compose(isDue -> isDue ? listener.allOpened(tx, project, reply) : Future.succeededFuture())));
    }

    /** Reads the open breakers of all nodes. */
    Future<Map<ProjectId, Open>> readAll() {
        return store.all(database.workers());
    }

    /** Completes with those of the projects whose due probe belongs to this node. */
    Future<List<ProjectId>> claimProbes(List<ProjectId> projects) {
        return projects.isEmpty()
                ? Future.succeededFuture(List.of())
                : store.claimProbes(database.workers(), projects, settings);
    }

    private Future<Void> sendingNotices(Future<Void> written) {
        return logged(written).onSuccess(ignored -> listener.wakeSenders());
    }

    private static Future<Void> logged(Future<Void> written) {
        return written.onFailure(error -> LOG.warn("The state of a circuit breaker could not be stored", error));
    }
}
