package io.godwit.segments;

import io.godwit.core.SegmentId;
import java.util.Map;
import java.util.Set;

/**
 * What a filter's meaning depends on beside the filter.
 *
 * @param textFields paths of custom fields known to hold plain texts
 * @param segments those it refers to, and those they refer to; one that is missing is gone
 */
record Surroundings(Set<String> textFields, Map<SegmentId, Definition> segments) {

    static final Surroundings NONE = new Surroundings(Set.of(), Map.of());

    Surroundings {
        textFields = Set.copyOf(textFields);
        segments = Map.copyOf(segments);
    }
}
