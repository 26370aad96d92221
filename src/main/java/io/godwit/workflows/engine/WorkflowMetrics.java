package io.godwit.workflows.engine;

import io.godwit.workflows.model.ExecutionStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Meters of the workflow engine. */
public final class WorkflowMetrics {

    private final MeterRegistry meters;
    private final Timer batchTimer;
    private final Counter fenced;
    private final Counter dead;
    private final Counter failedInternal;
    private final Counter leasesLost;
    private final AtomicLong depth = new AtomicLong();
    private final AtomicLong oldestSeconds = new AtomicLong();

    public WorkflowMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.batchTimer = meters.timer("godwit.workflows.batch");
        this.fenced = meters.counter("godwit.workflows.fenced");
        this.dead = meters.counter("godwit.workflows.dead");
        this.failedInternal = Counter.builder("godwit.workflows.failed.internal")
                .description("Executions that failed by an error of this program and not of their workflow")
                .register(meters);
        this.leasesLost = meters.counter("godwit.workflows.leases.lost");
        meters.gauge("godwit.workflows.queue", depth);
        Gauge.builder("godwit.workflows.queue.age", oldestSeconds, AtomicLong::get)
                .baseUnit("seconds")
                .description("Age of the oldest row that is due")
                .register(meters);
    }

    /** The duration of a batch, from its claim to its commit. */
    Timer batches() {
        return batchTimer;
    }

    /** Counts executions of a batch that another node had claimed before the batch was written. */
    void fenced(int executions) {
        fenced.increment(executions);
    }

    /** Counts claimed executions whose previous lease had expired. */
    void leasesLost(long executions) {
        leasesLost.increment((double) executions);
    }

    void dead() {
        dead.increment();
    }

    void failedInternally() {
        failedInternal.increment();
    }

    void ended(List<ExecutionOutcome> outcomes) {
        outcomes.stream().filter(ExecutionOutcome::ended).forEach(outcome -> ended(outcome.status()));
    }

    void ended(ExecutionStatus status) {
        meters.counter("godwit.workflows.ended", "status", status.name()).increment();
    }

    public void backlog(TimerStore.Backlog backlog) {
        depth.set(backlog.depth());
        oldestSeconds.set(backlog.oldestSeconds());
    }
}
