package io.godwit.projects;

import io.godwit.bus.Bus;
import io.godwit.core.ChangeTopic;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.projects.ProjectDataStore.ClaimedReset;
import io.godwit.projects.ProjectDataStore.Table;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resets projects: deletes the rows of those that were reset or deleted, a bounded number in each transaction, so that other projects do
 * not wait. It keeps nothing in memory: after a crash the project is still marked, and the next run on any node continues.
 * The last pass finds nothing to delete; until then nothing is written to the project.
 */
final class ProjectResetter {

    private static final Logger LOG = LoggerFactory.getLogger(ProjectResetter.class);

    private static final Duration POLL = Duration.ofSeconds(2);
    private static final int ROWS_BATCH_SIZE = 5_000;

    private final Database database;
    private final Bus bus;
    private final KeyCacheInvalidator keyCache;
    private final ResetHook saved;
    private final ProjectDataStore store = new ProjectDataStore();

    ProjectResetter(Database database, Bus bus, KeyCacheInvalidator keyCache, ResetHook saved) {
        this.database = database;
        this.bus = bus;
        this.keyCache = keyCache;
        this.saved = saved;
    }

    /** Starts the loop, on the caller's context; stop the loop to end it. */
    PollLoop start(Vertx vertx) {
        var loop = PollLoop.start(vertx, "projects-reset", POLL, this::resetSome);
        bus.listen(ProjectMessages.RESET, ignored -> loop.wake());
        return loop;
    }

    /** The result of one run of the loop. */
    private record ResetStep(boolean worked, boolean ended, long version) {

        static final ResetStep NOTHING = new ResetStep(false, false, 0);
        static final ResetStep SOME = new ResetStep(true, false, 0);
    }

    private Future<Next> resetSome() {
        return database.workerTransaction(tx -> store.claim(tx)
                        .compose(claimed -> claimed.isEmpty()
                                ? Future.succeededFuture(ResetStep.NOTHING)
                                : resetSome(tx, claimed.get())))
                .compose(step ->
                        step.ended() ? keyCache.publishChange(step.version()).map(step) : Future.succeededFuture(step))
                .map(step -> step.worked() ? Next.MORE : Next.IDLE);
    }

    private Future<ResetStep> resetSome(SqlClient tx, ClaimedReset claimed) {
        var save = claimed.deletion() ? Future.succeededFuture(0) : saved.save(tx, claimed.project(), ROWS_BATCH_SIZE);
        return save.compose(deleted -> deleteRows(tx, claimed, ROWS_BATCH_SIZE - deleted))
                .compose(left -> left < ROWS_BATCH_SIZE ? Future.succeededFuture(ResetStep.SOME) : end(tx, claimed));
    }

    private Future<Integer> deleteRows(SqlClient tx, ClaimedReset claimed, int budget) {
        return store.tables(tx).compose(tables -> delete(tx, wanted(tables, claimed), claimed.project(), budget));
    }

    private static List<Table> wanted(List<Table> tables, ClaimedReset claimed) {
        return tables.stream()
                .filter(table -> claimed.deletion() || !ProjectDataStore.RETAINED_BY_RESET.contains(table.name()))
                .toList();
    }

    /** Deletes rows up to {@code budget}; completes with the unused part of the budget. */
    private Future<Integer> delete(SqlClient tx, List<Table> tables, ProjectId project, int budget) {
        if (tables.isEmpty() || budget <= 0) {
            return Future.succeededFuture(budget);
        }
        return store.delete(tx, tables.get(0), project, budget)
                .compose(deleted -> delete(tx, tables.subList(1, tables.size()), project, budget - deleted));
    }

    private Future<ResetStep> end(SqlClient tx, ClaimedReset claimed) {
        // All pages of the project show what is gone.
        ChangeTopic.OF_PROJECT.forEach(topic -> database.changes().add(tx, claimed.project(), topic, null));
        var ended = claimed.deletion() ? store.drop(tx, claimed.project()) : store.reopen(tx, claimed.project());
        return ended.compose(ignored -> InstallationStore.raiseKeysVersion(tx))
                .onSuccess(ignored -> LOG.atInfo()
                        .addKeyValue("project", claimed.project())
                        .log(claimed.deletion() ? "The project is deleted" : "The project is reset"))
                .map(version -> new ResetStep(true, true, version));
    }
}
