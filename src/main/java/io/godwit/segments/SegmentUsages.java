package io.godwit.segments;

import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Counts the usages of a segment; declared here, wired by the server to campaigns and workflows. */
public interface SegmentUsages {

    SegmentUsages NONE = (tx, tenant, ignored) -> Future.succeededFuture(0);

    /**
     * Counts the campaigns that have not ended, and the workflows, that use the segment. Runs in the transaction that deletes the
     * segment and has locked its row, so a new usage waits and then fails to find the segment.
     */
    Future<Integer> active(SqlClient tx, Tenant tenant, SegmentId segment);
}
