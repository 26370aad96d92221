package io.godwit.workflows.executions;

import static java.util.Objects.requireNonNull;

import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.WorkflowId;
import io.godwit.workflows.executions.ExecutionResponse.ContactReference;
import io.godwit.workflows.executions.ExecutionResponse.StepReference;
import io.godwit.workflows.executions.ExecutionResponse.WorkflowReference;
import io.godwit.workflows.model.ExecutionStatus;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.VisitStatus;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads executions and their visits. Steps have the names of the version that runs. */
final class ExecutionHistoryStore {

    /** The highest id: no execution has it, and every one is before it. */
    private static final UUID LAST = new UUID(-1, -1);

    private static final String STEP = """
            LEFT JOIN LATERAL (SELECT s ->> 'name' AS step_name, s ->> 'type' AS step_type
                                 FROM workflow_versions run, json_array_elements(run.graph -> 'steps') AS s
                                WHERE run.project_id = $1 AND run.workflow_id = e.workflow_id AND run.version = e.version
                                  AND s ->> 'id' = %s.%s::text) step ON true
            """;

    private static final String EXECUTION = """
            SELECT e.id, e.workflow_id, e.version, e.contact_id, e.status, e.current_step_id, e.exit_reason, e.error,
                   (e.context -> 'kept')::text AS context, e.source_event_id, e.started_at, e.completed_at, e.updated_at,
                   c.email, w.name AS workflow_name, step_name, step_type
              FROM %%s
              JOIN workflows w ON w.project_id = $1 AND w.id = e.workflow_id
              LEFT JOIN contacts c ON c.project_id = $1 AND c.id = e.contact_id
              %s
            """.formatted(STEP.formatted("e", "current_step_id"));

    /** Reads each status along its part of the index and merges them: as quick for a rare status as for all. */
    static final String OF_WORKFLOW = EXECUTION.formatted("""
            (SELECT found.id
               FROM unnest($3::text[]) AS requested (status)
              CROSS JOIN LATERAL (
                   SELECT x.id FROM executions x
                    WHERE x.project_id = $1 AND x.workflow_id = $2 AND x.status = requested.status
                      AND x.id < coalesce($4::uuid, $5::uuid)
                    ORDER BY x.id DESC
                    LIMIT $6::bigint + $7::bigint) found
              ORDER BY found.id DESC
              LIMIT $6 OFFSET $7) page
              JOIN executions e ON e.project_id = $1 AND e.id = page.id
            """) + " ORDER BY e.id DESC";

    /** The executions of a page that was found by {@link StepVisitStore}. */
    static final String OF_STEP = EXECUTION.formatted("""
            (%s) page
              JOIN executions e ON e.project_id = $1 AND e.id = page.id
            """) + " ORDER BY e.id DESC";

    private static final String OF_CONTACT = EXECUTION.formatted("""
            (SELECT * FROM executions
              WHERE project_id = $1 AND contact_id = $2 AND id < coalesce($3::uuid, $4::uuid)
              ORDER BY id DESC
              LIMIT $5) e
            """) + " ORDER BY e.id DESC";

    private static final String COUNT_OF_CONTACT = """
            SELECT EXISTS (SELECT FROM contacts WHERE project_id = $1 AND id = $2) AS known,
                   (SELECT count(*) FROM executions WHERE project_id = $1 AND contact_id = $2) AS count
            """;

    private static final String ONE =
            EXECUTION.formatted("executions e") + " WHERE e.project_id = $1 AND e.workflow_id = $2 AND e.id = $3";

    private static final String KNOWN = "SELECT FROM workflows WHERE project_id = $1 AND id = $2";

    private static final String VISITS = """
            SELECT v.visit, v.execution_id, v.step_id, v.status, v.branch, v.output::text AS output, v.error, v.execute_after,
                   v.resume_event_id, v.started_at, v.completed_at, step_name, step_type
              FROM execution_visits v
              JOIN executions e ON e.project_id = $1 AND e.id = v.execution_id
              %s
             WHERE v.project_id = $1 AND v.execution_id = $2
             ORDER BY v.visit
            """.formatted(STEP.formatted("v", "step_id"));

    /** True when the workflow exists. */
    Future<Boolean> knows(SqlClient db, Tenant tenant, WorkflowId workflow) {
        return db.preparedQuery(KNOWN)
                .execute(Tuple.of(tenant.project().value(), workflow.value()))
                .map(rows -> rows.size() > 0);
    }

    /** Executions of a workflow, the newest first. */
    Future<List<ExecutionResponse>> page(
            SqlClient db,
            Tenant tenant,
            WorkflowId workflow,
            ExecutionFilter filter,
            Optional<UUID> before,
            int limit,
            long offset) {
        var step = filter.step();
        if (step.isPresent()) {
            return executions(
                    db,
                    OF_STEP.formatted(StepVisitStore.page(filter)),
                    StepVisitStore.parameters(tenant, workflow, step.get(), filter)
                            .addValue(before.orElse(LAST))
                            .addValue(limit)
                            .addValue(offset));
        }
        var statuses = filter.status().map(List::of).orElseGet(() -> Arrays.asList(ExecutionStatus.values())).stream()
                .map(ExecutionStatus::name)
                .toArray(String[]::new);
        return executions(
                db,
                OF_WORKFLOW,
                Tuple.of(tenant.project().value(), workflow.value(), statuses, before.orElse(null), LAST)
                        .addValue(limit)
                        .addValue(offset));
    }

    /** Executions of a contact, the newest first. */
    Future<List<ExecutionResponse>> page(
            SqlClient db, Tenant tenant, ContactId contact, Optional<UUID> before, int limit) {
        return executions(
                db,
                OF_CONTACT,
                Tuple.of(tenant.project().value(), contact.value(), before.orElse(null), LAST)
                        .addValue(limit));
    }

    /** Counts the executions of a contact; empty for an unknown one. */
    Future<Optional<Long>> count(SqlClient db, Tenant tenant, ContactId contact) {
        return db.preparedQuery(COUNT_OF_CONTACT)
                .execute(Tuple.of(tenant.project().value(), contact.value()))
                .map(rows -> rows.iterator().next())
                .map(row -> Optional.of(row.getLong("count")).filter(ignored -> row.getBoolean("known")));
    }

    Future<Optional<ExecutionResponse>> find(SqlClient db, Tenant tenant, WorkflowId workflow, ExecutionId id) {
        return executions(db, ONE, Tuple.of(tenant.project().value(), workflow.value(), id.value()))
                .map(found -> found.stream().findFirst());
    }

    private static Future<List<ExecutionResponse>> executions(SqlClient db, String sql, Tuple parameters) {
        return db.preparedQuery(sql)
                .mapping(ExecutionHistoryStore::execution)
                .execute(parameters)
                .map(rows -> rows.stream().toList());
    }

    private static ExecutionResponse execution(Row row) {
        var workflow = row.getUUID("workflow_id");
        var contact = row.getUUID("contact_id");
        return new ExecutionResponse(
                row.getUUID("id"),
                workflow,
                row.getInteger("version"),
                contact,
                ExecutionStatus.valueOf(row.getString("status")),
                Optional.ofNullable(row.getUUID("current_step_id")),
                Optional.ofNullable(row.getString("exit_reason")),
                Optional.ofNullable(row.getString("error")),
                row.getString("context"),
                Optional.ofNullable(row.getUUID("source_event_id")),
                time(row, "started_at").orElseThrow(),
                time(row, "completed_at"),
                time(row, "started_at").orElseThrow(),
                time(row, "updated_at").orElseThrow(),
                Optional.ofNullable(row.getString("email"))
                        .map(email -> new ContactReference(contact, new EmailAddress(email))),
                Optional.ofNullable(row.getUUID("current_step_id")).flatMap(step -> currentStep(row, step)),
                new WorkflowReference(workflow, row.getString("workflow_name")));
    }

    /** The visits in the order they were made. */
    Future<List<VisitResponse>> visits(SqlClient db, Tenant tenant, ExecutionId id) {
        return db.preparedQuery(VISITS)
                .mapping(ExecutionHistoryStore::visit)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> rows.stream().toList());
    }

    private static VisitResponse visit(Row row) {
        var execution = row.getUUID("execution_id");
        var number = requireNonNull(row.getInteger("visit"));
        var step = requireNonNull(row.getUUID("step_id"));
        var started = time(row, "started_at").orElseThrow();
        var completed = time(row, "completed_at");
        return new VisitResponse(
                UUID.nameUUIDFromBytes((execution + " " + number).getBytes(StandardCharsets.UTF_8)),
                execution,
                step,
                number,
                VisitStatus.valueOf(row.getString("status")),
                Optional.ofNullable(row.getString("branch")),
                row.getString("output"),
                Optional.ofNullable(row.getString("error")),
                time(row, "execute_after"),
                time(row, "execute_after"),
                Optional.ofNullable(row.getUUID("resume_event_id")),
                started,
                completed,
                started,
                completed.orElse(started),
                currentStep(row, step),
                List.of());
    }

    private static Optional<StepReference> currentStep(Row row, UUID step) {
        return Optional.ofNullable(row.getString("step_name"))
                .map(name -> new StepReference(step, name, StepType.valueOf(row.getString("step_type"))));
    }

    private static Optional<Instant> time(Row row, String column) {
        return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
    }
}
