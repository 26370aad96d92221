package io.godwit.segments;

import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Finds the usages of segments; declared here, wired by the server to campaigns and workflows. */
public interface SegmentUsages {

    SegmentUsages NONE = (tx, tenant, ignored) -> Future.succeededFuture(0);

    /** The kinds of things that use a segment. */
    enum SegmentUserKind {
        CAMPAIGN,
        WORKFLOW,
        SEGMENT
    }

    /** A campaign that has not ended, a workflow, or another segment, that uses a segment. */
    record SegmentUse(SegmentUserKind kind, UUID id, String name) {}

    /**
     * Counts the campaigns that have not ended, and the workflows, that use the segment. Runs in the transaction that deletes the
     * segment and has locked its row, so a new usage waits and then fails to find the segment.
     */
    Future<Integer> active(SqlClient tx, Tenant tenant, SegmentId segment);

    /** Finds the same for many segments at once; those without any are missing. */
    default Future<Map<SegmentId, List<SegmentUse>>> uses(SqlClient db, Tenant tenant, Set<SegmentId> segments) {
        return Future.succeededFuture(Map.of());
    }
}
