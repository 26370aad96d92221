package io.godwit.segments.compute;

import io.godwit.core.AsyncLoop;
import io.godwit.core.AsyncLoop.Iteration;
import io.godwit.core.AsyncSemaphore;
import io.godwit.core.ChangeTopic;
import io.godwit.core.FailPoints;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Tenant;
import io.godwit.core.id.EventId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Database;
import io.godwit.events.EventAppender;
import io.godwit.events.NewEvent;
import io.godwit.segments.SegmentCounter;
import io.godwit.segments.SegmentMemberStore;
import io.godwit.segments.SegmentService;
import io.godwit.segments.SegmentSettings;
import io.godwit.segments.SegmentType;
import io.godwit.segments.compute.SegmentClaimStore.ClaimedSegment;
import io.godwit.segments.compute.SegmentClaimStore.ComputedPage;
import io.godwit.segments.compute.SegmentClaimStore.MemberChange;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Computes the members of segments: counts them, and for tracked segments writes the contacts that entered and left, with their
 * events in the same transaction. A segment is computed by one node at a time; a second call waits and then computes what has
 * changed meanwhile. Safe to share between threads.
 */
public final class SegmentComputer {

    /** Max changes of a page with events, which is written in a fraction of a second. */
    private static final int PAGE = 2_000;

    /** Max changes of a page without events. */
    private static final int SILENT_PAGE = 20_000;

    /** The pause before a segment that another node computes is asked for again, and the time after which its caller gives up. */
    private static final Duration RETRY = Duration.ofMillis(200);

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** The pause after a computation that failed. */
    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);

    /**
     * The pause after a computation is at least so many times as long as the computation, so that each segment takes at most an
     * eleventh of one connection's time.
     */
    private static final int IDLE_FACTOR = 10;

    private final Vertx vertx;
    private final Database database;
    private final EventAppender events;
    private final SegmentService segments;
    private final SegmentCounter counter;
    private final AsyncSemaphore<ProjectId> semaphore;
    private final SegmentSettings settings;
    private final RecentProjects recentProjects = new RecentProjects();
    private final FailPoints pauses = FailPoints.fromSystem();
    private final SegmentClaimStore store = new SegmentClaimStore();
    private final SegmentMemberStore members = new SegmentMemberStore();
    private final DeletedSegmentStore deletedSegments = new DeletedSegmentStore();

    public SegmentComputer(
            Vertx vertx,
            Database database,
            EventAppender events,
            SegmentService segments,
            AsyncSemaphore<ProjectId> semaphore,
            SegmentSettings settings) {
        this.vertx = vertx;
        this.database = database;
        this.events = events;
        this.segments = segments;
        this.counter = new SegmentCounter(database, segments);
        this.semaphore = semaphore;
        this.settings = settings;
    }

    /** The numbers of contacts that entered, that left, and that are members now. */
    public record Result(long added, long removed, long total) {

        private Result plus(Result other) {
            return new Result(added + other.added, removed + other.removed, total);
        }
    }

    /**
     * Computes a segment, after waiting for another node that computes it. Fails with {@code CONFLICT} when that takes longer than a
     * minute, with {@code RESOURCE_NOT_FOUND} when the segment is gone, and with {@code SERVICE_UNAVAILABLE} when too many
     * computations wait on this node.
     */
    public Future<Result> compute(Tenant tenant, SegmentId id) {
        return compute(tenant, id, System.nanoTime() + TIMEOUT.toNanos());
    }

    private Future<Result> compute(Tenant tenant, SegmentId id, long deadline) {
        return semaphore
                .run(tenant.project(), () -> store.claim(database.workers(), tenant, id, settings.lease())
                        .compose(claimed ->
                                claimed.map(this::run).orElseGet(() -> Future.failedFuture(new SupersededException()))))
                .recover(cause -> cause instanceof SupersededException
                        ? retry(tenant, id, deadline)
                        : Future.failedFuture(cause));
    }

    private Future<Result> retry(Tenant tenant, SegmentId id, long deadline) {
        if (System.nanoTime() - deadline > 0) {
            return Future.failedFuture(
                    Failure.of(Kind.CONFLICT, "The segment is being computed; try again when that has ended"));
        }
        return segments.find(tenant, id)
                .compose(ignored -> vertx.timer(RETRY.toMillis()))
                .compose(ignored -> compute(tenant, id, deadline));
    }

    /** Deletes some of the rows that deleted segments left. */
    Future<Next> sweep() {
        return database.workerTransaction(deletedSegments::sweep).map(more -> more ? Next.MORE : Next.IDLE);
    }

    /** Computes one due segment of any project; those not served lately first. */
    Future<Next> next() {
        return semaphore.run(
                SegmentService.ANY_PROJECT, () -> store.claimDue(database.workers(), settings.lease(), recentProjects)
                        .onSuccess(claimed -> claimed.ifPresent(segment ->
                                recentProjects.served(segment.tenant().project())))
                        .compose(claimed -> claimed.map(
                                        segment -> run(segment).map(Next.MORE).recover(this::giveUp))
                                .orElseGet(() -> Future.succeededFuture(Next.IDLE))));
    }

    private Future<Next> giveUp(Throwable cause) {
        return cause instanceof SupersededException ? Future.succeededFuture(Next.MORE) : Future.failedFuture(cause);
    }

    private Future<Result> run(ClaimedSegment claimed) {
        var started = System.nanoTime();
        var computed = claimed.segment().type() == SegmentType.STATIC
                ? countListed(claimed, started)
                : recompute(claimed).compose(result -> store.finish(
                                database.workers(), claimed, pause(started), Optional.of(result.total()))
                        .map(result));
        return computed.onSuccess(ignored -> noteChange(claimed))
                .recover(cause -> store.finish(database.workers(), claimed, AFTER_FAILURE, Optional.empty())
                        .transform(ignored -> Future.failedFuture(cause)));
    }

    /**
     * Counts with the row locked: a request that adds or removes members meanwhile changes the number after this one has written it.
     */
    private Future<Result> countListed(ClaimedSegment claimed, long started) {
        return store.deleteMissing(database.workers(), claimed)
                .compose(ignored -> database.workerTransaction(tx -> renew(tx, claimed)
                        .compose(leased -> store.count(tx, claimed))
                        .compose(total -> store.finish(tx, claimed, pause(started), Optional.of(total))
                                .map(new Result(0, 0, total)))));
    }

    /** Locks the row of the segment until the transaction ends. */
    private Future<Void> renew(SqlClient tx, ClaimedSegment claimed) {
        return store.renew(tx, claimed, settings.lease())
                .compose(stillLeased ->
                        stillLeased ? Future.succeededFuture() : Future.failedFuture(new SupersededException()));
    }

    private void noteChange(ClaimedSegment claimed) {
        var segment = claimed.segment().id().value();
        database.changes().add(claimed.tenant().project(), ChangeTopic.SEGMENT, segment);
    }

    private Duration pause(long started) {
        var busy = Duration.ofNanos(System.nanoTime() - started).multipliedBy(IDLE_FACTOR);
        return busy.compareTo(settings.every()) > 0 ? busy : settings.every();
    }

    private Future<Result> recompute(ClaimedSegment claimed) {
        var segment = claimed.segment();
        return segment.isTracked()
                ? findChanges(claimed).compose(found -> pages(claimed, found))
                : counter.count(claimed.tenant(), segment.filter().orElseThrow())
                        .map(count -> new Result(0, 0, count));
    }

    private Future<Long> findChanges(ClaimedSegment claimed) {
        return database.workerTransaction(tx -> store.deleteChanges(tx, claimed)
                .compose(ignored -> members.raiseWorkMemory(tx))
                .compose(ignored -> segments.all(tx, claimed.tenant(), claimed.segment()))
                .compose(selection -> store.findChanges(tx, claimed, selection)));
    }

    /**
     * The changes made so far.
     *
     * @param left the number of those that have been found and not been made yet
     */
    private record Progress(Result sofar, long left) {}

    private Future<Result> pages(ClaimedSegment claimed, long found) {
        return AsyncLoop.run(new Progress(new Result(0, 0, 0), found), before -> nextPage(claimed, before))
                .compose(after -> after.left() > 0
                        ? Future.failedFuture(new SupersededException())
                        : total(claimed, after.sofar()));
    }

    private Future<Iteration<Progress>> nextPage(ClaimedSegment claimed, Progress before) {
        return database.workerTransaction(
                        tx -> page(tx, claimed).compose(page -> pauses.at("segment-within-page", page)))
                .compose(page -> pauses.at("segment-after-page", page))
                .map(page -> new Iteration<>(
                        new Progress(before.sofar().plus(count(page)), before.left() - page.taken()),
                        page.taken() > 0));
    }

    private Future<ComputedPage> page(SqlClient tx, ClaimedSegment claimed) {
        var silent = !claimed.segment().settled();
        return renew(tx, claimed)
                .compose(ignored -> store.apply(tx, claimed, silent ? SILENT_PAGE : PAGE))
                .compose(page -> silent
                        ? Future.succeededFuture(page)
                        : events.append(
                                        tx,
                                        page.changes().stream()
                                                .filter(MemberChange::contactExists)
                                                .map(change -> event(claimed, change))
                                                .toList())
                                .map(page));
    }

    private static NewEvent event(ClaimedSegment claimed, MemberChange change) {
        var segment = claimed.segment();
        return new NewEvent(
                claimed.tenant().project(),
                new EventId(Ids.next()),
                change.contact(),
                change.entered() ? segment.entryEvent() : segment.exitEvent(),
                Map.of("segmentId", segment.id().toString(), "segmentName", segment.name()),
                Optional.empty(),
                0);
    }

    private static Result count(ComputedPage page) {
        var added = page.changes().stream().filter(MemberChange::entered).count();
        return new Result(added, page.changes().size() - added, 0);
    }

    private Future<Result> total(ClaimedSegment claimed, Result result) {
        return store.count(database.workers(), claimed)
                .map(total -> new Result(result.added(), result.removed(), total));
    }

    /** Another node has claimed the segment, its filter was changed, or the changes found are gone because PostgreSQL died. */
    private static final class SupersededException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private SupersededException() {
            super("The segment is not ours to compute", null, false, false);
        }
    }
}
