package io.godwit.workflows;

import io.godwit.core.Loop;
import io.godwit.core.Patience;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.List;

/** Starts workflows by their schedules, and folds what is counted of them. Any number of nodes share the work. */
public final class ScheduleVerticle extends VerticleBase {

    /** A schedule fires so late at most, unless there is much to do. */
    private static final Duration POLL = Duration.ofSeconds(1);

    private static final Duration DRAIN = Duration.ofSeconds(10);

    private final Runs runs;
    private final Tallies tallies;
    private List<Loop> loops = List.of();

    public ScheduleVerticle(WorkflowPorts ports) {
        this.runs = new Runs(ports.database(), ports.bus(), ports.segments());
        this.tallies = new Tallies(ports.database());
    }

    @Override
    public Future<?> start() {
        loops = List.of(Loop.start(vertx, "workflow schedules", POLL, runs::next), tallies.start(vertx));
        return Future.succeededFuture();
    }

    /** Waits for the page under way, but not for long: what is cut off is found undone by the next. */
    @Override
    public Future<?> stop() {
        var stopped = Future.join(loops.stream().map(Loop::stop).toList());
        return Patience.within(DRAIN, stopped).otherwiseEmpty();
    }
}
