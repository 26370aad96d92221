package io.godwit.projects;

import io.godwit.bus.Bus;
import io.godwit.core.Loop;
import io.godwit.core.Loop.Next;
import io.godwit.core.ProjectId;
import io.godwit.db.Database;
import io.godwit.projects.WipeStore.Claimed;
import io.godwit.projects.WipeStore.Table;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Empties projects that were reset or deleted, a bounded number of rows in each transaction, so that no other project waits for
 * it. It keeps nothing in memory: a node that dies leaves a project that is still being wiped, and the next run of any node
 * goes on. It ends with a pass that finds nothing; until then nothing is written to the project.
 */
final class Wiper {

    private static final Logger LOG = LoggerFactory.getLogger(Wiper.class);

    private static final Duration POLL = Duration.ofSeconds(2);
    private static final int ROWS_AT_ONCE = 5_000;

    private final Database database;
    private final Bus bus;
    private final Changes changes;
    private final ResetHook saved;
    private final WipeStore store = new WipeStore();

    Wiper(Database database, Bus bus, Changes changes, ResetHook saved) {
        this.database = database;
        this.bus = bus;
        this.changes = changes;
        this.saved = saved;
    }

    /** Begins to work, on the caller's context; stop the loop to end it. */
    Loop start(Vertx vertx) {
        var loop = Loop.start(vertx, "wipes", POLL, this::turn);
        bus.listen(ProjectsMessages.WIPING, wiping -> loop.nudge());
        return loop;
    }

    /** What a turn has done. */
    private record Turn(boolean worked, boolean ended, long version) {

        static final Turn NOTHING = new Turn(false, false, 0);
        static final Turn SOME = new Turn(true, false, 0);
    }

    private Future<Next> turn() {
        return database.workerTransaction(tx -> store.claim(tx)
                        .compose(claimed ->
                                claimed.isEmpty() ? Future.succeededFuture(Turn.NOTHING) : turn(tx, claimed.get())))
                .compose(turn ->
                        turn.ended() ? changes.announce(turn.version()).map(turn) : Future.succeededFuture(turn))
                .map(turn -> turn.worked() ? Next.AGAIN : Next.REST);
    }

    private Future<Turn> turn(SqlClient tx, Claimed claimed) {
        var save = claimed.deletion() ? Future.succeededFuture(0) : saved.save(tx, claimed.project(), ROWS_AT_ONCE);
        return save.compose(deleted -> empty(tx, claimed, ROWS_AT_ONCE - deleted))
                .compose(left -> left < ROWS_AT_ONCE ? Future.succeededFuture(Turn.SOME) : end(tx, claimed));
    }

    private Future<Integer> empty(SqlClient tx, Claimed claimed, int budget) {
        return store.tables(tx).compose(tables -> delete(tx, wanted(tables, claimed), claimed.project(), budget));
    }

    private static List<Table> wanted(List<Table> tables, Claimed claimed) {
        return tables.stream()
                .filter(table -> claimed.deletion() || !WipeStore.KEPT_BY_RESET.contains(table.name()))
                .toList();
    }

    /** Answers how many more it could have deleted. */
    private Future<Integer> delete(SqlClient tx, List<Table> tables, ProjectId project, int budget) {
        if (tables.isEmpty() || budget <= 0) {
            return Future.succeededFuture(budget);
        }
        return store.delete(tx, tables.get(0), project, budget)
                .compose(deleted -> delete(tx, tables.subList(1, tables.size()), project, budget - deleted));
    }

    private Future<Turn> end(SqlClient tx, Claimed claimed) {
        var ended = claimed.deletion() ? store.drop(tx, claimed.project()) : store.reopen(tx, claimed.project());
        return ended.compose(done -> InstallationStore.raiseKeysVersion(tx))
                .onSuccess(version -> LOG.atInfo()
                        .addKeyValue("project", claimed.project())
                        .log(claimed.deletion() ? "The project is deleted" : "The project is empty"))
                .map(version -> new Turn(true, true, version));
    }
}
