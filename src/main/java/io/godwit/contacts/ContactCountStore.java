package io.godwit.contacts;

import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** SQL of the {@code contact_counts} table and of the {@code contact_deltas} not folded into it yet. */
final class ContactCountStore {

    private static final String ADD = """
            INSERT INTO contact_deltas (project_id, id, deltas)
            SELECT project_id, id, deltas::jsonb
              FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS added (project_id, id, deltas)
            """;

    private static final String READ = """
            SELECT name, sum(count)::bigint
              FROM (SELECT name, count FROM contact_counts WHERE project_id = $1
                    UNION ALL
                    SELECT key, value::bigint
                      FROM contact_deltas, jsonb_each_text(deltas) WHERE project_id = $1) counted
            """;

    /** In one order, so that two who fold never wait for each other in a circle. */
    private static final String FOLD = """
            WITH taken AS MATERIALIZED (
                SELECT project_id, id FROM contact_deltas ORDER BY project_id, id LIMIT $1 FOR UPDATE SKIP LOCKED),
            folded AS (
                DELETE FROM contact_deltas USING taken
                 WHERE contact_deltas.project_id = taken.project_id AND contact_deltas.id = taken.id
                RETURNING contact_deltas.project_id, deltas),
            added AS (
                INSERT INTO contact_counts (project_id, name, count)
                SELECT project_id, key, sum(value::bigint)
                  FROM folded, jsonb_each_text(deltas)
                 GROUP BY project_id, key
                 ORDER BY project_id, key
                    ON CONFLICT (project_id, name) DO UPDATE SET count = contact_counts.count + excluded.count)
            SELECT count(*) FROM folded
            """;

    /** One row a project. */
    Future<Void> add(SqlClient tx, Map<ProjectId, Map<String, Long>> projectToDeltas) {
        var projects = projectToDeltas.keySet().stream().map(ProjectId::value).toArray(UUID[]::new);
        var ids = projectToDeltas.keySet().stream().map(ignored -> Ids.next()).toArray(UUID[]::new);
        var deltas = projectToDeltas.values().stream().map(Json::write).toArray(String[]::new);
        return tx.preparedQuery(ADD).execute(Tuple.of(projects, ids, deltas)).mapEmpty();
    }

    /** Only those names that have ever been counted. */
    Future<Map<String, Long>> read(SqlClient db, Tenant tenant, List<String> names) {
        return db.preparedQuery(READ + " WHERE name = ANY ($2::text[]) GROUP BY name")
                .execute(Tuple.of(tenant.project().value(), (Object) names.toArray(String[]::new)))
                .map(ContactCountStore::counts);
    }

    Future<Map<String, Long>> readAll(SqlClient db, Tenant tenant) {
        return db.preparedQuery(READ + " GROUP BY name")
                .execute(Tuple.of(tenant.project().value()))
                .map(ContactCountStore::counts);
    }

    private static Map<String, Long> counts(RowSet<Row> rows) {
        var counts = new HashMap<String, Long>();
        rows.forEach(row -> counts.put(row.getString(0), row.getLong(1)));
        return counts;
    }

    /** Folds at most so many rows of {@code contact_deltas} into the counts; answers how many. */
    Future<Integer> foldDeltas(SqlClient db, int max) {
        return db.preparedQuery(FOLD)
                .execute(Tuple.of(max))
                .map(rows -> rows.iterator().next().getLong(0).intValue());
    }
}
