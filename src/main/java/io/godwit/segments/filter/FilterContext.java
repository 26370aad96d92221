package io.godwit.segments.filter;

import io.godwit.core.id.SegmentId;
import java.util.Map;
import java.util.Set;

/**
 * What a filter's meaning depends on beside the filter.
 *
 * @param textFields paths of custom fields known to hold plain texts
 * @param segments those it refers to, and those they refer to; one that is missing is gone
 */
public record FilterContext(Set<String> textFields, Map<SegmentId, SegmentDefinition> segments) {

    static final FilterContext NONE = new FilterContext(Set.of(), Map.of());

    public FilterContext {
        textFields = Set.copyOf(textFields);
        segments = Map.copyOf(segments);
    }
}
