package io.godwit.segments.filter;

import io.godwit.core.id.SegmentId;
import java.util.Map;
import java.util.Set;

/**
 * The data beside a filter that its meaning depends on.
 *
 * @param textFields paths of custom fields known to hold plain texts
 * @param segments the segments the filter refers to, directly or through other segments; a missing one has been deleted
 */
public record FilterContext(Set<String> textFields, Map<SegmentId, SegmentDefinition> segments) {

    static final FilterContext NONE = new FilterContext(Set.of(), Map.of());

    public FilterContext {
        textFields = Set.copyOf(textFields);
        segments = Map.copyOf(segments);
    }
}
