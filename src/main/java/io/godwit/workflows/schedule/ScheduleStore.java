package io.godwit.workflows.schedule;

import static java.util.Objects.requireNonNull;

import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.core.id.WorkflowId;
import io.godwit.workflows.schedule.Scheduler.DueWorkflow;
import io.godwit.workflows.schedule.Scheduler.NextFiring;
import io.godwit.workflows.schedule.Scheduler.ScheduledWorkflow;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

/** Plans and fires the {@code workflow_schedules} of all projects. */
final class ScheduleStore {

    /** Deletes schedules of disabled workflows, and schedules that were edited. */
    private static final String DELETE = """
            DELETE FROM workflow_schedules USING workflows w
             WHERE w.project_id = workflow_schedules.project_id AND w.id = workflow_schedules.workflow_id
               AND (w.enabled AND w.trigger_type = 'SCHEDULE' AND w.trigger_config::text = workflow_schedules.config) IS NOT TRUE
            """;

    /** Enabling a workflow is an edit, so times before it are not made up for. */
    private static final String UNPLANNED = """
            SELECT w.project_id, w.id AS workflow_id, w.trigger_config::text AS config, w.updated_at AS after
              FROM workflows w
             WHERE w.enabled AND w.trigger_type = 'SCHEDULE' AND w.trigger_config IS NOT NULL
               AND NOT EXISTS (SELECT FROM workflow_schedules s WHERE s.project_id = w.project_id AND s.workflow_id = w.id)
             LIMIT $1
            """;

    private static final String PLAN = """
            INSERT INTO workflow_schedules (project_id, workflow_id, config, next_at)
            SELECT w.project_id, w.id, made.config, made.next_at
              FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) AS made (project_id, workflow_id, config, next_at)
              JOIN workflows w ON w.project_id = made.project_id AND w.id = made.workflow_id
             WHERE w.enabled AND w.trigger_config::text = made.config
                ON CONFLICT (project_id, workflow_id) DO NOTHING
            """;

    private static final String DUE = """
            SELECT s.project_id, s.workflow_id, s.config, s.next_at, now() AS after
              FROM workflow_schedules s
             WHERE s.next_at <= now()
               AND NOT EXISTS (SELECT FROM workflow_runs r
                                WHERE r.project_id = s.project_id AND r.workflow_id = s.workflow_id AND r.ended_at IS NULL)
             ORDER BY s.next_at
             LIMIT $1
            """;

    /**
     * Fires due schedules, each by one of several nodes that look at once. A time at which the project is disabled passes without a
     * run.
     */
    private static final String FIRE = """
            WITH due AS MATERIALIZED (
                SELECT s.project_id, s.workflow_id, s.config, s.next_at AS fires_at, d.following, d.segment_id
                  FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::uuid[])
                       AS d (project_id, workflow_id, fires_at, following, segment_id)
                  JOIN workflow_schedules s
                    ON s.project_id = d.project_id AND s.workflow_id = d.workflow_id AND s.next_at = d.fires_at
                   FOR UPDATE OF s SKIP LOCKED),
            moved AS (
                UPDATE workflow_schedules SET next_at = due.following FROM due
                 WHERE workflow_schedules.project_id = due.project_id AND workflow_schedules.workflow_id = due.workflow_id)
            INSERT INTO workflow_runs (project_id, id, workflow_id, version, fires_at, segment_id)
            SELECT due.project_id, uuid_v7(), due.workflow_id, w.live_version, due.fires_at, due.segment_id
              FROM due
              JOIN workflows w ON w.project_id = due.project_id AND w.id = due.workflow_id
              JOIN projects p ON p.id = due.project_id AND NOT p.disabled
             WHERE w.enabled AND w.trigger_type = 'SCHEDULE' AND w.trigger_config::text = due.config
               AND w.live_version IS NOT NULL
                ON CONFLICT DO NOTHING
            """;

    Future<Void> deleteObsolete(SqlClient db) {
        return db.query(DELETE).execute().mapEmpty();
    }

    Future<List<ScheduledWorkflow>> unplanned(SqlClient db, int limit) {
        return db.preparedQuery(UNPLANNED)
                .mapping(ScheduleStore::entry)
                .execute(Tuple.of(limit))
                .map(rows -> rows.stream().toList());
    }

    Future<Void> plan(SqlClient db, List<ScheduledWorkflow> entries, List<NextFiring> next) {
        var configs = entries.stream().map(ScheduledWorkflow::config).toArray(String[]::new);
        return db.preparedQuery(PLAN)
                .execute(Tuple.of(projects(entries), workflows(entries), configs, times(next)))
                .mapEmpty();
    }

    /** Due schedules, the longest due first; without those whose last run has not ended. */
    Future<List<DueWorkflow>> due(SqlClient db, int limit) {
        return db.preparedQuery(DUE)
                .mapping(row -> new DueWorkflow(entry(row), time(row, "next_at")))
                .execute(Tuple.of(limit))
                .map(rows -> rows.stream().toList());
    }

    /** Completes with the number of runs this call has fired. */
    Future<Integer> fire(SqlClient db, List<DueWorkflow> due, List<NextFiring> next) {
        var entries = due.stream().map(DueWorkflow::entry).toList();
        var moments = due.stream()
                .map(each -> each.firesAt().atOffset(ZoneOffset.UTC))
                .toArray(OffsetDateTime[]::new);
        var segments = next.stream()
                .map(each -> each.segment().map(SegmentId::value).orElse(null))
                .toArray(UUID[]::new);
        return db.preparedQuery(FIRE)
                .execute(Tuple.of(projects(entries), workflows(entries), moments, times(next), segments))
                .map(rows -> rows.rowCount());
    }

    private static ScheduledWorkflow entry(Row row) {
        return new ScheduledWorkflow(
                new ProjectId(row.getUUID("project_id")),
                new WorkflowId(row.getUUID("workflow_id")),
                row.getString("config"),
                time(row, "after"));
    }

    private static Instant time(Row row, String column) {
        return requireNonNull(row.getOffsetDateTime(column)).toInstant();
    }

    private static UUID[] projects(List<ScheduledWorkflow> entries) {
        return entries.stream().map(schedule -> schedule.project().value()).toArray(UUID[]::new);
    }

    private static UUID[] workflows(List<ScheduledWorkflow> entries) {
        return entries.stream().map(schedule -> schedule.workflow().value()).toArray(UUID[]::new);
    }

    /** {@link Instant#MAX} becomes PostgreSQL's infinity. */
    private static OffsetDateTime[] times(List<NextFiring> next) {
        return next.stream()
                .map(NextFiring::at)
                .map(at -> at.equals(Instant.MAX) ? OffsetDateTime.MAX : at.atOffset(ZoneOffset.UTC))
                .toArray(OffsetDateTime[]::new);
    }
}
