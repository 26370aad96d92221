package io.godwit.workflows;

import io.godwit.core.PollLoop;
import io.godwit.core.Timeouts;
import io.godwit.workflows.engine.WorkflowDependencies;
import io.godwit.workflows.executions.ExecutionCounts;
import io.godwit.workflows.schedule.ScheduleRunner;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.List;

/** Starts workflows by their schedules, and folds their counts. Any number of nodes share the work. */
public final class ScheduleVerticle extends VerticleBase {

    /** A schedule fires so late at most, unless there is much to do. */
    private static final Duration POLL = Duration.ofSeconds(1);

    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);

    private final ScheduleRunner runner;
    private final ExecutionCounts counts;
    private List<PollLoop> loops = List.of();

    public ScheduleVerticle(WorkflowDependencies dependencies) {
        this.runner = new ScheduleRunner(dependencies.database(), dependencies.bus(), dependencies.segments());
        this.counts = new ExecutionCounts(dependencies.database());
    }

    @Override
    public Future<?> start() {
        loops = List.of(PollLoop.start(vertx, "workflows-schedule", POLL, runner::next), counts.start(vertx));
        return Future.succeededFuture();
    }

    /** Waits for the page under way, but not for long: a page that is cut off is enrolled by the next run. */
    @Override
    public Future<?> stop() {
        var stopped = Future.join(loops.stream().map(PollLoop::stop).toList());
        return Timeouts.within(DRAIN_TIMEOUT, stopped).otherwiseEmpty();
    }
}
