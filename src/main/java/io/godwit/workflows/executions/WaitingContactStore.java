package io.godwit.workflows.executions;

import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.StepId;
import io.godwit.core.id.WorkflowId;
import io.godwit.workflows.executions.WaitingContactRoutes.WaitingContact;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads the executions that wait at a step, along the partial index of open visits. */
final class WaitingContactStore {

    /** The highest id: no execution has it, and every one is before it. */
    private static final UUID LAST = new UUID(-1, -1);

    /** A step that is no more in the draft may still be waited at in an earlier version. */
    private static final String KNOWN = """
            SELECT FROM workflows w
             WHERE project_id = $1 AND id = $2
               AND (EXISTS (SELECT FROM workflow_steps s
                             WHERE s.project_id = $1 AND s.workflow_id = $2 AND s.id = $3::uuid)
                    OR EXISTS (SELECT FROM workflow_versions v
                                WHERE v.project_id = $1 AND v.workflow_id = $2 AND strpos(v.graph::text, $3::text) > 0))
            """;

    private static final String WAITING = """
            SELECT v.execution_id, v.started_at, v.execute_after, e.contact_id, e.version, c.email
              FROM (SELECT execution_id, started_at, execute_after
                      FROM execution_visits
                     WHERE project_id = $1 AND step_id = $2 AND status = 'WAITING' AND execution_id < coalesce($3::uuid, $4::uuid)
                     ORDER BY execution_id DESC
                     LIMIT $5) v
              JOIN executions e ON e.project_id = $1 AND e.id = v.execution_id
              LEFT JOIN contacts c ON c.project_id = $1 AND c.id = e.contact_id
             ORDER BY v.execution_id DESC
            """;

    Future<Boolean> knows(SqlClient db, Tenant tenant, WorkflowId workflow, StepId step) {
        return db.preparedQuery(KNOWN)
                .execute(Tuple.of(tenant.project().value(), workflow.value(), step.value()))
                .map(rows -> rows.size() > 0);
    }

    /** Answers those whose executions began last first. */
    Future<List<WaitingContact>> page(SqlClient db, Tenant tenant, StepId step, Optional<UUID> before, int limit) {
        return db.preparedQuery(WAITING)
                .mapping(WaitingContactStore::contact)
                .execute(Tuple.of(tenant.project().value(), step.value(), before.orElse(null), LAST, limit))
                .map(rows -> rows.stream().toList());
    }

    private static WaitingContact contact(Row row) {
        return new WaitingContact(
                row.getUUID("execution_id"),
                row.getUUID("contact_id"),
                Optional.ofNullable(row.getString("email")).map(EmailAddress::new),
                row.getInteger("version"),
                row.getOffsetDateTime("started_at").toInstant(),
                Optional.ofNullable(row.getOffsetDateTime("execute_after")).map(OffsetDateTime::toInstant));
    }
}
