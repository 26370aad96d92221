package io.godwit.workflows.editor;

import io.godwit.core.Tenant;
import io.godwit.core.id.WorkflowId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;

/** Finds active workflows in the {@code workflows} table, deletes workflows, and reads the project's name. */
final class WorkflowStore {

    private static final String ACTIVE = """
            SELECT w.name
              FROM workflows w
             WHERE w.project_id = $1 AND w.id = ANY ($2)
               AND EXISTS (SELECT FROM executions e
                            WHERE e.project_id = w.project_id AND e.workflow_id = w.id AND e.status IN ('RUNNING', 'WAITING'))
             LIMIT 1
            """;

    private static final String DELETE = "DELETE FROM workflows WHERE project_id = $1 AND id = ANY ($2)";

    private static final String PROJECT_NAME = "SELECT name FROM projects WHERE id = $1";

    /** The name of one of the workflows that has an active execution. */
    Future<Optional<String>> active(SqlClient tx, Tenant tenant, List<WorkflowId> ids) {
        return tx.preparedQuery(ACTIVE).execute(key(tenant, ids)).map(rows -> StreamSupport.stream(
                        rows.spliterator(), false)
                .map(row -> row.getString(0))
                .findFirst());
    }

    Future<Void> delete(SqlClient tx, Tenant tenant, List<WorkflowId> ids) {
        return tx.preparedQuery(DELETE).execute(key(tenant, ids)).mapEmpty();
    }

    private static Tuple key(Tenant tenant, List<WorkflowId> ids) {
        return Tuple.of(tenant.project().value(), (Object)
                ids.stream().map(WorkflowId::value).toArray(UUID[]::new));
    }

    Future<String> projectName(SqlClient db, Tenant tenant) {
        return db.preparedQuery(PROJECT_NAME)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.iterator().next().getString(0));
    }
}
