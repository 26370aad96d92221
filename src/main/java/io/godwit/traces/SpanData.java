package io.godwit.traces;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An ended span. Times are nanoseconds since 1970.
 *
 * @param nameToAttribute values are {@code String} or {@code Long}
 * @param droppedLinks the number of links beyond those kept
 * @param failed whether the span failed; its attribute {@code error.type} says how
 */
record SpanData(
        TraceContext context,
        Optional<String> parent,
        SpanKind kind,
        String name,
        long startNanos,
        long endNanos,
        Map<String, Object> nameToAttribute,
        List<Event> events,
        List<TraceContext> links,
        int droppedLinks,
        boolean failed) {

    SpanData {
        nameToAttribute = Map.copyOf(nameToAttribute);
        events = List.copyOf(events);
        links = List.copyOf(links);
    }

    /** A named moment of a span. */
    record Event(String name, long atNanos) {}
}
