package io.godwit.sending.pipeline;

import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.delivery.DirectSettings.Mode;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.attempt.OfferedAttempt;
import io.godwit.sending.queue.EndedLeaseStore;
import io.godwit.sending.queue.EndedLeaseStore.EndedLeases;
import io.godwit.sending.queue.LaneScheduler;
import io.godwit.sending.queue.OutboxClaimStore;
import io.godwit.sending.queue.OutboxClaimStore.Share;
import io.godwit.sending.queue.OutboxLeases;
import io.godwit.sending.queue.PipelineTimeout;
import io.godwit.sending.queue.ProjectRateLimiter;
import io.godwit.sending.queue.SendMetrics;
import io.godwit.sending.queue.SendSettings;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims rows for {@link DeliveryWorker}: finds lanes with due emails by bus notices and by a poll, and serves them round
 * robin.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class OutboxPoller {

    private static final Logger LOG = LoggerFactory.getLogger(OutboxPoller.class);

    /** Max lanes found by one poll; the others are found by a later one. */
    private static final int MAX_LANES_PER_POLL = 5_000;

    /** The time in which notices share one poll. */
    private static final Duration NOTICE_WINDOW = Duration.ofMillis(200);

    private final Database database;
    private final OutboxClaimStore store = new OutboxClaimStore();
    private final OutboxLeases leases;
    private final DeliveryWorker worker;
    private final SendSettings settings;
    private final SendMetrics metrics;
    private final RefusalCircuitBreaker breaker;
    private final DirectDispatcher dispatcher;
    private final UUID holder;
    private final EmailTracer tracer;
    private final LaneScheduler lanes = new LaneScheduler();
    private final ProjectRateLimiter limiter;
    private long nextPoll = System.nanoTime();

    OutboxPoller(
            Database database,
            OutboxLeases leases,
            DeliveryWorker worker,
            SendSettings settings,
            SendMetrics metrics,
            RefusalCircuitBreaker breaker,
            DirectDispatcher dispatcher,
            UUID holder,
            EmailTracer tracer) {
        this.tracer = tracer;
        this.dispatcher = dispatcher;
        this.holder = holder;
        this.breaker = breaker;
        this.database = database;
        this.leases = leases;
        this.worker = worker;
        this.settings = settings;
        this.metrics = metrics;
        this.limiter = new ProjectRateLimiter(database, settings.perSecond());
    }

    /**
     * Adds lanes for which emails were committed. Notices do not tell sites; where some have numbers, a poll finds the
     * emails soon.
     */
    void onQueued(Collection<Lane> queued) {
        lanes.add(dispatcher.lanes(queued));
        if (dispatcher.hasNumberedSites()) {
            nextPoll = Math.min(nextPoll, System.nanoTime() + NOTICE_WINDOW.toNanos());
        }
    }

    /**
     * Ends the leases of an earlier process of this node, so that its rows are due at once: no other node knows that the
     * process has ended.
     *
     * @param offered the attempts that may have reached their final dot; empty: any may
     */
    Future<Void> endLeases(Optional<List<OfferedAttempt>> offered) {
        return new EndedLeaseStore()
                .endLeases(database.workers(), holder, offered)
                .onSuccess(this::report)
                .mapEmpty();
    }

    private void report(EndedLeases ended) {
        metrics.inDoubt(ended.inDoubt());
        LOG.atInfo()
                .addKeyValue("emails", ended.emails())
                .addKeyValue("inDoubt", ended.inDoubt())
                .log("Leases of the last run were ended");
    }

    /** Runs the loop once. */
    Future<Next> run() {
        worker.startReady();
        return worker.hasCapacity() ? poll().compose(ignored -> claim()) : Future.succeededFuture(Next.IDLE);
    }

    private Future<Void> poll() {
        if (System.nanoTime() - nextPoll < 0) {
            return Future.succeededFuture();
        }
        nextPoll = System.nanoTime() + jittered(settings.poll());
        return PipelineTimeout.on(store.dueLanes(database.workers(), MAX_LANES_PER_POLL))
                .onSuccess(lanes::add)
                .mapEmpty();
    }

    private Future<Next> claim() {
        var shares = breaker.limitToProbes(
                Stream.of(Mode.values()).flatMap(this::nextShares).toList());
        return shares.isEmpty()
                ? Future.succeededFuture(Next.IDLE)
                : PipelineTimeout.on(limiter.grant(shares)).compose(this::claim);
    }

    /** Each way has rows of its own, so that a slow relay holds up no email that goes direct, and the other way round. */
    private Stream<Share> nextShares(Mode mode) {
        var rows = worker.capacity(mode);
        return rows == 0
                ? Stream.empty()
                : lanes
                        .nextShares(rows, lane -> dispatcher.mode(lane) == mode && mayGo(lane), siteCapacity(mode))
                        .stream();
    }

    private boolean mayGo(Lane lane) {
        return limiter.mayGo(lane) && breaker.mayGo(lane) && worker.mayGo(lane);
    }

    /** Emails that go by the relay wait for no site. */
    private ToIntFunction<Lane> siteCapacity(Mode mode) {
        return mode == Mode.RELAY
                ? ignored -> Integer.MAX_VALUE
                : dispatcher.capacity(dispatcher.hasNumberedSites() ? worker.countBySite() : Map.of());
    }

    private Future<Next> claim(List<Share> granted) {
        if (granted.isEmpty()) {
            return Future.succeededFuture(Next.IDLE);
        }
        var started = System.nanoTime();
        var claim = dispatcher.isUsed()
                ? store.claimForDirect(
                        database.sending(), granted, settings.lease(), holder, dispatcher.foreignSources())
                : store.claim(database.sending(), granted, settings.lease(), holder);
        return PipelineTimeout.on(claim)
                .onSuccess(ignored -> metrics.claims().record(Duration.ofNanos(System.nanoTime() - started)))
                .map(claimed -> startLeases(granted, tracer.claimed(claimed, started)))
                .compose(claimed -> limiter.releaseUnused(granted, claimed))
                .map(ignored -> worker.hasCapacity() ? Next.MORE : Next.IDLE);
    }

    private List<ClaimedEmail> startLeases(List<Share> granted, List<ClaimedEmail> claimed) {
        leases.add(claimed);
        breaker.claimed(claimed);
        claimed.forEach(metrics::claimed);
        worker.offer(lanes.polled(granted, claimed));
        return claimed;
    }

    /** Shortens the pause by up to a quarter, so that the nodes do not all poll at once. */
    private static long jittered(Duration pause) {
        return (long) (pause.toNanos() * (0.75 + ThreadLocalRandom.current().nextDouble(0.25)));
    }
}
