package io.godwit.workflows.editor;

import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.TemplateId;
import io.godwit.core.id.WorkflowId;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.draft.DraftTransition;
import io.godwit.workflows.draft.WorkflowDraft;
import io.godwit.workflows.model.WaitOutcome;
import io.godwit.workflows.model.WorkflowProperties;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes the difference between two drafts, one statement for each kind of change. */
final class DraftWriteStore {

    private static final String INSERT = """
            INSERT INTO workflows (project_id, id, name, description, trigger_type, trigger_config, allow_reentry)
            VALUES ($1, $2, $3, $4, $5, $6::text::json, $7)
            """;

    private static final String UPDATE = """
            UPDATE workflows
               SET name = $3, description = $4, trigger_type = $5, trigger_config = $6::text::json, allow_reentry = $7,
                   enabled = $8, draft_version = draft_version + 1, updated_at = now()
             WHERE project_id = $1 AND id = $2
            """;

    private static final String STEPS = """
            SELECT id, type, name, position::json, config::json, template_id, created_at, updated_at
              FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::timestamptz[],
                          $10::timestamptz[])
                   AS s (id, type, name, position, config, template_id, created_at, updated_at)
            """;

    private static final String INSERT_STEPS = """
            INSERT INTO workflow_steps
                (project_id, workflow_id, id, type, name, position, config, template_id, created_at, updated_at)
            SELECT $1, $2, s.* FROM (%s) AS s
            """.formatted(STEPS);

    private static final String UPDATE_STEPS = """
            UPDATE workflow_steps
               SET name = s.name, position = s.position, config = s.config, template_id = s.template_id, updated_at = s.updated_at
              FROM (%s) AS s
             WHERE workflow_steps.project_id = $1 AND workflow_id = $2 AND workflow_steps.id = s.id
            """.formatted(STEPS);

    private static final String DELETE_STEPS = """
            DELETE FROM workflow_steps WHERE project_id = $1 AND workflow_id = $2 AND id = ANY ($3)
            """;

    private static final String INSERT_LINKS = """
            INSERT INTO workflow_transitions
                (project_id, workflow_id, id, from_step_id, to_step_id, branch, wait_outcome, priority, created_at, updated_at)
            SELECT $1, $2, *
              FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::int[], $9::timestamptz[],
                          $10::timestamptz[])
            """;

    /** A link changes only in the step it leads to. */
    private static final String UPDATE_LINKS = """
            UPDATE workflow_transitions
               SET to_step_id = l.to_step_id, updated_at = l.updated_at
              FROM unnest($3::uuid[], $4::uuid[], $5::timestamptz[]) AS l (id, to_step_id, updated_at)
             WHERE project_id = $1 AND workflow_id = $2 AND workflow_transitions.id = l.id
            """;

    private static final String DELETE_LINKS = """
            DELETE FROM workflow_transitions WHERE project_id = $1 AND workflow_id = $2 AND id = ANY ($3)
            """;

    private static final String LOCK_TEMPLATES = """
            SELECT id FROM templates WHERE project_id = $1 AND id = ANY ($2) ORDER BY id FOR KEY SHARE
            """;

    private static final String LOCK_SEGMENTS = """
            SELECT id FROM segments WHERE project_id = $1 AND id = ANY ($2) ORDER BY id FOR KEY SHARE
            """;

    Future<Void> insert(SqlClient tx, Tenant tenant, WorkflowId id, WorkflowProperties properties) {
        return tx.preparedQuery(INSERT).execute(row(tenant, id, properties)).mapEmpty();
    }

    private static Tuple row(Tenant tenant, WorkflowId id, WorkflowProperties properties) {
        var config = properties.trigger().config();
        return Tuple.of(
                        tenant.project().value(),
                        id.value(),
                        properties.name(),
                        properties.description().orElse(null),
                        properties.trigger().type().name(),
                        config.isEmpty() ? null : Json.write(config))
                .addValue(properties.allowReentry());
    }

    /**
     * Writes every difference between the two; the workflow's row is locked. A link that leads to another step is updated before
     * its old target is deleted, which would delete the link too.
     */
    Future<Void> write(SqlClient tx, Tenant tenant, WorkflowDraft before, WorkflowDraft after) {
        var id = after.workflow().id();
        var steps = new Difference<>(before.steps(), after.steps(), DraftStep::id);
        var transitions = new Difference<>(before.transitions(), after.transitions(), DraftTransition::id);
        var written = new ArrayList<Future<?>>();
        written.add(tx.preparedQuery(UPDATE)
                .execute(row(tenant, id, after.workflow().properties())
                        .addValue(after.workflow().enabled())));
        run(
                written,
                tx,
                DELETE_LINKS,
                transitions.removed(),
                removed ->
                        ids(tenant, id, removed, transition -> transition.id().value()));
        run(written, tx, INSERT_STEPS, steps.added(), added -> steps(tenant, id, added));
        run(written, tx, UPDATE_STEPS, steps.changed(), changed -> steps(tenant, id, changed));
        run(written, tx, UPDATE_LINKS, transitions.changed(), changed -> moved(tenant, id, changed));
        run(
                written,
                tx,
                DELETE_STEPS,
                steps.removed(),
                removed -> ids(tenant, id, removed, step -> step.id().value()));
        run(written, tx, INSERT_LINKS, transitions.added(), added -> links(tenant, id, added));
        return Future.join(written).mapEmpty();
    }

    private static <T> void run(
            List<Future<?>> written, SqlClient tx, String sql, List<T> items, Function<List<T>, Tuple> parameters) {
        if (!items.isEmpty()) {
            written.add(tx.preparedQuery(sql).execute(parameters.apply(items)));
        }
    }

    /** The difference between two lists of items with ids. */
    private record Difference<T>(List<T> before, List<T> after, Function<T, Object> id) {

        List<T> removed() {
            return missing(before, after);
        }

        List<T> added() {
            return missing(after, before);
        }

        private List<T> missing(List<T> from, List<T> in) {
            var known = in.stream().map(id).collect(Collectors.toSet());
            return from.stream().filter(one -> !known.contains(id.apply(one))).toList();
        }

        List<T> changed() {
            var idToOld = before.stream().collect(Collectors.toMap(id, one -> one));
            return after.stream()
                    .filter(one -> {
                        var old = idToOld.get(id.apply(one));
                        return old != null && !old.equals(one);
                    })
                    .toList();
        }
    }

    private static <T> Tuple ids(Tenant tenant, WorkflowId id, List<T> items, Function<T, UUID> each) {
        return Tuple.of(tenant.project().value(), id.value(), uuids(items, each));
    }

    private static Tuple steps(Tenant tenant, WorkflowId id, List<DraftStep> steps) {
        return ids(tenant, id, steps, step -> step.id().value())
                .addValue(texts(steps, step -> step.type().name()))
                .addValue(texts(steps, DraftStep::name))
                .addValue(texts(steps, step -> Json.write(step.position())))
                .addValue(texts(steps, step -> Json.write(step.config())))
                .addValue(uuids(
                        steps, step -> step.template().map(TemplateId::value).orElse(null)))
                .addValue(times(steps, DraftStep::createdAt))
                .addValue(times(steps, DraftStep::updatedAt));
    }

    private static Tuple links(Tenant tenant, WorkflowId id, List<DraftTransition> transitions) {
        return ids(tenant, id, transitions, transition -> transition.id().value())
                .addValue(uuids(transitions, transition -> transition.from().value()))
                .addValue(uuids(transitions, transition -> transition.to().value()))
                .addValue(texts(transitions, transition -> transition.branch().orElse(null)))
                .addValue(texts(
                        transitions,
                        transition ->
                                transition.outcome().map(WaitOutcome::name).orElse(null)))
                .addValue(transitions.stream().map(DraftTransition::priority).toArray(Integer[]::new))
                .addValue(times(transitions, DraftTransition::createdAt))
                .addValue(times(transitions, DraftTransition::updatedAt));
    }

    private static Tuple moved(Tenant tenant, WorkflowId id, List<DraftTransition> transitions) {
        return ids(tenant, id, transitions, transition -> transition.id().value())
                .addValue(uuids(transitions, transition -> transition.to().value()))
                .addValue(times(transitions, DraftTransition::updatedAt));
    }

    private static <T> UUID[] uuids(List<T> items, Function<T, @Nullable UUID> each) {
        return items.stream().map(each).toArray(UUID[]::new);
    }

    private static <T> String[] texts(List<T> items, Function<T, @Nullable String> each) {
        return items.stream().map(each).toArray(String[]::new);
    }

    private static <T> OffsetDateTime[] times(List<T> items, Function<T, Instant> each) {
        return items.stream()
                .map(each)
                .map(time -> time.atOffset(ZoneOffset.UTC))
                .toArray(OffsetDateTime[]::new);
    }

    /** Locks templates, so that they are not deleted before the transaction ends; completes with the existing ones. */
    Future<List<UUID>> lockTemplates(SqlClient tx, Tenant tenant, Collection<UUID> templates) {
        return lock(tx, LOCK_TEMPLATES, tenant, templates);
    }

    /** Locks segments as {@link #lockTemplates} does templates. */
    Future<List<UUID>> lockSegments(SqlClient tx, Tenant tenant, Collection<UUID> segments) {
        return lock(tx, LOCK_SEGMENTS, tenant, segments);
    }

    private static Future<List<UUID>> lock(SqlClient tx, String sql, Tenant tenant, Collection<UUID> ids) {
        return tx.preparedQuery(sql)
                .execute(Tuple.of(tenant.project().value(), (Object) ids.toArray(UUID[]::new)))
                .map(rows -> {
                    var found = new ArrayList<UUID>();
                    rows.forEach(row -> found.add(Objects.requireNonNull(row.getUUID(0))));
                    return found;
                });
    }
}
