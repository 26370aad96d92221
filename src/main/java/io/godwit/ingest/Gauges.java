package io.godwit.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** What an operator sees of ingestion. */
final class Gauges {

    private final MeterRegistry registry;
    private final DistributionSummary batchCalls;
    private final Timer commits;
    private final Counter detours;
    private final Counter splits;
    private final Counter unclear;
    private final Counter sheds;

    Gauges(MeterRegistry registry) {
        this.registry = registry;
        this.batchCalls = DistributionSummary.builder("godwit.ingest.batch.calls")
                .description("Calls committed in one transaction")
                .register(registry);
        this.commits = Timer.builder("godwit.ingest.commit")
                .description("From BEGIN to the answer to COMMIT")
                .register(registry);
        this.detours = counter("godwit.ingest.detours", "Calls sent to the slow lane");
        this.splits = counter("godwit.ingest.splits", "Batches halved because one of their calls failed");
        this.unclear = counter("godwit.ingest.commits.unclear", "Commits whose answer was lost");
        this.sheds = counter("godwit.ingest.sheds", "Calls refused because the queue was full or the database away");
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    void watch(List<Line> lines) {
        ToDoubleFunction<List<Line>> length =
                watched -> watched.stream().mapToInt(Line::size).sum();
        registry.gauge("godwit.ingest.queue", List.of(), lines, length);
    }

    void committed(int calls, long tookNanos) {
        batchCalls.record(calls);
        commits.record(tookNanos, TimeUnit.NANOSECONDS);
    }

    void detoured() {
        detours.increment();
    }

    void split() {
        splits.increment();
    }

    void unclear() {
        unclear.increment();
    }

    void shed() {
        sheds.increment();
    }
}
