package io.godwit.workflows.editor;

import io.godwit.core.Tenant;
import io.godwit.core.id.WorkflowId;
import io.godwit.workflows.steps.WorkflowGraph;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads the versions of workflows that ran or run. */
final class VersionListStore {

    /**
     * Active executions are counted up to a limit. Their ids are of the time the version was live, with three hours for clocks
     * that are off, so that nearly every row that is read is counted; the order makes the planner read them along the index. Both
     * ends of that time are plain comparisons: with OR the last one would be asked of each row instead of ending the reading.
     */
    private static final String LIST = """
            SELECT v.version, v.created_at, v.version = w.live_version AS live, w.enabled,
                   json_array_length(v.graph -> 'steps') AS steps, active.count AS active
              FROM (SELECT * FROM workflow_versions
                     WHERE project_id = $1 AND workflow_id = $2 AND ($3::int IS NULL OR version < $3)
                     ORDER BY version DESC
                     LIMIT $4) v
              JOIN workflows w ON w.project_id = v.project_id AND w.id = v.workflow_id
              LEFT JOIN LATERAL (SELECT created_at FROM workflow_versions later
                                  WHERE later.project_id = $1 AND later.workflow_id = $2 AND later.version > v.version
                                  ORDER BY later.version LIMIT 1) next ON true
             CROSS JOIN LATERAL (
                   SELECT count(*) AS count
                     FROM (SELECT FROM unnest('{RUNNING,WAITING}'::text[]) AS requested (status)
                            CROSS JOIN LATERAL (
                                  SELECT FROM executions e
                                   WHERE e.project_id = $1 AND e.workflow_id = $2 AND e.status = requested.status
                                     AND e.version = v.version
                                     AND e.id >= uuid_v7_floor(v.created_at - interval '3 hours')
                                     AND e.id < coalesce(uuid_v7_floor(next.created_at + interval '3 hours'),
                                                         'ffffffff-ffff-ffff-ffff-ffffffffffff')
                                   ORDER BY e.id
                                   LIMIT $5) found
                            LIMIT $5) counted) active
             ORDER BY v.version DESC
            """;

    private static final String ONE = """
            SELECT v.version, v.created_at, v.version = w.live_version AS live, w.enabled, v.graph::text AS graph
              FROM workflow_versions v
              JOIN workflows w ON w.project_id = v.project_id AND w.id = v.workflow_id
             WHERE v.project_id = $1 AND v.workflow_id = $2 AND v.version = $3
            """;

    private static final String COUNT =
            "SELECT count(*) FROM workflow_versions WHERE project_id = $1 AND workflow_id = $2";

    /**
     * A version in the list.
     *
     * @param live whether new executions run it
     * @param steps number of its steps
     * @param active executions that are on their way through it, counted up to 1,000
     */
    record VersionSummary(int version, Instant createdAt, boolean live, int steps, long active) {}

    /** A version with its graph, whose secrets are still encrypted. */
    record StoredVersion(int version, Instant createdAt, boolean live, WorkflowGraph graph) {}

    /** Answers versions before another one, the latest first. */
    Future<List<VersionSummary>> page(
            SqlClient db, Tenant tenant, WorkflowId workflow, Optional<Integer> before, int limit, int maxActive) {
        return db.preparedQuery(LIST)
                .mapping(VersionListStore::summary)
                .execute(Tuple.of(tenant.project().value(), workflow.value(), before.orElse(null), limit, maxActive))
                .map(rows -> rows.stream().toList());
    }

    private static VersionSummary summary(Row row) {
        return new VersionSummary(
                row.getInteger("version"),
                row.getOffsetDateTime("created_at").toInstant(),
                isLive(row),
                row.getInteger("steps"),
                row.getLong("active"));
    }

    private static boolean isLive(Row row) {
        return row.getBoolean("enabled") && Boolean.TRUE.equals(row.getBoolean("live"));
    }

    Future<Optional<StoredVersion>> find(SqlClient db, Tenant tenant, WorkflowId workflow, int version) {
        return db.preparedQuery(ONE)
                .mapping(row -> new StoredVersion(
                        row.getInteger("version"),
                        row.getOffsetDateTime("created_at").toInstant(),
                        isLive(row),
                        WorkflowGraph.stored(row.getString("graph"))))
                .execute(Tuple.of(tenant.project().value(), workflow.value(), version))
                .map(rows -> rows.stream().findFirst());
    }

    Future<Long> count(SqlClient db, Tenant tenant, WorkflowId workflow) {
        return db.preparedQuery(COUNT)
                .execute(Tuple.of(tenant.project().value(), workflow.value()))
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
