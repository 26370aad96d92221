package io.godwit.jobs;

import io.godwit.core.Json;
import io.godwit.core.LeaseLostException;
import io.godwit.core.id.JobId;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Columns;
import io.godwit.db.CrashCount;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Claims, leases and releases rows of {@code jobs}. Every statement after the claim names its fence. */
final class JobQueueStore {

    /** Jumps from project to project over the index of unfinished jobs, so it costs the number of projects and not of jobs. */
    private static final String PROJECTS = """
            WITH RECURSIVE waiting AS (
                (SELECT project_id FROM jobs WHERE due_at IS NOT NULL ORDER BY project_id LIMIT 1)
                UNION ALL
                SELECT (SELECT next.project_id
                          FROM jobs AS next
                         WHERE next.due_at IS NOT NULL AND next.project_id > waiting.project_id
                         ORDER BY next.project_id
                         LIMIT 1)
                  FROM waiting
                 WHERE waiting.project_id IS NOT NULL),
            """;

    /**
     * Condition for a row of {@code jobs AS due} to be claimed: a job under way, even one whose node has died, comes before all
     * others of its project.
     */
    private static final String IS_DUE = """
            due.due_at <= now()
            AND due.kind = ANY ($1)
            AND NOT EXISTS (SELECT FROM jobs AS busy
                             WHERE busy.project_id = due.project_id AND busy.state = 'active' AND busy.id <> due.id)
            """;

    /**
     * Claims the first due job of a project. The one that another node is claiming is not skipped for the next of its project,
     * which would overtake it where the other claim fails.
     */
    private static final String CLAIM = PROJECTS + """
            chosen AS MATERIALIZED (
                SELECT project_id
                  FROM waiting
                  LEFT JOIN job_fairness USING (project_id)
                 WHERE EXISTS (SELECT FROM jobs AS due WHERE due.project_id = waiting.project_id AND\s""" + IS_DUE + """
            )
                 ORDER BY served_at NULLS FIRST, project_id
                 LIMIT 8),
            head AS MATERIALIZED (
                SELECT found.*
                  FROM chosen
                 CROSS JOIN LATERAL (SELECT project_id, id, state, alone
                                       FROM jobs AS due
                                      WHERE due.project_id = chosen.project_id
                                        AND due.id = (SELECT id
                                                        FROM jobs AS due
                                                       WHERE due.project_id = chosen.project_id AND\s""" + IS_DUE + """
                                                       ORDER BY created_at, id
                                                       LIMIT 1)
                                        AND\s""" + IS_DUE + """
                                        FOR UPDATE SKIP LOCKED) found
                 LIMIT 1),
            served AS (
                INSERT INTO job_fairness (project_id, served_at)
                SELECT project_id, clock_timestamp() FROM head
                    ON CONFLICT (project_id) DO UPDATE SET served_at = excluded.served_at)
            UPDATE jobs
               SET state = 'active',
                   due_at = now() + make_interval(secs => $2),
                   lease_until = now() + make_interval(secs => $2),
                   fence = fence + 1,
                   lost_leases = lost_leases + (head.state = 'active')::integer,
                   alone_lost_leases = alone_lost_leases + (head.state = 'active' AND head.alone)::integer,
                   alone_lost_fences = CASE WHEN head.state = 'active' AND head.alone THEN array_append(alone_lost_fences, fence)
                                            ELSE alone_lost_fences END,
                   alone = false,
                   updated_at = now()
              FROM head
             WHERE jobs.project_id = head.project_id AND jobs.id = head.id
            RETURNING jobs.project_id, jobs.id, kind, input::text AS input, checkpoint::text AS checkpoint,
                      counters::text AS counters, jsonb_array_length(errors) AS error_count, fence, attempts, lost_leases, alone_lost_leases,
                      head.state = 'active' AND head.alone AS crashed_alone
            """;

    private static final String IS_ANY_DUE = PROJECTS + """
            others AS (
                SELECT FROM waiting
                 WHERE EXISTS (SELECT FROM jobs AS due WHERE due.project_id = waiting.project_id AND\s""" + IS_DUE + """
            ))
            SELECT EXISTS (SELECT FROM others) AS any_due
            """;

    /**
     * Skips rows that a chunk of this node is about to commit: the chunk renews them itself. Returns the jobs whose lease is
     * lost.
     */
    private static final String RENEW = """
            WITH claimed AS MATERIALIZED (
                SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS claimed (project_id, id, fence)),
            locked AS MATERIALIZED (
                SELECT project_id, id FROM jobs JOIN claimed USING (project_id, id, fence) FOR UPDATE OF jobs SKIP LOCKED),
            renewed AS (
                UPDATE jobs
                   SET due_at = now() + make_interval(secs => $4), lease_until = now() + make_interval(secs => $4)
                  FROM locked
                 WHERE jobs.project_id = locked.project_id AND jobs.id = locked.id)
            SELECT claimed.id FROM claimed LEFT JOIN jobs USING (project_id, id, fence) WHERE jobs.id IS NULL
            """;

    /** Raises the fence, because a chunk of ours that timed out may still be under way. */
    private static final String RETRY_AFTER = """
            UPDATE jobs
               SET state = 'delayed', error = $4, attempts = $5, due_at = now() + make_interval(secs => $6),
                   lease_until = NULL, alone = false, fence = fence + 1, updated_at = now()
             WHERE project_id = $1 AND id = $2 AND fence = $3
            """;

    private static final String RELEASE = """
            UPDATE jobs
               SET state = 'waiting', due_at = now(), lease_until = NULL, alone = false, fence = fence + 1, updated_at = now()
             WHERE project_id = $1 AND id = $2 AND fence = $3
            """;

    private static final String PAUSE = """
            UPDATE jobs
               SET state = 'delayed', due_at = now() + make_interval(secs => $4), lease_until = NULL, fence = fence + 1,
                   updated_at = now()
             WHERE project_id = $1 AND id = $2 AND fence = $3
            """;

    private static final String MARK_ALONE = """
            UPDATE jobs SET alone = true WHERE project_id = $1 AND id = $2 AND fence = $3
            """;

    /**
     * Uncounts one crash, but none of a job that has lost its lease twenty times: one that makes node after node stand still has to be
     * dead in the end, although it crashes none.
     */
    private static final String UNCOUNT_CRASH = """
            UPDATE jobs
               SET alone_lost_leases = greatest(0, alone_lost_leases - 1), alone_lost_fences = array_remove(alone_lost_fences, $3)
             WHERE project_id = $1 AND id = $2 AND $3 = ANY (alone_lost_fences) AND lost_leases < 20
            """;

    private static final int MAX_REASON_LENGTH = 1_000;

    private static final String ONE_AT_A_TIME = "jobs_one_at_a_time";

    /** Claims the next job of the project longest not served; empty when there is none, or another node was quicker. */
    Future<Optional<Job>> claim(SqlClient db, Set<String> kinds, Duration lease) {
        return db.preparedQuery(CLAIM)
                .execute(Tuple.of(kinds.toArray(String[]::new), Columns.seconds(lease)))
                .map(rows -> rows.stream().findFirst().map(JobQueueStore::job))
                .recover(refused ->
                        isRace(refused) ? Future.succeededFuture(Optional.empty()) : Future.failedFuture(refused));
    }

    private static boolean isRace(Throwable refused) {
        return refused instanceof PgException error && ONE_AT_A_TIME.equals(error.getConstraint());
    }

    /** True when a job is due that a node with capacity would claim. */
    Future<Boolean> isAnyDue(SqlClient db, Set<String> kinds) {
        return db.preparedQuery(IS_ANY_DUE)
                .execute(Tuple.of((Object) kinds.toArray(String[]::new)))
                .map(rows -> rows.iterator().next().getBoolean("any_due"));
    }

    /** Completes with the jobs whose lease is lost. */
    Future<Set<JobId>> renew(SqlClient db, Collection<Job> leased, Duration lease) {
        var tuple = Tuple.tuple()
                .addArrayOfUUID(
                        leased.stream().map(job -> job.project().value()).toArray(UUID[]::new))
                .addArrayOfUUID(leased.stream().map(job -> job.id().value()).toArray(UUID[]::new))
                .addArrayOfLong(leased.stream().map(Job::fence).toArray(Long[]::new))
                .addDouble(Columns.seconds(lease));
        return db.preparedQuery(RENEW).execute(tuple).map(rows -> {
            var lost = new HashSet<JobId>();
            rows.forEach(row -> lost.add(new JobId(row.getUUID("id"))));
            return lost;
        });
    }

    /** Marks the job as running alone: from now on a crash of this node counts against the job. */
    Future<Void> markAlone(SqlClient db, Job job) {
        return fenced(db, MARK_ALONE, keys(job));
    }

    /** Takes back the crash that a later claim counted when this one's lease had ended: its node lives. */
    Future<Void> uncountCrash(SqlClient db, Job job) {
        return db.preparedQuery(UNCOUNT_CRASH).execute(keys(job)).mapEmpty();
    }

    /** Has the job tried again after {@code pause}. */
    Future<Void> retryAfter(SqlClient db, Job job, int attempts, Duration pause, String reason) {
        return fenced(
                db,
                RETRY_AFTER,
                keys(job).addString(shown(reason)).addInteger(attempts).addDouble(Columns.seconds(pause)));
    }

    /** Leaves the job, which has crashed its node, for {@code pause}. */
    Future<Void> pause(SqlClient db, Job job, Duration pause) {
        return fenced(db, PAUSE, keys(job).addDouble(Columns.seconds(pause)));
    }

    /** Releases the job, so that any node can claim it at once. */
    Future<Void> release(SqlClient db, Job job) {
        return fenced(db, RELEASE, keys(job));
    }

    /** Runs a statement about one job; fails with {@link LeaseLostException} when another claim holds it. */
    static Future<Void> fenced(SqlClient db, String sql, Tuple tuple) {
        return db.preparedQuery(sql)
                .execute(tuple)
                .compose(rows -> rows.rowCount() == 1
                        ? Future.succeededFuture()
                        : Future.failedFuture(new LeaseLostException()));
    }

    /** The first three parameters of a statement about one job: its project, its id and the fence. */
    static Tuple keys(Job job) {
        return Tuple.of(job.project().value(), job.id().value(), job.fence());
    }

    /** Cuts a reason and removes characters a {@code text} column cannot hold: a reason may repeat input of a caller. */
    static String shown(String reason) {
        return reason.substring(0, Math.min(reason.length(), MAX_REASON_LENGTH)).replaceAll("[\\p{Cntrl}\\p{Cs}]", "");
    }

    private static Job job(Row row) {
        return new Job(
                new ProjectId(row.getUUID("project_id")),
                new JobId(row.getUUID("id")),
                row.getString("kind"),
                Json.readObject(row.getString("input")),
                Json.readObject(row.getString("checkpoint")),
                Json.readObject(row.getString("counters")),
                row.getInteger("error_count"),
                row.getLong("fence"),
                row.getInteger("attempts"),
                new CrashCount(
                        row.getInteger("lost_leases"),
                        row.getInteger("alone_lost_leases"),
                        row.getBoolean("crashed_alone")));
    }
}
