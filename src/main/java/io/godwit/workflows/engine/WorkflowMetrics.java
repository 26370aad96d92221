package io.godwit.workflows.engine;

import io.godwit.workflows.model.ExecutionStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** What an operator sees of the engine. */
public final class WorkflowMetrics {

    private final MeterRegistry meters;
    private final Timer turns;
    private final Counter fenced;
    private final Counter parked;
    private final Counter poisoned;
    private final Counter leasesLost;
    private final AtomicLong depth = new AtomicLong();
    private final AtomicLong oldestSeconds = new AtomicLong();

    public WorkflowMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.turns = meters.timer("godwit.workflow.turn");
        this.fenced = meters.counter("godwit.workflow.fenced");
        this.parked = meters.counter("godwit.workflow.parked");
        this.poisoned = meters.counter("godwit.workflow.poisoned");
        this.leasesLost = meters.counter("godwit.workflow.leases.lost");
        meters.gauge("godwit.workflow.due", depth);
        meters.gauge("godwit.workflow.due.age.seconds", oldestSeconds);
    }

    /** How long a batch took, from its claim to its commit. */
    Timer batches() {
        return turns;
    }

    /** Others had taken so many of a batch before we wrote. */
    void fenced(int executions) {
        fenced.increment(executions);
    }

    /** So many were claimed whose holders had let their leases end. */
    void leasesLost(long executions) {
        leasesLost.increment((double) executions);
    }

    void dead() {
        parked.increment();
    }

    void failedInternally() {
        poisoned.increment();
    }

    void ended(List<ExecutionOutcome> outcomes) {
        outcomes.stream().filter(ExecutionOutcome::ended).forEach(outcome -> ended(outcome.status()));
    }

    void ended(ExecutionStatus status) {
        meters.counter("godwit.workflow.ended", "status", status.name()).increment();
    }

    public void backlog(TimerStore.Backlog backlog) {
        depth.set(backlog.depth());
        oldestSeconds.set(backlog.oldestSeconds());
    }
}
