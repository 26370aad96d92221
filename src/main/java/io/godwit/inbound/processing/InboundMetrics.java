package io.godwit.inbound.processing;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/** The metrics of delivery reports. */
public final class InboundMetrics {

    private final AtomicLong depth = new AtomicLong();
    private final AtomicLong oldestSeconds = new AtomicLong();
    private final AtomicLong waiting = new AtomicLong();

    public InboundMetrics(MeterRegistry meters) {
        meters.gauge("godwit.inbound.queue", depth);
        Gauge.builder("godwit.inbound.queue.age", oldestSeconds, AtomicLong::get)
                .baseUnit("seconds")
                .description("Age of the oldest row that is due")
                .register(meters);
        meters.gauge("godwit.inbound.waiting", waiting);
    }

    void queue(ReportStore.Depth found) {
        depth.set(found.due());
        oldestSeconds.set(found.oldestSeconds());
        waiting.set(found.waiting());
    }
}
