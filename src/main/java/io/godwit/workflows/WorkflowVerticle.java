package io.godwit.workflows;

import io.godwit.core.PollLoop;
import io.godwit.core.Timeouts;
import io.godwit.workflows.draft.ConfigEncryption;
import io.godwit.workflows.engine.ExecutionEngine;
import io.godwit.workflows.engine.QuarantineGate;
import io.godwit.workflows.engine.TimerLeases;
import io.godwit.workflows.engine.TimerStore;
import io.godwit.workflows.engine.VersionCache;
import io.godwit.workflows.engine.VersionPruneStore;
import io.godwit.workflows.engine.WaitResumer;
import io.godwit.workflows.engine.WorkflowDependencies;
import io.godwit.workflows.engine.WorkflowMessages;
import io.godwit.workflows.engine.WorkflowMetrics;
import io.godwit.workflows.engine.WorkflowSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Carries on executions. Any number of nodes share the work. */
public final class WorkflowVerticle extends VerticleBase {

    /** A timer is late by so much at most, unless there is much to do. */
    private static final Duration POLL = Duration.ofSeconds(1);

    /**
     * Loops per node. One decides while PostgreSQL writes for the other: alone, the node and the database wait for each other.
     */
    private static final int ENGINES = 2;

    private static final Duration EVERY = Duration.ofSeconds(10);

    /** Pause between prunings; they delete rows not needed for an hour. */
    private static final Duration PRUNING = Duration.ofHours(1);

    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);

    private final WorkflowDependencies dependencies;
    private final WorkflowSettings settings;
    private final TimerLeases leases;
    private final WorkflowMetrics metrics;
    private final List<PollLoop> loops = new ArrayList<>();

    public WorkflowVerticle(WorkflowDependencies dependencies, WorkflowSettings settings, MeterRegistry meters) {
        this.dependencies = dependencies;
        this.settings = settings;
        this.leases = new TimerLeases(dependencies.database(), settings.lease());
        this.metrics = new WorkflowMetrics(meters);
    }

    @Override
    public Future<?> start() {
        var versions = new VersionCache(new ConfigEncryption(dependencies.crypto()));
        var gate = new QuarantineGate();
        var engines = Stream.generate(
                        () -> new ExecutionEngine(dependencies, settings, versions, leases, metrics, gate))
                .limit(ENGINES)
                .map(engine -> PollLoop.start(vertx, "workflows-execute", POLL, engine::next))
                .toList();
        Runnable carryOn = () -> engines.forEach(PollLoop::wake);
        var resumer = new WaitResumer(dependencies.database(), carryOn);
        var arriving = PollLoop.start(vertx, "workflows-events", POLL, resumer::next);
        var counts = new TimerStore();
        loops.addAll(engines);
        loops.addAll(List.of(
                arriving,
                PollLoop.start(vertx, "workflows-leases", settings.lease().dividedBy(3), leases::renew),
                PollLoop.start(vertx, "workflows-events-expire", EVERY, resumer::expire),
                PollLoop.start(vertx, "workflows-prune", PRUNING, this::prune),
                PollLoop.start(vertx, "workflows-backlog", EVERY, () -> counts.backlog(
                                dependencies.database().workers(), 100_000)
                        .onSuccess(metrics::backlog)
                        .map(PollLoop.Next.IDLE))));
        dependencies.bus().listen(WorkflowMessages.DUE, ignored -> {
            arriving.wake();
            carryOn.run();
        });
        return Future.succeededFuture();
    }

    private Future<PollLoop.Next> prune() {
        var store = new VersionPruneStore();
        var db = dependencies.database().workers();
        return store.versions(db).compose(ignored -> store.waits(db)).map(PollLoop.Next.IDLE);
    }

    /** Waits for the batch under way, but not for long; executions that are not written by then are released. */
    @Override
    public Future<?> stop() {
        return Timeouts.within(
                        DRAIN_TIMEOUT,
                        Future.join(loops.stream().map(PollLoop::stop).toList()))
                .otherwiseEmpty()
                .compose(ignored ->
                        Timeouts.within(DRAIN_TIMEOUT, leases.release()).otherwiseEmpty());
    }
}
