package io.godwit.workflows.executions;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.WorkflowId;
import io.godwit.workflows.model.ExecutionContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts executions on request of the API. */
final class ExecutionStartStore {

    /** Locks the workflow, so that it is not disabled or deleted before the execution is inserted. */
    private static final String START_PERMISSION = """
            SELECT enabled, live_version, allow_reentry FROM workflows WHERE project_id = $1 AND id = $2 FOR SHARE
            """;

    /** Locks the contact, so that a concurrent deletion finds the execution. */
    private static final String CONTACT = "SELECT id FROM contacts WHERE project_id = $1 AND id = $2 FOR KEY SHARE";

    private static final String START = """
            WITH started AS (
                INSERT INTO executions (project_id, id, workflow_id, version, contact_id, context)
                VALUES ($1, $2, $3, $4, $5, $6::text::jsonb)
                    ON CONFLICT DO NOTHING
                RETURNING project_id, id, workflow_id, contact_id)
            INSERT INTO execution_timers (project_id, execution_id, workflow_id, contact_id, exempt_from_hold)
            SELECT project_id, id, workflow_id, contact_id, EXISTS (SELECT FROM email_hold) FROM started
            """;

    /** The columns of a workflow that decide about a start. */
    record StartPermission(boolean enabled, Optional<Integer> version, boolean allowReentry) {}

    Future<Optional<StartPermission>> startPermission(SqlClient tx, Tenant tenant, WorkflowId workflow) {
        return tx.preparedQuery(START_PERMISSION)
                .mapping(row -> new StartPermission(
                        row.getBoolean(0), Optional.ofNullable(row.getInteger(1)), row.getBoolean(2)))
                .execute(Tuple.of(tenant.project().value(), workflow.value()))
                .map(rows -> rows.stream().findFirst());
    }

    Future<Boolean> hasContact(SqlClient tx, Tenant tenant, ContactId contact) {
        return tx.preparedQuery(CONTACT)
                .execute(Tuple.of(tenant.project().value(), contact.value()))
                .map(rows -> rows.size() == 1);
    }

    /** Starts an execution; completes with false when the contact may not enter. */
    Future<Boolean> start(
            SqlClient tx,
            Tenant tenant,
            ExecutionId id,
            WorkflowId workflow,
            int version,
            ContactId contact,
            ExecutionContext context) {
        return tx.preparedQuery(START)
                .execute(Tuple.tuple()
                        .addUUID(tenant.project().value())
                        .addUUID(id.value())
                        .addUUID(workflow.value())
                        .addInteger(version)
                        .addUUID(contact.value())
                        .addString(json(context)))
                .map(rows -> rows.rowCount() == 1);
    }

    private static @Nullable String json(ExecutionContext context) {
        return context.json().isEmpty() ? null : context.json();
    }
}
