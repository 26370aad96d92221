package io.godwit.campaigns;

import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.SegmentService;
import io.godwit.segments.filter.Filter;
import io.godwit.segments.filter.Selection;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
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

    /** Finds the contacts of a segment or a filter; an audience of all contacts has no selection. */
    Future<Selection> selection(SqlClient tx, Tenant tenant, SegmentService segments) {
        return filter.isPresent()
                ? segments.all(tx, tenant, filter.get())
                : segments.find(tenant, segment.orElseThrow()).compose(found -> segments.members(tx, tenant, found));
    }
}
