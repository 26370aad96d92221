package io.godwit.workflows;

import io.godwit.core.Tenant;
import io.godwit.web.Cursors.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Lists workflows. */
final class WorkflowListStore {

    /**
     * Executions that are counted one by one, from the index alone; a workflow with more has so many in a list. A page of
     * hundred of them takes about half a second.
     */
    static final int MOST_COUNTED = 100_000;

    private static final String PAGE = "SELECT " + WorkflowRowStore.COLUMNS + """
                 , (SELECT count(*) FROM workflow_steps s WHERE s.project_id = w.project_id AND s.workflow_id = w.id) AS steps,
                   (SELECT count(*)
                      FROM (SELECT 1 FROM executions e WHERE e.project_id = w.project_id AND e.workflow_id = w.id LIMIT %4$d) some)
                       AS executions
              FROM (SELECT * FROM workflows w WHERE %1$s ORDER BY %2$s %3$s) w
             ORDER BY %2$s
            """;

    Future<List<Listed>> page(
            SqlClient db, Tenant tenant, WorkflowFilter filter, Optional<Position> behind, int offset, int limit) {
        var where = new WorkflowWhereStore(tenant, filter);
        behind.ifPresent(where::behind);
        var window = "LIMIT " + limit + " OFFSET " + offset;
        return db.preparedQuery(PAGE.formatted(where.sql(), where.order(), window, MOST_COUNTED))
                .execute(where.parameters())
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> new Listed(
                                WorkflowRowStore.workflow(row),
                                new Listed.Counts(row.getLong("steps"), row.getLong("executions"))))
                        .toList());
    }

    Future<Long> count(SqlClient db, Tenant tenant, WorkflowFilter filter) {
        var where = new WorkflowWhereStore(tenant, filter);
        return db.preparedQuery("SELECT count(*) FROM workflows w WHERE " + where.sql())
                .execute(where.parameters())
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
