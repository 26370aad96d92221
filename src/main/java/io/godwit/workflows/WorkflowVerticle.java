package io.godwit.workflows;

import io.godwit.core.Loop;
import io.godwit.core.Patience;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Carries executions on. Any number of nodes share the work. */
public final class WorkflowVerticle extends VerticleBase {

    /** A timer is late by so much at most, unless there is much to do. */
    private static final Duration POLL = Duration.ofSeconds(1);

    /** One decides while PostgreSQL writes for the other: alone, the node and the database wait for each other in turn. */
    private static final int ENGINES = 2;

    private static final Duration EVERY = Duration.ofSeconds(10);

    /** What it removes was not needed for an hour. */
    private static final Duration PRUNING = Duration.ofHours(1);

    private static final Duration DRAIN = Duration.ofSeconds(10);

    private final WorkflowPorts ports;
    private final WorkflowSettings settings;
    private final Leases leases;
    private final WorkflowMetrics metrics;
    private final List<Loop> loops = new ArrayList<>();

    public WorkflowVerticle(WorkflowPorts ports, WorkflowSettings settings, MeterRegistry meters) {
        this.ports = ports;
        this.settings = settings;
        this.leases = new Leases(ports.database(), settings.lease());
        this.metrics = new WorkflowMetrics(meters);
    }

    @Override
    public Future<?> start() {
        var versions = new Versions(new Seal(ports.vault()));
        var gate = new SuspectGate();
        var engines = Stream.generate(() -> new Engine(ports, settings, versions, leases, metrics, gate))
                .limit(ENGINES)
                .map(engine -> Loop.start(vertx, "workflows", POLL, engine::next))
                .toList();
        Runnable carryOn = () -> engines.forEach(Loop::nudge);
        var arrivals = new Arrivals(ports.database(), carryOn);
        var arriving = Loop.start(vertx, "arrivals", POLL, arrivals::next);
        var counts = new TimerStore();
        loops.addAll(engines);
        loops.addAll(List.of(
                arriving,
                Loop.start(vertx, "workflow leases", settings.lease().dividedBy(3), leases::renew),
                Loop.start(vertx, "old arrivals", EVERY, arrivals::expire),
                Loop.start(vertx, "workflow pruning", PRUNING, this::prune),
                Loop.start(vertx, "workflow backlog", EVERY, () -> counts.backlog(
                                ports.database().workers(), 100_000)
                        .onSuccess(metrics::backlog)
                        .map(Loop.Next.REST))));
        ports.bus().listen(WorkflowsMessages.DUE, due -> {
            arriving.nudge();
            carryOn.run();
        });
        return Future.succeededFuture();
    }

    private Future<Loop.Next> prune() {
        var store = new PruneStore();
        var db = ports.database().workers();
        return store.versions(db).compose(gone -> store.waits(db)).map(Loop.Next.REST);
    }

    /** Waits for the batch under way, but not for long; what is not done by then is given back. */
    @Override
    public Future<?> stop() {
        return Patience.within(DRAIN, Future.join(loops.stream().map(Loop::stop).toList()))
                .otherwiseEmpty()
                .compose(stopped -> Patience.within(DRAIN, leases.release()).otherwiseEmpty());
    }
}
