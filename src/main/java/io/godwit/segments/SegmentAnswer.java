package io.godwit.segments;

import io.godwit.core.ProjectId;
import io.godwit.core.SegmentId;
import io.godwit.core.Tenant;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A segment as the API shows it, its filter in both spellings. */
record SegmentAnswer(
        SegmentId id,
        ProjectId projectId,
        String name,
        Optional<String> description,
        SegmentType type,
        Optional<Map<String, @Nullable Object>> filters,
        Optional<Map<String, @Nullable Object>> condition,
        boolean trackMembership,
        long memberCount,
        Instant createdAt,
        Instant updatedAt) {

    static SegmentAnswer of(Tenant tenant, Segment segment) {
        return new SegmentAnswer(
                segment.id(),
                tenant.project(),
                segment.name(),
                segment.description(),
                segment.type(),
                segment.filter().map(Spelling::conditions),
                segment.filter().map(Spelling::groups),
                segment.trackMembership(),
                segment.memberCount(),
                segment.createdAt(),
                segment.updatedAt());
    }
}
