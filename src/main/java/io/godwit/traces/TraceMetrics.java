package io.godwit.traces;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Counts exported spans, and dropped ones by their reason. */
final class TraceMetrics {

    /** The reason for which a span never reached the collector. */
    enum DropReason {
        /** Too many spans waited for the collector. */
        QUEUE_FULL,
        /** The collector could not be reached, gave no answer in time, or answered again and again that it is busy. */
        UNAVAILABLE,
        /** The collector refused the batch, or some of its spans. */
        REFUSED,
        /** The node had stopped before the collector took the span. */
        SHUTDOWN
    }

    private final Counter exported;
    private final Map<DropReason, Counter> reasonToDropped = new EnumMap<>(DropReason.class);

    TraceMetrics(MeterRegistry registry) {
        this.exported = Counter.builder("godwit.traces.exported")
                .description("Spans that the collector took")
                .register(registry);
        for (var reason : DropReason.values()) {
            var dropped = Counter.builder("godwit.traces.dropped")
                    .description("Spans that never reached the collector")
                    .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                    .register(registry);
            reasonToDropped.put(reason, dropped);
        }
    }

    void exported(long spans) {
        exported.increment((double) spans);
    }

    void dropped(DropReason reason, long spans) {
        Objects.requireNonNull(reasonToDropped.get(reason)).increment((double) spans);
    }
}
