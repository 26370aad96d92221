package io.godwit.workflows;

import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.godwit.core.id.StepId;
import io.godwit.core.id.TemplateId;
import io.godwit.core.id.WorkflowId;
import io.godwit.templates.TemplateUsages.StepUse;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.Trigger;
import io.godwit.workflows.model.WorkflowTriggerType;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** Finds what workflows use, in drafts and in versions that run. */
final class WorkflowUsageStore {

    /** A version runs while new executions run it, or an execution is active in it. */
    private static final String RUNS = """
            ((w.enabled AND v.version = w.live_version)
             OR EXISTS (SELECT
                          FROM executions e
                         WHERE e.project_id = v.project_id AND e.workflow_id = v.workflow_id AND e.version = v.version
                           AND e.status IN ('RUNNING', 'WAITING')))
            """;

    private static final String TEMPLATES = """
            SELECT s.id, s.name, w.id AS workflow_id, w.name AS workflow_name
              FROM workflow_steps s
              JOIN workflows w ON w.project_id = s.project_id AND w.id = s.workflow_id
             WHERE s.project_id = $1 AND s.template_id = ANY ($2)
            UNION
            SELECT s.id, s.name, w.id, w.name
              FROM workflow_versions v
              JOIN workflows w ON w.project_id = v.project_id AND w.id = v.workflow_id,
                   json_to_recordset(v.graph -> 'steps') AS s (id uuid, name text, "templateId" uuid)
             WHERE v.project_id = $1
               AND EXISTS (SELECT FROM unnest($2::uuid[]) AS t WHERE strpos(v.graph::text, t::text) > 0)
               AND s."templateId" = ANY ($2)
               AND NOT EXISTS (SELECT FROM workflow_steps d
                                WHERE d.project_id = $1 AND d.id = s.id AND d.template_id = ANY ($2))
               AND %s
             ORDER BY 4, 3, 1
            """.formatted(RUNS);

    /** Steps whose config contains a text somewhere. */
    private static final String CONTAINING = """
            SELECT w.id AS workflow_id, w.name AS workflow_name, s.id, s.type, s.config::text AS config, s.template_id
              FROM workflow_steps s
              JOIN workflows w ON w.project_id = s.project_id AND w.id = s.workflow_id
             WHERE s.project_id = $1 AND strpos(s.config::text, $2) > 0
            UNION ALL
            SELECT w.id, w.name, (s ->> 'id')::uuid, s ->> 'type', (s -> 'config')::text, (s ->> 'templateId')::uuid
              FROM workflow_versions v
              JOIN workflows w ON w.project_id = v.project_id AND w.id = v.workflow_id,
                   json_array_elements(v.graph -> 'steps') AS s
             WHERE v.project_id = $1 AND strpos(v.graph::text, $2) > 0 AND strpos((s -> 'config')::text, $2) > 0 AND %s
             ORDER BY 1 DESC
            """.formatted(RUNS);

    private static final String SCHEDULED = """
            SELECT id AS workflow_id, name AS workflow_name, trigger_config ->> 'segmentId' AS segment
              FROM workflows
             WHERE project_id = $1 AND trigger_type = 'SCHEDULE' AND trigger_config ->> 'segmentId' = ANY ($2::text[])
             ORDER BY id DESC
            """;

    private static final String TRIGGERED = """
            SELECT id AS workflow_id, name AS workflow_name
              FROM workflows
             WHERE project_id = $1 AND trigger_type = $2 AND trigger_config ->> $3::text = $4
             ORDER BY id DESC
            """;

    /** A workflow that uses the template, event, field or segment. */
    record UsingWorkflow(WorkflowId id, String name) {}

    /** A workflow that is scheduled for the contacts of a segment. */
    record SegmentSchedule(SegmentId segment, UsingWorkflow user) {}

    /** A step of a workflow, in a draft or in a version that runs. */
    record UsedStep(UsingWorkflow user, DraftStep step) {}

    Future<List<StepUse>> templates(SqlClient db, Tenant tenant, Collection<TemplateId> templates) {
        var ids = templates.stream().map(TemplateId::value).toArray(UUID[]::new);
        return db.preparedQuery(TEMPLATES)
                .execute(Tuple.of(tenant.project().value(), (Object) ids))
                .map(rows -> list(
                        rows,
                        row -> new StepUse(
                                row.getUUID("id"),
                                row.getString("name"),
                                row.getUUID("workflow_id"),
                                row.getString("workflow_name"))));
    }

    /** May return more steps than those that refer to {@code text}: it may be a part of another word. */
    Future<List<UsedStep>> containing(SqlClient db, Tenant tenant, String text) {
        var quoted = Json.write(text);
        return db.preparedQuery(CONTAINING)
                .execute(Tuple.of(tenant.project().value(), quoted.substring(1, quoted.length() - 1)))
                .map(rows -> list(rows, row -> new UsedStep(user(row), step(row))));
    }

    Future<List<UsingWorkflow>> beginningWith(SqlClient db, Tenant tenant, String event) {
        return triggered(db, tenant, WorkflowTriggerType.EVENT, Trigger.EVENT_NAME, event);
    }

    Future<List<UsingWorkflow>> scheduledFor(SqlClient db, Tenant tenant, SegmentId segment) {
        return triggered(db, tenant, WorkflowTriggerType.SCHEDULE, Trigger.SEGMENT, segment.toString());
    }

    /** The workflows that are scheduled for contacts of the segments. */
    Future<List<SegmentSchedule>> scheduledFor(SqlClient db, Tenant tenant, Set<SegmentId> segments) {
        var ids = segments.stream().map(SegmentId::toString).toArray(String[]::new);
        return db.preparedQuery(SCHEDULED)
                .execute(Tuple.of(tenant.project().value(), (Object) ids))
                .map(rows -> list(
                        rows,
                        row -> new SegmentSchedule(
                                new SegmentId(UUID.fromString(row.getString("segment"))), user(row))));
    }

    private static Future<List<UsingWorkflow>> triggered(
            SqlClient db, Tenant tenant, WorkflowTriggerType type, String member, String value) {
        return db.preparedQuery(TRIGGERED)
                .execute(Tuple.of(tenant.project().value(), type.name(), member, value))
                .map(rows -> list(rows, WorkflowUsageStore::user));
    }

    private static UsingWorkflow user(Row row) {
        return new UsingWorkflow(new WorkflowId(row.getUUID("workflow_id")), row.getString("workflow_name"));
    }

    private static DraftStep step(Row row) {
        return new DraftStep(
                new StepId(row.getUUID("id")),
                StepType.valueOf(row.getString("type")),
                "",
                Map.of(),
                Json.readObject(row.getString("config")),
                Optional.ofNullable(row.getUUID("template_id")).map(TemplateId::new),
                Optional.empty(),
                Instant.EPOCH,
                Instant.EPOCH);
    }

    private static <T> List<T> list(RowSet<Row> rows, Function<Row, T> reading) {
        return StreamSupport.stream(rows.spliterator(), false).map(reading).toList();
    }
}
