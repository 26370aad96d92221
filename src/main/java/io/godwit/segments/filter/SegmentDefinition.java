package io.godwit.segments.filter;

import java.util.Optional;

/**
 * How it is told who is in a segment.
 *
 * @param filter evaluated when asked; empty when the table of members says it
 */
public record SegmentDefinition(Optional<Filter> filter) {}
