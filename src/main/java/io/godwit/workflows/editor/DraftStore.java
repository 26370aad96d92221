package io.godwit.workflows.editor;

import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.StepId;
import io.godwit.core.id.TemplateId;
import io.godwit.core.id.TransitionId;
import io.godwit.core.id.WorkflowId;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.draft.DraftTransition;
import io.godwit.workflows.draft.WorkflowDraft;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.WaitOutcome;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reads workflows with their steps and links, each in one statement, so that all parts are of one moment. */
final class DraftStore {

    private static final String LOAD = "SELECT clock_timestamp() AS read_at, " + WorkflowRows.COLUMNS + """
                 , json_build_object(
                     'steps', (SELECT coalesce(json_agg(json_build_object(
                                   'id', s.id, 'type', s.type, 'name', s.name, 'position', s.position, 'config', s.config,
                                   'template', s.template_id, 'templateName', t.name, 'created', s.created_at,
                                   'updated', s.updated_at) ORDER BY s.created_at, s.id), '[]')
                                 FROM workflow_steps s
                                 LEFT JOIN templates t ON t.project_id = s.project_id AND t.id = s.template_id
                                WHERE s.project_id = w.project_id AND s.workflow_id = w.id),
                     'links', (SELECT coalesce(json_agg(json_build_object(
                                   'id', l.id, 'from', l.from_step_id, 'to', l.to_step_id, 'branch', l.branch,
                                   'outcome', l.wait_outcome, 'priority', l.priority, 'created', l.created_at,
                                   'updated', l.updated_at) ORDER BY l.created_at, l.id), '[]')
                                 FROM workflow_transitions l
                                WHERE l.project_id = w.project_id AND l.workflow_id = w.id))::text AS graph
              FROM workflows w
             WHERE w.project_id = $1
            """;

    /** Locks workflows, not with the strongest lock: executions may end meanwhile, which lock the key of the row. */
    private static final String LOCK = """
            SELECT id FROM workflows WHERE project_id = $1 AND id = ANY ($2) ORDER BY id FOR NO KEY UPDATE
            """;

    /** Locks the workflows until the transaction ends; completes with the ids that exist. */
    Future<List<WorkflowId>> lock(SqlClient tx, Tenant tenant, List<WorkflowId> ids) {
        var uuids = ids.stream().map(WorkflowId::value).toArray(UUID[]::new);
        return tx.preparedQuery(LOCK)
                .execute(Tuple.of(tenant.project().value(), (Object) uuids))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> new WorkflowId(row.getUUID(0)))
                        .toList());
    }

    Future<Optional<WorkflowDraft>> find(SqlClient db, Tenant tenant, WorkflowId id) {
        return db.preparedQuery(LOAD + " AND w.id = $2")
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(DraftStore::draft)
                        .findFirst());
    }

    /** Finds the drafts of those ids that exist, in one statement. */
    Future<List<WorkflowDraft>> findAll(SqlClient db, Tenant tenant, List<WorkflowId> ids) {
        return db.preparedQuery(LOAD + " AND w.id = ANY ($2)")
                .execute(Tuple.of(tenant.project().value(), (Object)
                        ids.stream().map(WorkflowId::value).toArray(UUID[]::new)))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(DraftStore::draft)
                        .toList());
    }

    private static WorkflowDraft draft(Row row) {
        var graph = Json.readObject(row.getString("graph"));
        return new WorkflowDraft(
                WorkflowRows.workflow(row),
                each(graph.get("steps"), DraftStore::step),
                each(graph.get("links"), DraftStore::link),
                row.getOffsetDateTime("read_at").toInstant());
    }

    @SuppressWarnings("unchecked")
    private static <T> List<T> each(@Nullable Object list, Function<Map<String, @Nullable Object>, T> reading) {
        return list instanceof List<?> members
                ? ((List<Map<String, @Nullable Object>>) members)
                        .stream().map(reading).toList()
                : List.of();
    }

    private static DraftStep step(Map<String, @Nullable Object> members) {
        return new DraftStep(
                new StepId(id(members, "id")),
                StepType.valueOf(text(members, "type").orElseThrow()),
                text(members, "name").orElseThrow(),
                object(members, "position"),
                object(members, "config"),
                text(members, "template").map(UUID::fromString).map(TemplateId::new),
                text(members, "templateName"),
                time(members, "created"),
                time(members, "updated"));
    }

    private static DraftTransition link(Map<String, @Nullable Object> members) {
        return new DraftTransition(
                new TransitionId(id(members, "id")),
                new StepId(id(members, "from")),
                new StepId(id(members, "to")),
                text(members, "branch"),
                text(members, "outcome").map(WaitOutcome::valueOf),
                members.get("priority") instanceof Number priority ? priority.intValue() : 0,
                time(members, "created"),
                time(members, "updated"));
    }

    private static UUID id(Map<String, @Nullable Object> members, String name) {
        return UUID.fromString(text(members, name).orElseThrow());
    }

    private static Optional<String> text(Map<String, @Nullable Object> members, String name) {
        return Optional.ofNullable(members.get(name)).map(String.class::cast);
    }

    private static Instant time(Map<String, @Nullable Object> members, String name) {
        return OffsetDateTime.parse(text(members, name).orElseThrow()).toInstant();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> object(Map<String, @Nullable Object> members, String name) {
        return members.get(name) instanceof Map<?, ?> object ? (Map<String, @Nullable Object>) object : Map.of();
    }
}
