package io.godwit.workflows;

import io.godwit.bus.Bus;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Loop.Next;
import io.godwit.core.PausePoints;
import io.godwit.core.SegmentId;
import io.godwit.db.Database;
import io.godwit.segments.Segments;
import io.godwit.workflows.RunStore.Page;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries firings out: one at a time, a bounded part of it, then the next one's turn. A page enrols its contacts and says how
 * far the walk has come in one transaction under the run's fence, so each contact is met once, whatever dies meanwhile.
 */
final class Runs {

    private static final Logger LOG = LoggerFactory.getLogger(Runs.class);

    /** A run is walked so long before another one's turn. */
    private static final Duration TURN = Duration.ofMillis(500);

    private static final Duration LEASE = Duration.ofSeconds(30);

    /** Longer than any one statement may take (see {@link Database#workers}). */
    private static final Duration LONG_LEASE = Duration.ofSeconds(90);

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
    private static final int PAGE = 2_000;

    private final Database database;
    private final Bus bus;
    private final Segments segments;
    private final int page;
    private final Timetable timetable;
    private final PausePoints pauses = PausePoints.fromSystem();
    private final RunStore store = new RunStore();

    Runs(Database database, Bus bus, Segments segments) {
        this(database, bus, segments, PAGE);
    }

    Runs(Database database, Bus bus, Segments segments, int page) {
        this.database = database;
        this.bus = bus;
        this.segments = segments;
        this.page = page;
        this.timetable = new Timetable(database);
    }

    /** Fires what is due, then carries on one run of any project. */
    Future<Next> next() {
        return timetable
                .look()
                .compose(fired -> store.claim(database.workers(), LEASE))
                .compose(claimed -> claimed.map(run -> turn(run).map(Next.AGAIN))
                        .orElseGet(() -> Future.succeededFuture(Next.REST)));
    }

    /** A failure costs this run some seconds and no other one anything. */
    private Future<Void> turn(Run run) {
        return carryOn(run).recover(cause -> {
            LOG.atWarn()
                    .addKeyValue("project", run.tenant().project())
                    .setCause(cause)
                    .log("A scheduled start could not go on; it is tried again soon");
            return store.giveBack(database.workers(), run, AFTER_FAILURE);
        });
    }

    private Future<Void> carryOn(Run run) {
        if (!run.wanted()) {
            return store.end(database.workers(), run, "The workflow was disabled");
        }
        return run.segment()
                .filter(segment -> !run.frozen())
                .map(segment -> freeze(run, segment))
                .orElseGet(() -> walk(run, System.nanoTime() + TURN.toNanos()));
    }

    private Future<Void> freeze(Run run, SegmentId id) {
        return segments.find(run.tenant(), id)
                .compose(segment -> store.hold(database.workers(), run, LONG_LEASE)
                        .compose(held -> database.workerTransaction(tx -> segments.members(tx, run.tenant(), segment)
                                .compose(members -> store.freeze(tx, run, members)))))
                .compose(frozen -> store.giveBack(database.workers(), run, Duration.ZERO))
                .recover(cause -> isUnknown(cause)
                        ? store.end(database.workers(), run, "The segment was deleted")
                        : Future.failedFuture(cause));
    }

    private static boolean isUnknown(Throwable cause) {
        return cause instanceof Failure failure && failure.kind() == Kind.RESOURCE_NOT_FOUND;
    }

    private Future<Void> walk(Run run, long until) {
        return database.workerTransaction(tx -> page(tx, run))
                .compose(walked -> pauses.at("schedule-after-page", walked))
                .compose(walked -> {
                    walked.ifPresent(done -> announce(run, done));
                    return walked.filter(done -> !done.last()).isPresent() && System.nanoTime() - until < 0
                            ? walk(run, until)
                            : store.giveBack(database.workers(), run, Duration.ZERO);
                });
    }

    /** Empty when the run is not ours any more, or nobody wants it. */
    private Future<Optional<Page>> page(SqlClient tx, Run run) {
        return store.hold(tx, run, LEASE)
                .compose(wanted -> wanted
                        ? store.page(tx, run, page).map(Optional::of)
                        : Future.succeededFuture(Optional.<Page>empty()))
                .compose(done -> pauses.at("schedule-within-page", done));
    }

    /** A hint to whoever runs workflows. */
    private void announce(Run run, Page done) {
        if (done.enrolled() > 0) {
            bus.publish(
                    WorkflowsMessages.DUE,
                    new WorkflowsMessages.Due(run.tenant().project().value()));
        }
    }
}
