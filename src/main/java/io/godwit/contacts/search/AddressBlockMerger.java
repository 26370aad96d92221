package io.godwit.contacts.search;

import io.godwit.contacts.search.AddressBlockStore.Candidates;
import io.godwit.contacts.search.AddressBlockStore.OpenBlock;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Merges the small address blocks of new contacts into full ones with a signature, and takes the addresses of deleted contacts out.
 * A search finds the same before and after; it only becomes faster. Any number of nodes may: each takes projects that no other
 * holds.
 */
public final class AddressBlockMerger {

    private static final Duration PAUSE = Duration.ofSeconds(2);

    /** Blocks that are merged in one transaction, some 0.02 s. */
    private static final int MERGED_BATCH_SIZE = 500;

    private static final int REMOVED_BATCH_SIZE = 5_000;

    /** Projects whose removals are carried out in one run. */
    private static final int MAX_PROJECTS = 50;

    /** An id below that of every project. */
    private static final ProjectId START = new ProjectId(new UUID(0, 0));

    private final Database database;
    private final AddressBlockStore store = new AddressBlockStore();

    /** The last project that was looked at; only the loop's own context uses it. */
    private ProjectId after = START;

    public AddressBlockMerger(Database database) {
        this.database = database;
    }

    /** Begins to merge on the caller's context; stop the loop to end it. */
    public PollLoop start(Vertx vertx) {
        return PollLoop.start(vertx, "contacts-search", PAUSE, this::run);
    }

    private Future<Next> run() {
        return store.withRemovals(database.workers(), MAX_PROJECTS)
                .compose(projects -> each(projects, this::remove, false))
                .compose(more ->
                        store.toMerge(database.workers(), after).compose(candidates -> mergeAll(candidates, more)))
                .map(more -> more ? Next.MORE : Next.IDLE);
    }

    private Future<Boolean> mergeAll(Candidates candidates, boolean more) {
        return each(candidates.projects(), this::merge, more)
                .onSuccess(ignored -> after = candidates.last().orElse(START));
    }

    /** One transaction for some rows of a project. */
    @FunctionalInterface
    private interface Work {

        /** Completes with whether the project has more of them. */
        Future<Boolean> carryOut(SqlClient tx, ProjectId project);
    }

    private Future<Boolean> each(List<ProjectId> projects, Work work, boolean more) {
        return projects.isEmpty()
                ? Future.succeededFuture(more)
                : one(projects.get(0), work)
                        .compose(again -> each(projects.subList(1, projects.size()), work, more || again));
    }

    private Future<Boolean> one(ProjectId project, Work work) {
        return database.workerTransaction(tx -> store.lock(tx, project)
                .compose(locked -> locked ? work.carryOut(tx, project) : Future.succeededFuture(false)));
    }

    private Future<Boolean> remove(SqlClient tx, ProjectId project) {
        return store.removals(tx, project, REMOVED_BATCH_SIZE)
                .compose(removals -> removals.isEmpty()
                        ? Future.succeededFuture(false)
                        : store.remove(tx, project, removals).map(removals.size() == REMOVED_BATCH_SIZE));
    }

    private Future<Boolean> merge(SqlClient tx, ProjectId project) {
        return store.open(tx, project, MERGED_BATCH_SIZE)
                .compose(open -> open.isEmpty()
                        ? Future.succeededFuture(false)
                        : store.replace(tx, project, open, merged(open)).map(open.size() == MERGED_BATCH_SIZE));
    }

    private static List<AddressBlock> merged(List<OpenBlock> open) {
        return AddressBlock.merge(open.stream().map(OpenBlock::addresses).toList());
    }
}
