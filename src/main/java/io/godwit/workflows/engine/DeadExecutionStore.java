package io.godwit.workflows.engine;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/**
 * Writes executions to {@code dead_letters}, with the values their end deletes from their rows, and restores them from there.
 */
final class DeadExecutionStore {

    private static final String KEEP = """
            INSERT INTO dead_letters AS dead (project_id, kind, id, reason, payload)
            SELECT t.project_id, 'EXECUTION', t.execution_id, $4,
                   jsonb_build_object('timer', to_jsonb(t), 'status', e.status, 'step', e.current_step_id, 'context', e.context)
              FROM execution_timers t
              JOIN executions e ON e.project_id = t.project_id AND e.id = t.execution_id
             WHERE t.project_id = $1 AND t.execution_id = $2 AND t.fence = $3
                ON CONFLICT (project_id, kind, id)
                DO UPDATE SET reason = excluded.reason, payload = excluded.payload, died_at = now()
            """;

    /**
     * An execution whose contact has entered the workflow again meanwhile does not keep it out; of several executions of a contact
     * that are retried together the last one does.
     */
    private static final String RETRY = """
            WITH retried AS (
                DELETE FROM dead_letters WHERE project_id = $1 AND kind = 'EXECUTION' AND id = ANY ($2)
                RETURNING project_id, id, payload),
            revived AS (
                UPDATE executions
                   SET status = payload ->> 'status', current_step_id = (payload ->> 'step')::uuid,
                       context = nullif(payload -> 'context', 'null'), error = NULL, completed_at = NULL, updated_at = now(),
                       bars_reentry = NOT EXISTS (SELECT FROM executions other
                                                   WHERE other.project_id = executions.project_id
                                                     AND other.workflow_id = executions.workflow_id
                                                     AND other.contact_id = executions.contact_id
                                                     AND (other.id <> executions.id AND other.bars_reentry
                                                          OR other.id > executions.id
                                                             AND other.id IN (SELECT id FROM retried)))
                  FROM retried
                 WHERE executions.project_id = retried.project_id AND executions.id = retried.id AND status = 'FAILED'
                RETURNING payload -> 'timer' AS timer)
            INSERT INTO execution_timers (project_id, execution_id, workflow_id, contact_id, fence, wait_event, wait_since, wait_if,
                                          wait_until, resume_reason)
            SELECT t.project_id, t.execution_id, t.workflow_id, t.contact_id, t.fence + 1, t.wait_event, t.wait_since, t.wait_if,
                   t.wait_until, t.resume_reason
              FROM revived CROSS JOIN LATERAL jsonb_populate_record(NULL::execution_timers, timer) t
            """;

    /**
     * Locks the workflows, so that the pruning of events nobody waits for does not meet an execution that is just being revived
     * ({@link VersionPruneStore}).
     */
    private static final String LOCK_WORKFLOWS = """
            SELECT FROM workflows
             WHERE project_id = $1
               AND id IN (SELECT workflow_id FROM executions WHERE project_id = $1 AND id = ANY ($2))
             ORDER BY id
               FOR SHARE
            """;

    /** Registers the events the executions may wait for again: while they were dead, nobody may have waited for them. */
    private static final String AWAIT_EVENTS = """
            INSERT INTO workflow_triggers (project_id, event_name, kind, workflow_id)
            SELECT DISTINCT $1::uuid, %1$s, 'WAIT', v.workflow_id
              FROM workflow_versions v
             CROSS JOIN json_array_elements(v.graph -> 'steps') AS step
             WHERE v.project_id = $1
               AND (v.workflow_id, v.version) IN (SELECT workflow_id, version FROM executions
                                                   WHERE project_id = $1 AND id = ANY ($2) AND status IN ('RUNNING', 'WAITING'))
               AND step ->> 'type' = 'WAIT_FOR_EVENT' AND %1$s IS NOT NULL
             ORDER BY 2, 4
                ON CONFLICT DO NOTHING
            """.formatted(VersionPruneStore.AWAITED);

    /** Stores the execution before its end, in the same transaction. */
    Future<Void> markDead(SqlClient tx, ClaimedExecution claimed, String reason) {
        return tx.preparedQuery(KEEP)
                .execute(Tuple.of(claimed.project().value(), claimed.execution().value(), claimed.fence(), reason))
                .mapEmpty();
    }

    /** Completes with the number of executions that are due again. */
    Future<Integer> retry(SqlClient tx, Tenant tenant, List<UUID> ids) {
        var parameters = Tuple.of(tenant.project().value(), (Object) ids.toArray(UUID[]::new));
        return tx.preparedQuery(LOCK_WORKFLOWS)
                .execute(parameters)
                .compose(ignored -> tx.preparedQuery(RETRY).execute(parameters))
                .compose(revived ->
                        tx.preparedQuery(AWAIT_EVENTS).execute(parameters).map(revived.rowCount()));
    }
}
