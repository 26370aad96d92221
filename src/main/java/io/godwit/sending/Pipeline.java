package io.godwit.sending;

import io.godwit.core.Loop;
import io.godwit.core.Loop.Next;
import io.godwit.core.PausePoints;
import io.godwit.sending.SendingMessages.Queued;
import io.godwit.smtp.Dkim;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The parts of the send pipeline of one node, wired; and its loops. */
final class Pipeline {

    /** The loops tick so often at least; a tick without news runs no statement. */
    private static final Duration TICK = Duration.ofMillis(100);

    /** As often as PostgreSQL is asked whether it is back. */
    private static final Duration RETURN = Duration.ofMillis(250);

    private static final Duration GAUGE = Duration.ofSeconds(15);

    /** Tells how often connections that stand still are looked for. */
    private static final Duration REVIEW = Duration.ofSeconds(1);

    /** Compiled contents, in characters of source. */
    private static final long WORDINGS = 8L << 20;

    private final Vertx vertx;
    private final SendPorts ports;
    private final SendSettings settings;
    private final SendMetrics metrics;
    private final Journal journal;
    private final WorkerExecutor workers;
    private final Leases leases;
    private final Books books;
    private final Attempts attempts;
    private final Sender sender;
    private final Claims claims;
    private final Relay relay;
    private final RefusalBreaker breaker;
    private List<Loop> loops = List.of();

    Pipeline(Vertx vertx, SendPorts ports, SendSettings settings, SendMetrics metrics, Journal journal) {
        this.vertx = vertx;
        this.ports = ports;
        this.settings = settings;
        this.metrics = metrics;
        this.journal = journal;
        this.workers = vertx.createSharedWorkerExecutor(
                "godwit-compose", Runtime.getRuntime().availableProcessors());
        this.leases = new Leases(ports.database(), settings, metrics);
        var pauses = PausePoints.fromSystem();
        var recorder = new Recorder(vertx, ports, settings.softBounces(), leases, metrics);
        this.books = new Books(journal, recorder, pauses);
        this.attempts = new Attempts(vertx, ports.database(), leases, settings, pauses);
        this.relay = new Relay(settings.backOff(), System::nanoTime);
        this.breaker = new RefusalBreaker(ports.database(), settings.refusals(), ports.notices(), metrics, relay);
        this.sender = new Sender(
                ports.transport(),
                attempts,
                composer(),
                new Gate(journal, ports.database().availability(), relay, breaker),
                new Failures(settings.retries(), metrics, books, breaker),
                new StartQueue(settings.concurrency(), System::nanoTime));
        this.claims = new Claims(ports.database(), leases, sender, settings, metrics, breaker, journal.node());
    }

    private Composer composer() {
        var variables = new SystemVariables(settings.publicUrl(), ports.links());
        return new Composer(
                new Contents(vertx, ports.database()),
                ports.keys(),
                new Renderer(new Wordings(WORDINGS), variables, ports.trail(), ports.ids()),
                settings.sign() ? new Dkim()::sign : (key, message) -> message,
                workers,
                metrics);
    }

    /** Completes when what an earlier process left in the journal is recorded and the queue is being worked. */
    Future<Void> start() {
        return books.replay()
                .compose(replayed -> claims.endLeases(journal.dots().found()))
                .compose(replayed -> vertx.executeBlocking(this::forgetReplayed, false))
                .onSuccess(ready -> run());
    }

    private Void forgetReplayed() {
        journal.forgetFound();
        return null;
    }

    private void run() {
        var work = Loop.start(vertx, "send", shorter(TICK, settings.poll()), claims::run);
        sender.whenHungry(work::nudge);
        ports.bus().listen(SendingMessages.QUEUED, queued -> heard(queued, work));
        loops = List.of(
                work,
                Loop.start(vertx, "send leases", settings.renewEvery(), leases::renew),
                Loop.start(vertx, "send returns", RETURN, attempts::giveBackAgain),
                Loop.start(vertx, "send breakers", settings.breakerPoll(), () -> refresh(work)),
                Loop.start(vertx, "send stalls", REVIEW, this::review),
                Loop.start(vertx, "send gauges", GAUGE, this::gauge));
    }

    private void heard(Queued queued, Loop work) {
        claims.heard(queued.lanes());
        work.nudge();
    }

    private Future<Next> refresh(Loop work) {
        ports.state().set(relay.outage());
        ports.state().journal(journal.isWritable());
        return breaker.refresh().onSuccess(done -> work.nudge());
    }

    private Future<Next> review() {
        metrics.stalled(sender.review());
        return Future.succeededFuture(Next.REST);
    }

    private Future<Next> gauge() {
        return new ClaimStore()
                .depth(ports.database().workers())
                .onSuccess(metrics::queue)
                .map(Next.REST);
    }

    /**
     * Claims nothing more and gives back what was not started; completes when the rest has ended, or after the drain limit.
     * What is then still unanswered stays marked as being sent, and journal and rescue decide.
     */
    Future<Void> stop() {
        return sender.drain(vertx, settings.drain())
                .eventually(() -> Future.join(loops.stream().map(Loop::stop).toList()))
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
