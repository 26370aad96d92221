package io.godwit.segments;

import io.godwit.core.SegmentId;
import java.time.Instant;
import java.util.Optional;

/**
 * A stored segment.
 *
 * @param slug in the names of its events; never changes
 * @param filter of a dynamic segment
 * @param settled whether its table of members is complete, for a tracked one
 * @param memberCount as of the last look
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
        long memberCount,
        Instant createdAt,
        Instant updatedAt) {

    /** How another filter tells who is in it. */
    Definition definition() {
        return new Definition(trackMembership && settled ? Optional.empty() : filter);
    }

    boolean isTracked() {
        return trackMembership && type == SegmentType.DYNAMIC;
    }

    String entryEvent() {
        return "segment." + slug + ".entry";
    }

    String exitEvent() {
        return "segment." + slug + ".exit";
    }
}
