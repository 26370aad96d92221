package io.godwit.segments;

import io.godwit.core.id.SegmentId;
import io.godwit.segments.filter.Filter;
import io.godwit.segments.filter.SegmentDefinition;
import java.time.Instant;
import java.util.Optional;

/**
 * A stored segment.
 *
 * @param slug in the names of its events; never changes
 * @param filter of a dynamic segment
 * @param settled whether its rows of {@code segment_members} are complete, for a tracked one
 * @param current whether these rows are of the present filter, and of those it leads to, and not of earlier ones
 * @param memberCount as it was counted last
 * @param counted whether the members that the present filter finds have been counted
 * @param version raised by every edit
 */
public record Segment(
        SegmentId id,
        String name,
        String slug,
        Optional<String> description,
        SegmentType type,
        Optional<Filter> filter,
        boolean trackMembership,
        boolean settled,
        boolean current,
        long memberCount,
        boolean counted,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /**
     * The definition by which another filter tests membership of this segment: its rows, or its filter while they are of an earlier
     * filter.
     */
    SegmentDefinition definition() {
        return new SegmentDefinition(trackMembership && settled && current ? Optional.empty() : filter);
    }

    public boolean isTracked() {
        return trackMembership && type == SegmentType.DYNAMIC;
    }

    public String entryEvent() {
        return "segment." + slug + ".entry";
    }

    public String exitEvent() {
        return "segment." + slug + ".exit";
    }
}
