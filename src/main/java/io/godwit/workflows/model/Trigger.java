package io.godwit.workflows.model;

import io.godwit.core.id.Ids;
import io.godwit.core.id.SegmentId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The trigger that starts executions of a workflow. A draft's trigger may lack members its type needs.
 *
 * @param config {@code eventName}; or {@code schedule}, {@code timeZone} and {@code segmentId}
 */
public record Trigger(WorkflowTriggerType type, Map<String, @Nullable Object> config) {

    public static final String EVENT_NAME = "eventName";
    public static final String SCHEDULE = "schedule";
    public static final String TIME_ZONE = "timeZone";
    public static final String SEGMENT = "segmentId";

    public Trigger {
        config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
    }

    public static Trigger ofEvent(String name) {
        return new Trigger(WorkflowTriggerType.EVENT, Map.of(EVENT_NAME, name));
    }

    /** The event that starts executions; empty for other types. */
    public Optional<String> event() {
        return type == WorkflowTriggerType.EVENT ? text(EVENT_NAME) : Optional.empty();
    }

    /** The segment whose contacts a schedule takes in; empty means all contacts. */
    public Optional<SegmentId> segment() {
        return type == WorkflowTriggerType.SCHEDULE
                ? text(SEGMENT).flatMap(Ids::parse).map(SegmentId::new)
                : Optional.empty();
    }

    public Optional<String> text(String member) {
        return config.get(member) instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
