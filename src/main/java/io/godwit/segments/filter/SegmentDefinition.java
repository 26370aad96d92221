package io.godwit.segments.filter;

import java.util.Optional;

/**
 * The rule by which membership of a segment is tested.
 *
 * @param filter evaluated at each test; empty when the {@code segment_members} table decides
 */
public record SegmentDefinition(Optional<Filter> filter) {}
