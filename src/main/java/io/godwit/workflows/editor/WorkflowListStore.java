package io.godwit.workflows.editor;

import io.godwit.core.Tenant;
import io.godwit.web.lists.CursorCodec.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Reads pages of the {@code workflows} table. */
final class WorkflowListStore {

    private static final String PAGE = "SELECT " + WorkflowRows.COLUMNS + """
                 , (SELECT count(*) FROM workflow_steps s WHERE s.project_id = w.project_id AND s.workflow_id = w.id) AS steps
              FROM (SELECT * FROM workflows w WHERE %1$s ORDER BY %2$s %3$s) w
             ORDER BY %2$s
            """;

    Future<List<WorkflowSummary>> page(
            SqlClient db, Tenant tenant, WorkflowFilter filter, Optional<Position> after, int offset, int limit) {
        var query = after.map(last -> WorkflowQuery.after(tenant, filter, last))
                .orElseGet(() -> WorkflowQuery.of(tenant, filter));
        var window = "LIMIT " + limit + " OFFSET " + offset;
        return db.preparedQuery(PAGE.formatted(query.where(), query.order(), window))
                .execute(query.parameters())
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> new WorkflowSummary(WorkflowRows.workflow(row), row.getLong("steps")))
                        .toList());
    }

    Future<Long> count(SqlClient db, Tenant tenant, WorkflowFilter filter) {
        var query = WorkflowQuery.of(tenant, filter);
        return db.preparedQuery("SELECT count(*) FROM workflows w WHERE " + query.where())
                .execute(query.parameters())
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
