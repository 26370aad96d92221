package io.godwit.segments;

import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Who still needs a segment; owned here, wired by the server to campaigns and workflows. */
public interface SegmentUsages {

    SegmentUsages NONE = (tx, tenant, segment) -> Future.succeededFuture(0);

    /**
     * How many campaigns that have not ended, and workflows, use the segment. In the transaction that deletes it, whose row is locked, so who
     * names it from now on waits and then misses it.
     */
    Future<Integer> active(SqlClient tx, Tenant tenant, SegmentId segment);
}
