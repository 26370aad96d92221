package io.godwit.workflows.schedule;

import io.godwit.bus.Bus;
import io.godwit.core.FailPoints;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Database;
import io.godwit.db.SqlErrorKind;
import io.godwit.segments.SegmentService;
import io.godwit.workflows.engine.WorkflowMessages;
import io.godwit.workflows.schedule.ScheduleRunStore.RunPage;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out scheduled runs: one at a time, a bounded part of it, then another run. A page enrols its contacts and stores the
 * position in one transaction under the run's fence, so each contact is enrolled once, whatever crashes meanwhile.
 */
public final class ScheduleRunner {

    private static final Logger LOG = LoggerFactory.getLogger(ScheduleRunner.class);

    /** Time one run is carried on before another one. */
    private static final Duration MAX_SLICE = Duration.ofMillis(500);

    private static final Duration LEASE = Duration.ofSeconds(30);

    /** Lease while the audience is written down; longer than any one statement may take (see {@link Database#workers}). */
    private static final Duration LONG_LEASE = Duration.ofSeconds(90);

    /** Attempts to find the contacts of a segment are repeated for so long before the run is ended. */
    private static final Duration MAX_FREEZING = Duration.ofMinutes(10);

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
    private static final int PAGE = 2_000;

    private final Database database;
    private final Bus bus;
    private final SegmentService segments;
    private final int page;
    private final Scheduler scheduler;
    private final FailPoints pauses = FailPoints.fromSystem();
    private final ScheduleRunStore store = new ScheduleRunStore();

    public ScheduleRunner(Database database, Bus bus, SegmentService segments) {
        this(database, bus, segments, PAGE);
    }

    ScheduleRunner(Database database, Bus bus, SegmentService segments, int page) {
        this.database = database;
        this.bus = bus;
        this.segments = segments;
        this.page = page;
        this.scheduler = new Scheduler(database);
    }

    /** Fires due schedules, then carries on one run of any project. */
    public Future<Next> next() {
        return scheduler
                .fireDue()
                .compose(ignored -> store.claim(database.workers(), LEASE))
                .compose(claimed -> claimed.map(run -> runOnce(run).map(Next.MORE))
                        .orElseGet(() -> Future.succeededFuture(Next.IDLE)));
    }

    /** Carries on a run; a failure delays this run by some seconds and no other one. */
    private Future<Void> runOnce(ClaimedRun run) {
        return carryOn(run).recover(cause -> {
            LOG.atWarn()
                    .addKeyValue("project", run.tenant().project())
                    .setCause(cause)
                    .log("A scheduled start could not continue; it is tried again soon");
            return store.retryAfter(database.workers(), run, AFTER_FAILURE);
        });
    }

    private Future<Void> carryOn(ClaimedRun run) {
        if (!run.active()) {
            return store.end(database.workers(), run, "The workflow was disabled");
        }
        return run.segment()
                .filter(ignored -> !run.frozen())
                .map(segment -> freeze(run, segment))
                .orElseGet(() -> pageContacts(run, System.nanoTime() + MAX_SLICE.toNanos()));
    }

    private Future<Void> freeze(ClaimedRun run, SegmentId id) {
        return segments.find(run.tenant(), id)
                .compose(segment -> store.extendLease(database.workers(), run, LONG_LEASE)
                        .compose(ignored -> database.workerTransaction(tx -> segments.members(tx, run.tenant(), segment)
                                .compose(members -> store.freeze(tx, run, members)))))
                .compose(ignored -> store.retryAfter(database.workers(), run, Duration.ZERO))
                .recover(cause -> isUnknown(cause)
                        ? store.end(database.workers(), run, "The segment was deleted")
                        : endIfAlwaysTooSlow(run, cause));
    }

    private Future<Void> endIfAlwaysTooSlow(ClaimedRun run, Throwable cause) {
        return SqlErrorKind.isStatementTimeout(cause)
                ? store.noteTimeout(database.workers(), run, MAX_FREEZING)
                        .compose(over -> over
                                ? store.end(
                                        database.workers(),
                                        run,
                                        "The contacts of the segment are not found in a minute")
                                : Future.failedFuture(cause))
                : Future.failedFuture(cause);
    }

    private static boolean isUnknown(Throwable cause) {
        return cause instanceof Failure failure && failure.kind() == Kind.RESOURCE_NOT_FOUND;
    }

    private Future<Void> pageContacts(ClaimedRun run, long until) {
        return database.workerTransaction(tx -> page(tx, run))
                .compose(page -> pauses.at("schedule-after-page", page))
                .compose(page -> {
                    page.ifPresent(done -> publishDue(run, done));
                    return page.filter(done -> !done.last()).isPresent() && System.nanoTime() - until < 0
                            ? pageContacts(run, until)
                            : store.retryAfter(database.workers(), run, Duration.ZERO);
                });
    }

    /** Enrols a page; empty when the lease is lost, or the workflow was disabled. */
    private Future<Optional<RunPage>> page(SqlClient tx, ClaimedRun run) {
        return store.extendLease(tx, run, LEASE)
                .compose(leased -> leased
                        ? store.page(tx, run, page).map(Optional::of)
                        : Future.succeededFuture(Optional.<RunPage>empty()))
                .compose(done -> pauses.at("schedule-within-page", done));
    }

    /** Wakes the workflow engine. */
    private void publishDue(ClaimedRun run, RunPage done) {
        if (done.enrolled() > 0) {
            bus.publish(
                    WorkflowMessages.DUE,
                    new WorkflowMessages.Due(run.tenant().project().value()));
        }
    }
}
