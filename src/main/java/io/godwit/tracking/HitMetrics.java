package io.godwit.tracking;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the opens and clicks in memory that wait to be stored, and those that are dropped, by reason. */
final class HitMetrics {

    /** The reason for which a hit was never stored. */
    enum DropReason {
        /** Too many hits waited for PostgreSQL. */
        QUEUE_FULL,
        /** PostgreSQL refused the hit for its data, or for an error of our own. */
        REFUSED,
        /** The node stopped while PostgreSQL was away. */
        SHUTDOWN
    }

    private final AtomicInteger waiting = new AtomicInteger();
    private final Map<DropReason, Counter> reasonToDropped = new EnumMap<>(DropReason.class);

    HitMetrics(MeterRegistry registry) {
        registry.gauge("godwit.tracking.waiting", waiting);
        for (var reason : DropReason.values()) {
            reasonToDropped.put(
                    reason,
                    registry.counter(
                            "godwit.tracking.dropped", "reason", reason.name().toLowerCase(Locale.ROOT)));
        }
    }

    void waiting(int hits) {
        waiting.set(hits);
    }

    void dropped(DropReason reason, int hits) {
        Objects.requireNonNull(reasonToDropped.get(reason)).increment(hits);
    }
}
