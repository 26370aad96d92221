package io.godwit.workflows;

import io.godwit.core.Ids;
import io.godwit.core.SegmentId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What begins executions of a workflow. A draft's may lack what its type needs.
 *
 * @param config {@code eventName}; or {@code schedule}, {@code timeZone} and {@code segmentId}
 */
record Trigger(TriggerType type, Map<String, @Nullable Object> config) {

    static final String EVENT_NAME = "eventName";
    static final String SCHEDULE = "schedule";
    static final String TIME_ZONE = "timeZone";
    static final String SEGMENT = "segmentId";

    Trigger {
        config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
    }

    static Trigger ofEvent(String name) {
        return new Trigger(TriggerType.EVENT, Map.of(EVENT_NAME, name));
    }

    /** The event that begins executions; empty for other types too. */
    Optional<String> event() {
        return type == TriggerType.EVENT ? text(EVENT_NAME) : Optional.empty();
    }

    /** Whose contacts a schedule takes in; empty means everybody. */
    Optional<SegmentId> segment() {
        return type == TriggerType.SCHEDULE ? text(SEGMENT).flatMap(Ids::parse).map(SegmentId::new) : Optional.empty();
    }

    Optional<String> text(String member) {
        return config.get(member) instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
