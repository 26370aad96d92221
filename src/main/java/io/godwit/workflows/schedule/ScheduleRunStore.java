package io.godwit.workflows.schedule;

import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Columns;
import io.godwit.segments.filter.Selection;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;

/** Claims the {@code workflow_runs} of all projects, and enrols their contacts page by page. */
final class ScheduleRunStore {

    private static final UUID FIRST = new UUID(0, 0);

    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT r.project_id, r.id, w.enabled AND NOT p.disabled AS active
                  FROM workflow_runs r
                  JOIN workflows w ON w.project_id = r.project_id AND w.id = r.workflow_id
                  JOIN projects p ON p.id = r.project_id
                 WHERE r.ended_at IS NULL AND r.due_at <= now() AND (r.lease_until IS NULL OR r.lease_until < now())
                 ORDER BY r.due_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED)
            UPDATE workflow_runs SET lease_until = now() + make_interval(secs => $1), fence = fence + 1
              FROM due
             WHERE workflow_runs.project_id = due.project_id AND workflow_runs.id = due.id
            RETURNING workflow_runs.project_id, workflow_runs.id, segment_id, audience_frozen, active, fence
            """;

    /** Locks the row, so that no other node enrols contacts of the run before the transaction ends. */
    private static final String EXTEND_LEASE = """
            UPDATE workflow_runs SET lease_until = now() + make_interval(secs => $4)
              FROM workflows w
             WHERE workflow_runs.project_id = $1 AND workflow_runs.id = $2 AND fence = $3 AND ended_at IS NULL
               AND w.project_id = $1 AND w.id = workflow_id AND w.enabled
            RETURNING workflow_runs.id
            """;

    private static final String RELEASE = """
            UPDATE workflow_runs SET lease_until = NULL, fence = fence + 1, due_at = now() + make_interval(secs => $4)
             WHERE project_id = $1 AND id = $2 AND fence = $3 AND ended_at IS NULL
            """;

    private static final String END = """
            WITH ended AS (
                UPDATE workflow_runs SET lease_until = NULL, ended_at = now(), exit_reason = $4
                 WHERE project_id = $1 AND id = $2 AND fence = $3 AND ended_at IS NULL
                RETURNING id)
            DELETE FROM workflow_run_audience WHERE project_id = $1 AND run_id IN (SELECT id FROM ended)
            """;

    private static final String NOTE_TIMEOUT = """
            UPDATE workflow_runs SET freeze_failed_at = coalesce(freeze_failed_at, now())
             WHERE project_id = $1 AND id = $2 AND fence = $3 AND ended_at IS NULL
            RETURNING freeze_failed_at < now() - make_interval(secs => $4)
            """;

    private static final String RAISE_WORK_MEMORY = "SELECT set_config('work_mem', '64MB', true)";

    private static final String DELETE = "DELETE FROM workflow_run_audience WHERE project_id = $1 AND run_id = $2";

    private static final String FREEZE = """
            INSERT INTO workflow_run_audience (project_id, run_id, contact_id)
            SELECT $1, $%1$d, c.id
              FROM %2$s
             WHERE %3$s
            """;

    private static final String FROZEN = """
            UPDATE workflow_runs SET audience_frozen = true WHERE project_id = $1 AND id = $2 AND fence = $3 AND ended_at IS NULL
            """;

    /** Enrols one page. Ended runs are kept for a month, for questions about the past. */
    private static final String PAGE = """
            WITH run AS MATERIALIZED (
                SELECT workflow_id, version, fires_at, started_at, coalesce(last_contact, $4) AS last_contact
                  FROM workflow_runs WHERE project_id = $1 AND id = $2 AND fence = $3 AND ended_at IS NULL),
            %s
            started AS (
                INSERT INTO executions (project_id, id, workflow_id, version, contact_id, context)
                SELECT $1, uuid_v7(), workflow_id, version, page.id,
                       jsonb_build_object('kept', jsonb_build_object('scheduledAt',
                           to_char(fires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
                  FROM page CROSS JOIN run
                 WHERE page.present
                    ON CONFLICT (project_id, workflow_id, contact_id) WHERE bars_reentry DO NOTHING
                RETURNING id, workflow_id, contact_id),
            timed AS (
                INSERT INTO execution_timers (project_id, execution_id, workflow_id, contact_id)
                SELECT $1, id, workflow_id, contact_id FROM started),
            old AS (
                DELETE FROM workflow_runs USING run
                 WHERE project_id = $1 AND workflow_runs.workflow_id = run.workflow_id
                   AND ended_at < now() - interval '30 days')
            UPDATE workflow_runs
               SET last_contact = coalesce((SELECT id FROM page ORDER BY id DESC LIMIT 1), workflow_runs.last_contact),
                   audience_passed = audience_passed + size.n,
                   enrolled = enrolled + size.started,
                   ended_at = CASE WHEN size.n < $5 THEN now() END
              FROM (SELECT (SELECT count(*) FROM page) AS n, (SELECT count(*) FROM started) AS started) size
             WHERE project_id = $1 AND id = $2 AND fence = $3 AND ended_at IS NULL
            RETURNING ended_at IS NOT NULL AS last, size.started
            """;

    private static final String OF_ALL = """
            page AS MATERIALIZED (
                SELECT c.id, true AS present
                  FROM contacts c
                 WHERE c.project_id = $1 AND c.id > (SELECT last_contact FROM run)
                   AND c.created_at <= (SELECT started_at FROM run)
                 ORDER BY c.id
                 LIMIT $5),
            """;

    /** Contacts that were deleted since are left out. */
    private static final String OF_FROZEN = """
            due AS MATERIALIZED (
                SELECT contact_id
                  FROM workflow_run_audience
                 WHERE project_id = $1 AND run_id = $2 AND contact_id > (SELECT last_contact FROM run)
                 ORDER BY contact_id
                 LIMIT $5),
            taken AS (
                DELETE FROM workflow_run_audience USING due
                 WHERE project_id = $1 AND run_id = $2 AND workflow_run_audience.contact_id = due.contact_id),
            page AS MATERIALIZED (
                SELECT due.contact_id AS id, c.id IS NOT NULL AS present
                  FROM due LEFT JOIN contacts c ON c.project_id = $1 AND c.id = due.contact_id),
            """;

    /**
     * Result of a page.
     *
     * @param last true when the run has ended with it
     */
    record RunPage(boolean last, long enrolled) {}

    /** Claims the run of any project that is due for longest. */
    Future<Optional<ClaimedRun>> claim(SqlClient db, Duration lease) {
        return db.preparedQuery(CLAIM)
                .mapping(ScheduleRunStore::run)
                .execute(Tuple.of(Columns.seconds(lease)))
                .map(rows -> rows.stream().findFirst());
    }

    private static ClaimedRun run(Row row) {
        return new ClaimedRun(
                Tenant.system(new ProjectId(row.getUUID("project_id"))),
                row.getUUID("id"),
                Optional.ofNullable(row.getUUID("segment_id")).map(SegmentId::new),
                row.getBoolean("audience_frozen"),
                row.getBoolean("active"),
                row.getLong("fence"));
    }

    /** Extends the lease; completes with false when it is lost, or the workflow was disabled. */
    Future<Boolean> extendLease(SqlClient tx, ClaimedRun run, Duration lease) {
        return tx.preparedQuery(EXTEND_LEASE)
                .execute(key(run).addValue(Columns.seconds(lease)))
                .map(rows -> rows.size() > 0);
    }

    Future<Void> retryAfter(SqlClient db, ClaimedRun run, Duration pause) {
        return db.preparedQuery(RELEASE)
                .execute(key(run).addValue(Columns.seconds(pause)))
                .mapEmpty();
    }

    Future<Void> end(SqlClient db, ClaimedRun run, String reason) {
        return db.preparedQuery(END).execute(key(run).addValue(reason)).mapEmpty();
    }

    /** Notes that its contacts were not found in time; true when that happened first longer ago than {@code age}. */
    Future<Boolean> noteTimeout(SqlClient db, ClaimedRun run, Duration age) {
        return db.preparedQuery(NOTE_TIMEOUT)
                .execute(key(run).addValue(Columns.seconds(age)))
                .map(rows -> rows.size() > 0 && rows.iterator().next().getBoolean(0));
    }

    /** Writes down the contacts the selection matches now; fails when the lease is lost, which undoes it. */
    Future<Void> freeze(SqlClient tx, ClaimedRun run, Selection selection) {
        var parameters = new ArrayList<>(selection.parameters());
        parameters.add(run.id());
        return tx.query(RAISE_WORK_MEMORY)
                .execute()
                .compose(ignored -> tx.preparedQuery(DELETE)
                        .execute(Tuple.of(run.tenant().project().value(), run.id())))
                .compose(ignored -> tx.preparedQuery(
                                FREEZE.formatted(selection.nextParameter(), selection.from(), selection.where()))
                        .execute(Tuple.from(parameters)))
                .compose(ignored -> tx.preparedQuery(FROZEN).execute(key(run)))
                .compose(frozen -> frozen.rowCount() > 0
                        ? Future.succeededFuture()
                        : Future.failedFuture(new IllegalStateException("Somebody else is at this run")));
    }

    /** Only for the transaction that has locked the run's row. */
    Future<RunPage> page(SqlClient tx, ClaimedRun run, int size) {
        return tx.preparedQuery(PAGE.formatted(run.segment().isPresent() ? OF_FROZEN : OF_ALL))
                .execute(key(run).addValue(FIRST).addValue(size))
                .map(rows -> rows.iterator().next())
                .map(row -> new RunPage(row.getBoolean("last"), row.getLong("started")));
    }

    private static Tuple key(ClaimedRun run) {
        return Tuple.of(run.tenant().project().value(), run.id(), run.fence());
    }
}
