package io.godwit.workflows.engine;

import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Columns;
import io.godwit.db.CrashCount;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Claims, leases and releases rows of {@code execution_timers}. Statements serve all projects at once, and every one after the
 * claim names its fence, or where the answer to the claim was lost, the id of the claim.
 */
public final class TimerStore {

    /** Jumps from project to project over the index, so that the query costs the number of projects and not of rows. */
    private static final String SEEN = """
            WITH RECURSIVE seen AS (
                (SELECT project_id FROM execution_timers ORDER BY project_id LIMIT 1)
                UNION ALL
                SELECT next.project_id
                  FROM seen
                 CROSS JOIN LATERAL (SELECT project_id FROM execution_timers
                                      WHERE execution_timers.project_id > seen.project_id
                                      ORDER BY project_id LIMIT 1) next)
            """;

    private static final String DUE_PROJECTS = SEEN + """
            SELECT project_id
              FROM seen
             WHERE EXISTS (SELECT FROM execution_timers
                            WHERE execution_timers.project_id = seen.project_id AND due_at <= now()
                              AND (exempt_from_hold OR NOT EXISTS (SELECT FROM email_hold)))
            """;

    private static final String BACKLOG = SEEN + """
            SELECT coalesce(sum(due.rows), 0)::bigint AS depth,
                   coalesce(extract(epoch FROM now() - min(due.oldest)), 0)::bigint AS oldest
              FROM seen
             CROSS JOIN LATERAL (SELECT count(*) AS rows, min(due_at) AS oldest
                                   FROM (SELECT due_at FROM execution_timers
                                          WHERE execution_timers.project_id = seen.project_id AND due_at <= now()
                                            AND (exempt_from_hold OR NOT EXISTS (SELECT FROM email_hold))
                                          ORDER BY due_at LIMIT $1) head) due
            """;

    /**
     * Rows another claim holds are skipped, so any number of nodes share the work. While emails are on hold after a restore,
     * executions wait with whatever has woken them. The last limit is the sum of the shares:
     * without it the planner expects a tenth of the table and reads all of it.
     */
    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT head.*
                  FROM unnest($1::uuid[], $2::integer[]) AS requested (project_id, share)
                 CROSS JOIN LATERAL (SELECT project_id, execution_id, alone, lease_until IS NOT NULL AS lost
                                       FROM execution_timers
                                      WHERE execution_timers.project_id = requested.project_id
                                        AND due_at <= now()
                                        AND (lease_until IS NULL OR lease_until < now())
                                        AND (exempt_from_hold OR NOT EXISTS (SELECT FROM email_hold))
                                        AND lost_leases %s
                                      ORDER BY due_at
                                      LIMIT requested.share
                                        FOR UPDATE SKIP LOCKED) head
                 LIMIT $3)
            UPDATE execution_timers
               SET lease_until = now() + make_interval(secs => $4),
                   fence = fence + 1,
                   lost_leases = lost_leases + due.lost::integer,
                   alone_lost_leases = alone_lost_leases + (due.lost AND due.alone)::integer,
                   alone_lost_fences = CASE WHEN due.lost AND due.alone THEN array_append(alone_lost_fences, fence)
                                            ELSE alone_lost_fences END,
                   alone = false,
                   claim_id = $5
              FROM due
             WHERE execution_timers.project_id = due.project_id AND execution_timers.execution_id = due.execution_id
            RETURNING execution_timers.project_id, execution_timers.execution_id, fence, lost_leases,
                      alone_lost_leases, due.lost, due.lost AND due.alone AS crashed_alone
            """;

    private static final String CLAIM_SOUND = CLAIM.formatted("< " + CrashCount.MAX_CRASHES);

    private static final String CLAIM_ALONE = CLAIM.formatted(">= " + CrashCount.MAX_CRASHES);

    private static final String MARK_ALONE = """
            UPDATE execution_timers SET alone = true WHERE project_id = $1 AND execution_id = $2 AND fence = $3
            """;

    /**
     * Uncounts crashes, but none of an execution that has lost its lease twenty times: one that makes node after node stand still has to
     * be dead in the end, although it crashes none.
     */
    private static final String UNCOUNT_CRASHES = """
            UPDATE execution_timers
               SET alone_lost_leases = greatest(0, alone_lost_leases - 1),
                   alone_lost_fences = array_remove(alone_lost_fences, claimed.fence)
              FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS claimed (project_id, execution_id, fence)
             WHERE execution_timers.project_id = claimed.project_id
               AND execution_timers.execution_id = claimed.execution_id
               AND claimed.fence = ANY (execution_timers.alone_lost_fences)
               AND execution_timers.lost_leases < 20
            """;

    /** Rows that a transaction holds at this moment need no lease: they cannot be claimed. */
    private static final String RENEW = """
            WITH locked AS MATERIALIZED (
                SELECT project_id, execution_id
                  FROM execution_timers
                  JOIN unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS claimed (project_id, execution_id, fence)
                       USING (project_id, execution_id, fence)
                   FOR UPDATE OF execution_timers SKIP LOCKED)
            UPDATE execution_timers SET lease_until = now() + make_interval(secs => $4)
              FROM locked
             WHERE execution_timers.project_id = locked.project_id AND execution_timers.execution_id = locked.execution_id
            """;

    /** Locks rows in the same order as all other statements do. */
    private static final String DISCLAIM = """
            WITH locked AS MATERIALIZED (
                SELECT project_id, execution_id
                  FROM execution_timers
                 WHERE project_id = ANY ($1) AND due_at <= now() AND claim_id = $2 AND lease_until IS NOT NULL
                 ORDER BY project_id, execution_id
                   FOR UPDATE)
            UPDATE execution_timers
               SET lease_until = NULL, fence = fence + 1, alone = false
              FROM locked
             WHERE execution_timers.project_id = locked.project_id AND execution_timers.execution_id = locked.execution_id
            """;

    private static final String RELEASE = """
            WITH locked AS MATERIALIZED (
                SELECT project_id, execution_id
                  FROM execution_timers
                  JOIN unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS claimed (project_id, execution_id, fence)
                       USING (project_id, execution_id, fence)
                 ORDER BY project_id, execution_id
                   FOR UPDATE OF execution_timers)
            UPDATE execution_timers
               SET lease_until = NULL, fence = fence + 1, alone = false, due_at = greatest(due_at, now() + make_interval(secs => $4))
              FROM locked
             WHERE execution_timers.project_id = locked.project_id AND execution_timers.execution_id = locked.execution_id
            """;

    /**
     * Result of a claim.
     *
     * @param lost number of them whose previous lease had expired
     */
    record ClaimResult(List<ClaimedExecution> claimed, long lost) {}

    /** The number of due executions, and the age of the oldest. */
    public record Backlog(long depth, long oldestSeconds) {}

    /** Projects with due executions, in order of their ids. */
    Future<List<ProjectId>> dueProjects(SqlClient db) {
        return db.preparedQuery(DUE_PROJECTS)
                .mapping(row -> new ProjectId(row.getUUID(0)))
                .execute()
                .map(rows -> rows.stream().toList());
    }

    /** The backlog; counts at most {@code max} executions of each project. */
    public Future<Backlog> backlog(SqlClient db, int max) {
        return db.preparedQuery(BACKLOG)
                .mapping(row -> new Backlog(row.getLong("depth"), row.getLong("oldest")))
                .execute(Tuple.of(max))
                .map(rows -> rows.iterator().next());
    }

    /**
     * Claims up to {@code share} due executions of each project, those due for longest first.
     *
     * @param alone true to claim quarantined executions, false to claim the others
     */
    Future<ClaimResult> claim(
            SqlClient db, UUID claim, List<ProjectId> projects, int share, Duration lease, boolean alone) {
        var ids = ids(projects);
        var shares = projects.stream().map(ignored -> share).toArray(Integer[]::new);
        return db.preparedQuery(alone ? CLAIM_ALONE : CLAIM_SOUND)
                .execute(Tuple.of(ids, shares, alone ? 1 : share * projects.size(), Columns.seconds(lease), claim))
                .map(rows -> new ClaimResult(
                        rows.stream().map(TimerStore::claimed).toList(),
                        rows.stream().filter(row -> row.getBoolean("lost")).count()));
    }

    private static UUID[] ids(List<ProjectId> projects) {
        return projects.stream().map(ProjectId::value).toArray(UUID[]::new);
    }

    /** Releases the rows of a claim whose result was lost; if it claimed none, nothing changes. */
    Future<Void> releaseClaim(SqlClient db, UUID claim, List<ProjectId> projects) {
        return db.preparedQuery(DISCLAIM)
                .execute(Tuple.of(ids(projects), claim))
                .mapEmpty();
    }

    private static ClaimedExecution claimed(Row row) {
        return new ClaimedExecution(
                new ProjectId(row.getUUID("project_id")),
                new ExecutionId(row.getUUID("execution_id")),
                row.getLong("fence"),
                new CrashCount(
                        row.getInteger("lost_leases"),
                        row.getInteger("alone_lost_leases"),
                        row.getBoolean("crashed_alone")));
    }

    /** Records that the node carries on nothing else from now on, until the execution is released or claimed again. */
    Future<Void> markAlone(SqlClient db, ClaimedExecution claimed) {
        return db.preparedQuery(MARK_ALONE)
                .execute(Tuple.of(claimed.project().value(), claimed.execution().value(), claimed.fence()))
                .mapEmpty();
    }

    /** Takes back the crash that a later claim counted when this one's lease had ended: its node lives. */
    Future<Void> uncountCrashes(SqlClient db, Collection<ClaimedExecution> allClaimed) {
        return db.preparedQuery(UNCOUNT_CRASHES).execute(keys(allClaimed)).mapEmpty();
    }

    /** Renews leases; one that is lost stays lost. */
    Future<Void> renew(SqlClient db, Collection<ClaimedExecution> leased, Duration lease) {
        return db.preparedQuery(RENEW)
                .execute(keys(leased).addDouble(Columns.seconds(lease)))
                .mapEmpty();
    }

    /** Releases the executions whose lease is not lost; due again after {@code pause}. */
    Future<Void> release(SqlClient db, Collection<ClaimedExecution> leased, Duration pause) {
        return db.preparedQuery(RELEASE)
                .execute(keys(leased).addDouble(Columns.seconds(pause)))
                .mapEmpty();
    }

    /** The columns project, execution and fence. */
    static Tuple keys(Collection<ClaimedExecution> allClaimed) {
        return Tuple.tuple()
                .addArrayOfUUID(allClaimed.stream()
                        .map(claimed -> claimed.project().value())
                        .toArray(UUID[]::new))
                .addArrayOfUUID(allClaimed.stream()
                        .map(claimed -> claimed.execution().value())
                        .toArray(UUID[]::new))
                .addArrayOfLong(allClaimed.stream().map(ClaimedExecution::fence).toArray(Long[]::new));
    }
}
