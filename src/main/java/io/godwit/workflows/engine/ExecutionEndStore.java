package io.godwit.workflows.engine;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.WorkflowId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/**
 * Ends executions from outside the engine. The statement deletes the timer first, and only the one that deleted it writes the
 * end: an execution is active as long as it has a timer, and the batch that was carrying it on finds none.
 */
public final class ExecutionEndStore {

    /** Locks timers in the same order as all other statements do. */
    private static final String FIND_WITHOUT_CONTACT = """
            WITH locked AS MATERIALIZED (
                SELECT project_id, execution_id
                  FROM execution_timers
                 WHERE project_id = $1 AND %s
                 ORDER BY project_id, execution_id
                 %s
                   FOR UPDATE),
            deleted AS (
                DELETE FROM execution_timers
                 USING locked
                 WHERE execution_timers.project_id = locked.project_id AND execution_timers.execution_id = locked.execution_id
                RETURNING execution_timers.project_id, execution_timers.execution_id),
            """;

    private static final String END = """
            ended AS (
                UPDATE executions
                   SET status = $2, current_step_id = NULL, exit_reason = CASE WHEN $2 = 'CANCELLED' THEN $3 END,
                       error = CASE WHEN $2 = 'FAILED' THEN $3 END, context = context - 'once',
                       bars_reentry = bars_reentry AND NOT coalesce((SELECT allow_reentry FROM workflows w
                                                                      WHERE w.project_id = executions.project_id
                                                                        AND w.id = executions.workflow_id), false),
                       completed_at = now(), updated_at = now()
                  FROM deleted
                 WHERE executions.project_id = deleted.project_id AND executions.id = deleted.execution_id
                RETURNING executions.project_id, executions.id, executions.visits),
            skipped AS (
                UPDATE execution_visits
                   SET status = CASE WHEN $2 = 'FAILED' THEN 'FAILED' ELSE 'SKIPPED' END, error = $3, completed_at = now()
                  FROM ended
                 WHERE execution_visits.project_id = ended.project_id AND execution_visits.execution_id = ended.id
                   AND execution_visits.visit = ended.visits AND execution_visits.status = 'WAITING')
            SELECT id FROM ended
            """;

    private static final String ONE =
            FIND_WITHOUT_CONTACT.formatted("execution_id = $4 AND workflow_id = $5", "") + END;

    private static final String FENCED = FIND_WITHOUT_CONTACT.formatted("execution_id = $4 AND fence = $5", "") + END;

    /** Every active execution has a timer; the indexes are on {@code executions}. */
    private static final String ACTIVE = """
            execution_id IN (SELECT id FROM executions
                              WHERE project_id = $1 AND %s AND status IN ('RUNNING', 'WAITING') %s)
            """;

    private static final String BATCH =
            FIND_WITHOUT_CONTACT.formatted(ACTIVE.formatted("workflow_id = $4", "LIMIT $5"), "") + END;

    private static final String OF_CONTACTS =
            FIND_WITHOUT_CONTACT.formatted(ACTIVE.formatted("contact_id = ANY ($4::uuid[])", ""), "") + END;

    /**
     * Deletes what executions tell of their contacts: the values they carried, the results of their steps, and the copies in dead
     * letters. The executions and their visits stay, because they are counted.
     */
    private static final String DELETE_VALUES = """
            WITH of_contacts AS MATERIALIZED (
                SELECT id FROM executions WHERE project_id = $1 AND contact_id = ANY ($2)),
            cleared_visits AS (
                UPDATE execution_visits SET output = '{}'
                  FROM of_contacts
                 WHERE execution_visits.project_id = $1 AND execution_visits.execution_id = of_contacts.id AND output <> '{}'),
            deleted_dead AS (
                DELETE FROM dead_letters USING of_contacts
                 WHERE dead_letters.project_id = $1 AND kind = 'EXECUTION' AND dead_letters.id = of_contacts.id)
            UPDATE executions SET context = NULL
              FROM of_contacts
             WHERE executions.project_id = $1 AND executions.id = of_contacts.id AND context IS NOT NULL
            """;

    private static final String KNOWN =
            "SELECT EXISTS (SELECT FROM executions WHERE project_id = $1 AND workflow_id = $2 AND id = $3)";

    private static final String WORKFLOW = "SELECT EXISTS (SELECT FROM workflows WHERE project_id = $1 AND id = $2)";

    private final ReentryLockStore reentry = new ReentryLockStore();

    /** True when the execution was active. */
    Future<Boolean> cancel(SqlClient tx, Tenant tenant, WorkflowId workflow, ExecutionId id, String reason) {
        var parameters = Tuple.of(tenant.project().value(), "CANCELLED", reason, id.value(), workflow.value());
        return reentry.lock(tx, tenant, workflow)
                .compose(ignored -> end(tx, ONE, parameters))
                .map(ended -> !ended.isEmpty());
    }

    /** Cancels up to {@code limit} executions of a workflow; completes with none when none is left. */
    Future<List<ExecutionId>> cancelSome(SqlClient tx, Tenant tenant, WorkflowId workflow, int limit, String reason) {
        var parameters = Tuple.of(tenant.project().value(), "CANCELLED", reason, workflow.value(), limit);
        return reentry.lock(tx, tenant, workflow).compose(ignored -> end(tx, BATCH, parameters));
    }

    /** For contacts that are being deleted, who enter nothing again: no rule of re-entry matters. */
    Future<List<ExecutionId>> cancelOf(SqlClient tx, Tenant tenant, List<ContactId> contacts, String reason) {
        var ids = contacts.stream().map(ContactId::value).toArray(UUID[]::new);
        return end(tx, OF_CONTACTS, Tuple.of(tenant.project().value(), "CANCELLED", reason, ids));
    }

    /** Deletes the values of the contacts' executions, all of which have ended. */
    Future<Void> deleteValues(SqlClient tx, Tenant tenant, List<ContactId> contacts) {
        var ids = contacts.stream().map(ContactId::value).toArray(UUID[]::new);
        return tx.preparedQuery(DELETE_VALUES)
                .execute(Tuple.of(tenant.project().value(), (Object) ids))
                .mapEmpty();
    }

    /** Fails an execution whose lease is not lost. */
    Future<List<ExecutionId>> fail(SqlClient tx, ClaimedExecution claimed, String error) {
        var parameters = Tuple.of(
                claimed.project().value(), "FAILED", error, claimed.execution().value(), claimed.fence());
        return reentry.lock(tx, claimed).compose(ignored -> end(tx, FENCED, parameters));
    }

    private static Future<List<ExecutionId>> end(SqlClient tx, String sql, Tuple parameters) {
        return tx.preparedQuery(sql)
                .mapping(row -> new ExecutionId(row.getUUID(0)))
                .execute(parameters)
                .map(rows -> rows.stream().toList());
    }

    Future<Boolean> isKnown(SqlClient db, Tenant tenant, WorkflowId workflow, ExecutionId id) {
        return db.preparedQuery(KNOWN)
                .execute(Tuple.of(tenant.project().value(), workflow.value(), id.value()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    public Future<Boolean> isKnown(SqlClient db, Tenant tenant, WorkflowId workflow) {
        return db.preparedQuery(WORKFLOW)
                .execute(Tuple.of(tenant.project().value(), workflow.value()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }
}
