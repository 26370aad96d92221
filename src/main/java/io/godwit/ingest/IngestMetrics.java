package io.godwit.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The metrics of ingestion. */
final class IngestMetrics {

    private final DistributionSummary batchCalls;
    private final Timer commits;
    private final Counter slowLaneCalls;
    private final Counter splits;
    private final Counter unknownCommits;
    private final Counter rejected;
    private final List<CallQueue> queues = new CopyOnWriteArrayList<>();

    IngestMetrics(MeterRegistry registry) {
        this.batchCalls = DistributionSummary.builder("godwit.ingest.batch.calls")
                .description("Calls committed in one transaction")
                .register(registry);
        this.commits = Timer.builder("godwit.ingest.commit")
                .description("From BEGIN to the answer to COMMIT")
                .register(registry);
        this.slowLaneCalls = counter(registry, "godwit.ingest.slow.lane.calls", "Calls sent to the slow lane");
        this.splits =
                counter(registry, "godwit.ingest.batch.splits", "Batches halved because one of their calls failed");
        this.unknownCommits = counter(registry, "godwit.ingest.commits.unknown", "Commits whose answer was lost");
        this.rejected = counter(
                registry, "godwit.ingest.rejected", "Calls refused because the queue was full or the database away");
        Gauge.builder("godwit.ingest.queue", this, IngestMetrics::waiting)
                .description("Calls that wait for a transaction")
                .register(registry);
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    /** Adds these queues to the gauge of waiting calls; all batchers of a node share one gauge. */
    void watch(List<CallQueue> more) {
        queues.addAll(more);
    }

    private int waiting() {
        return queues.stream().mapToInt(CallQueue::size).sum();
    }

    void committed(int calls, long elapsedNanos) {
        batchCalls.record(calls);
        commits.record(elapsedNanos, TimeUnit.NANOSECONDS);
    }

    void slowLaneCall() {
        slowLaneCalls.increment();
    }

    void split() {
        splits.increment();
    }

    void unknownCommit() {
        unknownCommits.increment();
    }

    void rejected() {
        rejected.increment();
    }
}
