package io.godwit.workflows.engine;

import io.godwit.core.Tenant;
import io.godwit.core.id.WorkflowId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/**
 * Locks the re-entry rules by which executions end. A change of a rule waits, after its commit, for the ends that hold the lock,
 * and writes the new rule to them ({@code workflows.editor.ReentryChange}). An end locks before the statement that reads the rule
 * begins: that statement sees what is committed by then, so an end that locks later than the change reads the new rule.
 *
 * <p>The lock is that of a foreign key: edits of a workflow and ends do not wait for each other.
 */
final class ReentryLockStore {

    private static final String LOCK = """
            SELECT FROM workflows
             WHERE (project_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
             ORDER BY project_id, id
               FOR KEY SHARE
            """;

    private static final String LOCK_OF = """
            SELECT FROM workflows
             WHERE project_id = $1 AND id = (SELECT workflow_id FROM executions WHERE project_id = $1 AND id = $2)
               FOR KEY SHARE
            """;

    /** For the executions of a batch that end. */
    Future<Void> lock(SqlClient tx, List<ExecutionOutcome> ended) {
        var projects = ended.stream()
                .map(outcome -> outcome.execution().projectId().value())
                .toArray(UUID[]::new);
        var workflows = ended.stream()
                .map(outcome -> outcome.execution().workflow().value())
                .toArray(UUID[]::new);
        return ended.isEmpty() ? Future.succeededFuture() : lock(tx, projects, workflows);
    }

    Future<Void> lock(SqlClient tx, Tenant tenant, WorkflowId workflow) {
        return lock(tx, new UUID[] {tenant.project().value()}, new UUID[] {workflow.value()});
    }

    private static Future<Void> lock(SqlClient tx, UUID[] projects, UUID[] workflows) {
        return tx.preparedQuery(LOCK)
                .execute(Tuple.tuple().addArrayOfUUID(projects).addArrayOfUUID(workflows))
                .mapEmpty();
    }

    Future<Void> lock(SqlClient tx, ClaimedExecution claimed) {
        return tx.preparedQuery(LOCK_OF)
                .execute(Tuple.of(claimed.project().value(), claimed.execution().value()))
                .mapEmpty();
    }
}
