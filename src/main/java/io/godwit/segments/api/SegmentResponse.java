package io.godwit.segments.api;

import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.Segment;
import io.godwit.segments.SegmentType;
import io.godwit.segments.filter.FilterWriter;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A segment as the API shows it, its filter in both spellings. */
record SegmentResponse(
        SegmentId id,
        ProjectId projectId,
        String name,
        Optional<String> description,
        SegmentType type,
        Optional<Map<String, @Nullable Object>> filters,
        Optional<Map<String, @Nullable Object>> condition,
        boolean trackMembership,
        long memberCount,
        boolean counted,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    static SegmentResponse of(Tenant tenant, Segment segment) {
        return new SegmentResponse(
                segment.id(),
                tenant.project(),
                segment.name(),
                segment.description(),
                segment.type(),
                segment.filter().map(FilterWriter::conditions),
                segment.filter().map(FilterWriter::groups),
                segment.trackMembership(),
                segment.memberCount(),
                segment.counted(),
                segment.version(),
                segment.createdAt(),
                segment.updatedAt());
    }
}
