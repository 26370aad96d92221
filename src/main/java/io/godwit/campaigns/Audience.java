package io.godwit.campaigns;

import io.godwit.core.id.SegmentId;
import io.godwit.segments.filter.Filter;
import java.util.Optional;

/** The audience of a campaign: all contacts, a segment, or a filter. */
record Audience(Kind kind, Optional<SegmentId> segment, Optional<Filter> filter) {

    static final Audience ALL = new Audience(Kind.ALL, Optional.empty(), Optional.empty());

    /** The kind of an audience. */
    enum Kind {
        ALL,
        SEGMENT,
        FILTERED
    }
}
