package io.godwit.projects;

import io.godwit.bus.Bus;
import io.godwit.core.ChangeTopic;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.projects.ProjectDataStore.ClaimedErasure;
import io.godwit.projects.ProjectDataStore.Table;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the rows of projects that were reset or deleted, a bounded number in each transaction, so that other projects do
 * not wait. It keeps nothing in memory: after a crash the project is still marked, and the next run on any node continues.
 * The last pass finds nothing to delete; until then nothing is written to the project.
 */
final class ProjectEraser {

    private static final Logger LOG = LoggerFactory.getLogger(ProjectEraser.class);

    private static final Duration POLL = Duration.ofSeconds(2);
    private static final int ROWS_BATCH_SIZE = 5_000;

    private final Database database;
    private final Bus bus;
    private final KeyCacheInvalidator keyCache;
    private final ResetHook saved;
    private final ProjectDataStore store = new ProjectDataStore();

    ProjectEraser(Database database, Bus bus, KeyCacheInvalidator keyCache, ResetHook saved) {
        this.database = database;
        this.bus = bus;
        this.keyCache = keyCache;
        this.saved = saved;
    }

    /** Starts the loop, on the caller's context; stop the loop to end it. */
    PollLoop start(Vertx vertx) {
        var loop = PollLoop.start(vertx, "projects-erase", POLL, this::eraseSome);
        bus.listen(ProjectMessages.ERASURE, ignored -> loop.wake());
        return loop;
    }

    /** The result of one run of the loop. */
    private record ErasureStep(boolean worked, boolean ended, long version) {

        static final ErasureStep NOTHING = new ErasureStep(false, false, 0);
        static final ErasureStep SOME = new ErasureStep(true, false, 0);
    }

    private Future<Next> eraseSome() {
        return database.workerTransaction(tx -> store.claim(tx)
                        .compose(claimed -> claimed.isEmpty()
                                ? Future.succeededFuture(ErasureStep.NOTHING)
                                : eraseSome(tx, claimed.get())))
                .compose(step ->
                        step.ended() ? keyCache.publishChange(step.version()).map(step) : Future.succeededFuture(step))
                .map(step -> step.worked() ? Next.MORE : Next.IDLE);
    }

    private Future<ErasureStep> eraseSome(SqlClient tx, ClaimedErasure claimed) {
        var save = claimed.deletion() ? Future.succeededFuture(0) : saved.save(tx, claimed.project(), ROWS_BATCH_SIZE);
        return save.compose(deleted -> empty(tx, claimed, ROWS_BATCH_SIZE - deleted))
                .compose(left -> left < ROWS_BATCH_SIZE ? Future.succeededFuture(ErasureStep.SOME) : end(tx, claimed));
    }

    private Future<Integer> empty(SqlClient tx, ClaimedErasure claimed, int budget) {
        return store.tables(tx).compose(tables -> delete(tx, wanted(tables, claimed), claimed.project(), budget));
    }

    private static List<Table> wanted(List<Table> tables, ClaimedErasure claimed) {
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

    private Future<ErasureStep> end(SqlClient tx, ClaimedErasure claimed) {
        // All pages of the project show what is gone.
        ChangeTopic.OF_PROJECT.forEach(topic -> database.changes().add(tx, claimed.project(), topic, null));
        var ended = claimed.deletion() ? store.drop(tx, claimed.project()) : store.reopen(tx, claimed.project());
        return ended.compose(ignored -> InstallationStore.raiseKeysVersion(tx))
                .onSuccess(ignored -> LOG.atInfo()
                        .addKeyValue("project", claimed.project())
                        .log(claimed.deletion() ? "The project is deleted" : "The project is empty"))
                .map(version -> new ErasureStep(true, true, version));
    }
}
