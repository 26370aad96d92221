package io.godwit.workflows;

import io.godwit.events.ReservedEventNames;

/** The SQL that starts and resumes executions by events, as part of the statement that appends them. */
final class WorkflowHookStore {

    /**
     * An event without a reaction costs a look into {@code workflow_triggers} for each name. A contact that is in the workflow
     * already is kept out by the unique index, without a query before; inserts are in one order, so that two transactions never
     * deadlock. While emails are on hold after a restore, only executions that a caller's event starts go on: the service appends
     * its own events also for what had happened, and was mailed, before.
     */
    static final String REACTIONS = """
            , triggers AS MATERIALIZED (
                SELECT t.*
                  FROM (SELECT DISTINCT project_id, name FROM appended) names
                  JOIN workflow_triggers t ON t.project_id = names.project_id AND t.event_name = names.name),
            reactions AS MATERIALIZED (
                SELECT appended.*, kind, workflow_id, version,
                       CASE WHEN once IS NOT NULL
                            THEN jsonb_build_object('kept', coalesce(data, '{}'), 'once', once)
                            WHEN data IS NOT NULL THEN jsonb_build_object('kept', data) END AS context
                  FROM triggers
                  JOIN appended ON appended.project_id = triggers.project_id AND appended.name = triggers.event_name),
            started AS (
                INSERT INTO executions (project_id, id, workflow_id, version, contact_id, context, source_event_id, trigger_depth)
                SELECT project_id, event_execution_id(id, workflow_id), workflow_id, version, contact_id, context, id, trigger_depth + 1
                  FROM reactions
                 WHERE kind = 'START'
                 ORDER BY project_id, workflow_id, contact_id, position
                    ON CONFLICT (project_id, workflow_id, contact_id) WHERE bars_reentry DO NOTHING
                RETURNING project_id, id, workflow_id, contact_id, source_event_id),
            timed AS (
                INSERT INTO execution_timers (project_id, execution_id, workflow_id, contact_id, exempt_from_hold)
                SELECT project_id, id, workflow_id, contact_id,
                       CASE WHEN EXISTS (SELECT FROM email_hold)
                            THEN EXISTS (SELECT FROM appended WHERE appended.id = source_event_id AND NOT %s)
                            ELSE false END
                  FROM started),
            arrived AS (
                INSERT INTO execution_pending_events (project_id, event_id, contact_id, name, data, created_at)
                SELECT project_id, id, contact_id, name, context, now() FROM reactions WHERE kind = 'WAIT'
                    ON CONFLICT DO NOTHING)
            """.formatted(ReservedEventNames.condition("appended.name"));

    /**
     * Both kinds of triggers are looked up: a wait begins only after the WAIT trigger of its version is committed, and heeds only
     * events of transactions that began after the wait did.
     */
    static final String TRIGGERED = """
            EXISTS (SELECT
                      FROM workflow_triggers t
                     WHERE t.project_id = candidate.project_id AND t.event_name = candidate.name)
            """;

    private WorkflowHookStore() {}
}
