package io.godwit.sending.pipeline;

import io.godwit.core.FailPoints;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.delivery.DirectDelivery;
import io.godwit.delivery.SuspendedSite;
import io.godwit.sending.SendingMessages;
import io.godwit.sending.SendingMessages.Queued;
import io.godwit.sending.queue.ExpiredWaitStore;
import io.godwit.sending.queue.OutboxDepthStore;
import io.godwit.sending.queue.OutboxLeases;
import io.godwit.sending.queue.PipelineTimeout;
import io.godwit.sending.queue.SendMetrics;
import io.godwit.sending.queue.SendSettings;
import io.godwit.sending.rendering.CompiledContentCache;
import io.godwit.sending.rendering.ContentCache;
import io.godwit.sending.rendering.EmailRenderer;
import io.godwit.sending.rendering.MessageComposer;
import io.godwit.sending.rendering.SystemVariables;
import io.godwit.sending.results.DelayNotifier;
import io.godwit.sending.results.DeliveryJournal;
import io.godwit.sending.results.DeliveryLog;
import io.godwit.sending.results.ResultWriter;
import io.godwit.sending.results.UnmatchedReplyCounter;
import io.godwit.smtp.message.DkimSigner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Wires the parts of the send pipeline of one node and runs its loops. */
final class SendPipeline {

    /** The longest pause of the loop that claims; a run without news executes no statement. */
    private static final Duration TICK = Duration.ofMillis(100);

    /** The pause between probes of a PostgreSQL that is not available. */
    private static final Duration RETURN = Duration.ofMillis(250);

    /** The pause between counts of the outbox and of connections, for the metrics. */
    private static final Duration GAUGE = Duration.ofSeconds(15);

    /** Max emails that are freed by one statement after they have waited too long for a suspended site. */
    private static final int MAX_EXPIRED = 500;

    /** The pause between searches for stalled connections. */
    private static final Duration REVIEW = Duration.ofSeconds(1);

    /** The size of the cache of compiled contents, in characters of source. */
    private static final long COMPILED_CONTENTS = 8L << 20;

    private final Vertx vertx;
    private final SendDependencies dependencies;
    private final SendSettings settings;
    private final SendMetrics metrics;
    private final DeliveryJournal journal;
    private final WorkerExecutor workers;
    private final OutboxLeases leases;
    private final DeliveryLog log;
    private final DelayNotifier delays;
    private final UnmatchedReplyCounter unmatched;
    private final DirectDispatcher dispatcher;
    private final AttemptStarter attempts;
    private final DeliveryWorker worker;
    private final OutboxPoller poller;
    private final MailServerCircuitBreaker mailServer;
    private final RefusalCircuitBreaker breaker;
    private List<PollLoop> loops = List.of();

    SendPipeline(
            Vertx vertx,
            SendDependencies dependencies,
            SendSettings settings,
            SendMetrics metrics,
            DeliveryJournal journal) {
        this.vertx = vertx;
        this.dependencies = dependencies;
        this.settings = settings;
        this.metrics = metrics;
        this.journal = journal;
        this.workers = vertx.createSharedWorkerExecutor(
                "sending-compose", Runtime.getRuntime().availableProcessors());
        this.leases = new OutboxLeases(dependencies.database(), settings, metrics);
        var pauses = FailPoints.fromSystem();
        var tracer = new EmailTracer(dependencies.tracer());
        var writer = new ResultWriter(vertx, dependencies.results(), settings.softBounces(), leases, metrics);
        this.log = new DeliveryLog(journal, writer, pauses, dependencies.tracer());
        this.delays = new DelayNotifier(
                dependencies.results(), settings.directRetries().backoff().step(1));
        this.unmatched = new UnmatchedReplyCounter(dependencies.database());
        this.attempts = new AttemptStarter(vertx, dependencies.database(), leases, settings, pauses, delays);
        this.mailServer = new MailServerCircuitBreaker(settings.backOff(), System::nanoTime);
        this.breaker = refusalCircuitBreaker();
        this.dispatcher = new DirectDispatcher(dependencies.direct(), dependencies.simulator());
        this.worker = worker(tracer);
        this.poller = new OutboxPoller(
                dependencies.database(),
                leases,
                worker,
                settings,
                metrics,
                breaker,
                dispatcher,
                journal.node(),
                tracer);
    }

    private RefusalCircuitBreaker refusalCircuitBreaker() {
        var refusals = settings.refusals();
        var writer = new RefusalCircuitBreakerWriter(dependencies.database(), refusals, dependencies.refusalListener());
        return new RefusalCircuitBreaker(refusals, writer, metrics, mailServer, refusalWindows());
    }

    private DeliveryWorker worker(EmailTracer tracer) {
        var transport = dependencies.transport();
        var availability = dependencies.database().availability();
        var gate = new SendGate(log, availability, transport, mailServer, breaker, dependencies.simulator());
        var queue = new StartQueue(settings.concurrency(), System::nanoTime, tracer, dispatcher::mode);
        var holds = new RelayHolds(transport, System::nanoTime);
        var failures = new AttemptFailureHandler(classifier(), attempts, gate, queue, holds, dispatcher);
        var runner = new AttemptRunner(attempts, composer(), gate, log, queue, failures);
        var delivery = new EmailDelivery(transport, dispatcher, attempts, gate, runner, failures);
        var worker = new DeliveryWorker(delivery, attempts, queue, gate, holds, dispatcher);
        runner.onCapacity(worker::startReady);
        return worker;
    }

    private RefusalWindows refusalWindows() {
        var refusals = settings.refusals();
        return new RefusalWindows(refusals, new ReplyExchange(vertx, dependencies.bus(), 2 * refusals.recipients()));
    }

    private FailureClassifier classifier() {
        return new FailureClassifier(
                settings.retries(),
                settings.directRetries(),
                metrics,
                log,
                breaker,
                unmatched,
                dependencies.simulator());
    }

    private MessageComposer composer() {
        var variables = new SystemVariables(settings.publicUrl(), dependencies.links());
        return new MessageComposer(
                new ContentCache(vertx, dependencies.database(), workers),
                dependencies.keys(),
                new EmailRenderer(
                        new CompiledContentCache(COMPILED_CONTENTS),
                        variables,
                        dependencies.linkTracker(),
                        dependencies.ids()),
                settings.sign() ? new DkimSigner()::sign : (ignored, message) -> message,
                workers,
                metrics);
    }

    /** Completes when the journal of an earlier process is recorded and the loops are running. */
    Future<Void> start() {
        return log.replay()
                .compose(ignored -> poller.endLeases(journal.dots().found()))
                .compose(ignored -> vertx.executeBlocking(this::deleteReplayed, false))
                .compose(ignored -> startDirect())
                .onSuccess(ignored -> run());
    }

    /** Starts direct delivery before the first claim, so that no email that is to go direct leaves by the relay. */
    private Future<Void> startDirect() {
        return dependencies
                .direct()
                .map(direct -> direct.start(journal.node(), dependencies.bus()))
                .orElseGet(Future::succeededFuture);
    }

    private Void deleteReplayed() {
        journal.deleteReplayed();
        return null;
    }

    private void run() {
        var work = PollLoop.start(vertx, "sending-claim", shorter(TICK, settings.poll()), poller::run);
        worker.onCapacity(work::wake);
        dependencies.direct().ifPresent(direct -> direct.onCapacity(work::wake));
        dependencies.bus().listen(SendingMessages.QUEUED, queued -> onQueued(queued, work));
        breaker.start();
        loops = List.of(
                work,
                PollLoop.start(vertx, "sending-leases", settings.renewEvery(), leases::renew),
                PollLoop.start(vertx, "sending-release", RETURN, attempts::retryReleases),
                PollLoop.start(vertx, "sending-circuit-breakers", settings.circuitBreakerPoll(), () -> refresh(work)),
                PollLoop.start(vertx, "sending-stalls", REVIEW, this::review),
                PollLoop.start(
                        vertx,
                        "sending-delays",
                        settings.circuitBreakerPoll(),
                        () -> delays.run(dispatcher.suspendedSites())),
                PollLoop.start(vertx, "sending-expired-waits", settings.poll(), this::freeExpired),
                unmatched.start(vertx),
                PollLoop.start(vertx, "sending-gauges", GAUGE, this::gauge));
    }

    private void onQueued(Queued queued, PollLoop work) {
        poller.onQueued(queued.lanes());
        work.wake();
    }

    private Future<Next> refresh(PollLoop work) {
        dependencies.state().set(mailServer.outage());
        dependencies.state().journal(journal.isWritable());
        return breaker.refresh().onSuccess(ignored -> work.wake());
    }

    private Future<Next> review() {
        metrics.stalled(worker.review());
        return Future.succeededFuture(Next.IDLE);
    }

    /** Lets emails end that wait for sites which have been suspended for as long as an email is tried, and are not claimed. */
    private Future<Next> freeExpired() {
        var suspended = dispatcher.suspendedSites().stream()
                .filter(site -> site.lasts().compareTo(settings.expireAfter()) > 0)
                .map(SuspendedSite::number)
                .toList();
        return suspended.isEmpty()
                ? Future.succeededFuture(Next.IDLE)
                : PipelineTimeout.on(new ExpiredWaitStore()
                                .free(
                                        dependencies.database().workers(),
                                        suspended,
                                        settings.expireAfter(),
                                        MAX_EXPIRED))
                        .map(freed -> freed == MAX_EXPIRED ? Next.MORE : Next.IDLE);
    }

    private Future<Next> gauge() {
        dependencies
                .direct()
                .ifPresent(direct -> metrics.direct(direct.openConnections(), direct.suspendedSiteCount()));
        return new OutboxDepthStore()
                .depth(dependencies.database().workers())
                .onSuccess(metrics::queue)
                .map(Next.IDLE);
    }

    /**
     * Claims nothing more and releases the waiting emails; completes when the emails in flight have ended, or after the drain
     * limit. An email that is still unanswered then stays marked as being sent, and the journal and the rescue lease decide
     * about it.
     */
    Future<Void> stop() {
        return worker.awaitIdle(vertx, settings.drainTimeout())
                .eventually(() -> Future.join(loops.stream().map(PollLoop::stop).toList()))
                .eventually(worker::releaseWaiting)
                .eventually(unmatched::write)
                .eventually(
                        () -> dependencies.direct().map(DirectDelivery::stop).orElseGet(Future::succeededFuture))
                .eventually(workers::close)
                .eventually(() -> vertx.executeBlocking(this::closeJournal, false));
    }

    private Void closeJournal() throws IOException {
        journal.close();
        return null;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
