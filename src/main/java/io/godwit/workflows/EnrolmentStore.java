package io.godwit.workflows;

import io.godwit.core.Json;
import io.godwit.events.NewEvent;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What events do to workflows, in the transaction that appends them. */
final class EnrolmentStore {

    /**
     * Events nobody reacts to cost the look into {@code workflow_triggers}; the data of the others is read from the log, where
     * the statement before has written it. Whoever is in a workflow already stays out by its unique index, so nobody asks
     * first; in one order, so that two transactions never wait for each other in a circle.
     */
    private static final String ENROL = """
            WITH hit AS MATERIALIZED (
                SELECT e.*, t.kind, t.workflow_id, t.version
                  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::int2[]) WITH ORDINALITY
                       AS e (project_id, id, contact_id, name, once, depth, position)
                  JOIN workflow_triggers t ON t.project_id = e.project_id AND t.event_name = e.name),
            told AS MATERIALIZED (
                SELECT hit.*, events.created_at,
                       CASE WHEN hit.once IS NOT NULL
                            THEN jsonb_build_object('kept', coalesce(events.data, '{}'), 'once', hit.once::jsonb)
                            WHEN events.data IS NOT NULL THEN jsonb_build_object('kept', events.data) END AS context
                  FROM hit
                  JOIN events ON events.project_id = hit.project_id AND events.id = hit.id),
            started AS (
                INSERT INTO executions (project_id, id, workflow_id, version, contact_id, context, source_event_id, depth)
                SELECT project_id, execution_of(id, workflow_id), workflow_id, version, contact_id, context, id, depth + 1
                  FROM told
                 WHERE kind = 'START'
                 ORDER BY project_id, workflow_id, contact_id, position
                    ON CONFLICT (project_id, workflow_id, contact_id) WHERE bars_reentry DO NOTHING
                RETURNING project_id, id, workflow_id, contact_id),
            timed AS (
                INSERT INTO execution_timers (project_id, execution_id, workflow_id, contact_id)
                SELECT project_id, id, workflow_id, contact_id FROM started),
            arrived AS (
                INSERT INTO execution_arrivals (project_id, event_id, contact_id, name, data, created_at)
                SELECT project_id, id, contact_id, name, context, created_at FROM told WHERE kind = 'WAIT'
                    ON CONFLICT DO NOTHING)
            SELECT count(*) FROM hit
            """;

    /** How many triggers the events have met. */
    Future<Long> enrol(SqlClient tx, List<NewEvent> events) {
        var projects = events.stream().map(event -> event.project().value()).toArray(UUID[]::new);
        var ids = events.stream().map(event -> event.id().value()).toArray(UUID[]::new);
        var contacts = events.stream().map(event -> event.contact().value()).toArray(UUID[]::new);
        var names = events.stream().map(NewEvent::name).toArray(String[]::new);
        var once = events.stream().map(EnrolmentStore::once).toArray(String[]::new);
        var depths = events.stream().map(event -> (short) event.depth()).toArray(Short[]::new);
        return tx.preparedQuery(ENROL)
                .execute(Tuple.of(projects, ids, contacts, names, once, depths))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    private static @Nullable String once(NewEvent event) {
        return event.once().isEmpty() ? null : Json.write(event.once());
    }
}
