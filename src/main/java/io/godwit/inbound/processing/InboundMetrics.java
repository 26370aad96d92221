package io.godwit.inbound.processing;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/** The metrics of delivery reports. */
public final class InboundMetrics {

    private final AtomicLong depth = new AtomicLong();
    private final AtomicLong oldestSeconds = new AtomicLong();
    private final AtomicLong waiting = new AtomicLong();
    private final Counter bounces;
    private final Counter complaints;

    public InboundMetrics(MeterRegistry meters) {
        this.bounces = meters.counter("godwit.inbound.reports", "kind", "bounce");
        this.complaints = meters.counter("godwit.inbound.reports", "kind", "complaint");
        meters.gauge("godwit.inbound.queue", depth);
        Gauge.builder("godwit.inbound.queue.age", oldestSeconds, AtomicLong::get)
                .baseUnit("seconds")
                .description("Age of the oldest row that is due")
                .register(meters);
        meters.gauge("godwit.inbound.waiting", waiting);
    }

    /** Counts the bounces and complaints of a batch whose transaction is committed. */
    void applied(ReportEffects effects) {
        bounces.increment(effects.bounces());
        complaints.increment(effects.complaints());
    }

    void queue(ReportStore.Depth found) {
        depth.set(found.due());
        oldestSeconds.set(found.oldestSeconds());
        waiting.set(found.waiting());
    }
}
