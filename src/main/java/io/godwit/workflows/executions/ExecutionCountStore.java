package io.godwit.workflows.executions;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads the {@code workflow_counts} table and the {@code workflow_deltas} not folded into it yet, which the database writes
 * itself, and folds them.
 */
final class ExecutionCountStore {

    static final String READ = """
            SELECT subject, name, sum(count)::bigint AS count
              FROM (SELECT subject, name, count FROM workflow_counts WHERE project_id = $1 AND subject = ANY ($2)
                    UNION ALL
                    SELECT subject, name, delta FROM workflow_deltas WHERE project_id = $1 AND subject = ANY ($2)) counted
             GROUP BY subject, name
            HAVING sum(count) <> 0
            """;

    private static final String DRAFT = """
            SELECT draft_version,
                   ARRAY (SELECT id FROM workflow_steps WHERE project_id = $1 AND workflow_id = $2) AS steps
              FROM workflows
             WHERE project_id = $1 AND id = $2
            """;

    /** Locks in one order, so that two folding statements never deadlock. */
    private static final String FOLD = """
            WITH taken AS MATERIALIZED (
                SELECT project_id, subject, id FROM workflow_deltas
                 ORDER BY project_id, subject, id LIMIT $1 FOR UPDATE SKIP LOCKED),
            folded AS (
                DELETE FROM workflow_deltas USING taken
                 WHERE workflow_deltas.project_id = taken.project_id AND workflow_deltas.subject = taken.subject
                   AND workflow_deltas.id = taken.id
                RETURNING workflow_deltas.project_id, workflow_deltas.subject, name, delta),
            added AS (
                INSERT INTO workflow_counts (project_id, subject, name, count)
                SELECT project_id, subject, name, sum(delta)
                  FROM folded
                 GROUP BY project_id, subject, name
                 ORDER BY project_id, subject, name
                    ON CONFLICT (project_id, subject, name) DO UPDATE SET count = workflow_counts.count + excluded.count)
            SELECT count(*) FROM folded
            """;

    /** The draft of a workflow as far as counts need it: its version and the ids of its steps. */
    record DraftSteps(int version, List<UUID> steps) {}

    Future<Optional<DraftSteps>> draft(SqlClient db, Tenant tenant, UUID workflow) {
        return db.preparedQuery(DRAFT)
                .mapping(row -> new DraftSteps(row.getInteger("draft_version"), List.of(row.getArrayOfUUIDs("steps"))))
                .execute(Tuple.of(tenant.project().value(), workflow))
                .map(rows -> rows.stream().findFirst());
    }

    Future<Map<UUID, Map<String, Long>>> read(SqlClient db, Tenant tenant, Collection<UUID> subjects) {
        return db.preparedQuery(READ)
                .execute(Tuple.of(tenant.project().value(), (Object) subjects.toArray(UUID[]::new)))
                .map(rows -> {
                    var counts = new HashMap<UUID, Map<String, Long>>();
                    rows.forEach(row -> counts.computeIfAbsent(row.getUUID("subject"), ignored -> new HashMap<>())
                            .put(row.getString("name"), row.getLong("count")));
                    return counts;
                });
    }

    /** Moves at most {@code max} rows of deltas into the counts; completes with their number. */
    Future<Integer> foldDeltas(SqlClient db, int max) {
        return db.preparedQuery(FOLD)
                .execute(Tuple.of(max))
                .map(rows -> rows.iterator().next().getLong(0).intValue());
    }
}
