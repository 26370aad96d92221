package io.godwit.campaigns;

import io.godwit.core.id.SegmentId;
import io.godwit.segments.filter.Filter;
import java.util.Optional;

/** Whom a campaign is for. */
record Audience(Kind kind, Optional<SegmentId> segment, Optional<Filter> filter) {

    static final Audience EVERYBODY = new Audience(Kind.ALL, Optional.empty(), Optional.empty());

    /** How it is named. */
    enum Kind {
        ALL,
        SEGMENT,
        FILTERED
    }
}
