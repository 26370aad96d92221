package io.godwit.jobs;

import static io.godwit.jobs.JobQueueStore.fenced;
import static io.godwit.jobs.JobQueueStore.keys;
import static io.godwit.jobs.JobQueueStore.shown;

import io.godwit.core.Json;
import io.godwit.core.LeaseLostException;
import io.godwit.core.Tenant;
import io.godwit.db.Columns;
import io.godwit.jobs.JobHandler.ChunkResult;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes the progress and the end of claimed {@code jobs}, and queues dead ones again. */
final class JobProgressStore {

    /**
     * A node that hangs in the middle of a chunk must not lock its contacts for the minute other statements may take. A chunk
     * never waits for anything but the database.
     */
    private static final String BOUND = """
            SET LOCAL idle_in_transaction_session_timeout = '10s'
            """;

    private static final String ADVANCE = """
            UPDATE jobs
               SET checkpoint = $4::text::jsonb,
                   counters = $5::text::jsonb,
                   errors = CASE WHEN $6::text IS NULL THEN errors ELSE errors || $6::text::jsonb END,
                   progress = $7,
                   error = NULL,
                   attempts = 0,
                   lost_leases = 0, alone_lost_leases = 0, alone_lost_fences = NULL, alone = false,
                   due_at = now() + make_interval(secs => $8),
                   lease_until = now() + make_interval(secs => $8),
                   updated_at = now()
             WHERE project_id = $1 AND id = $2 AND fence = $3
            """;

    /**
     * Writes the last chunk: its counters, and the end. As all ends it raises the fence, because a node that does not learn of the
     * commit puts the job off, as if the chunk had failed.
     */
    private static final String COMPLETE = """
            WITH ended AS (
                UPDATE jobs
                   SET state = 'completed',
                       counters = $4::text::jsonb,
                       errors = CASE WHEN $5::text IS NULL THEN errors ELSE errors || $5::text::jsonb END,
                       progress = 100, error = NULL, input = '{}', checkpoint = '{}',
                       due_at = NULL, lease_until = NULL, fence = fence + 1,
                       ended_at = now(), updated_at = now()
                 WHERE project_id = $1 AND id = $2 AND fence = $3
                RETURNING project_id, id),
            deleted_files AS (
                DELETE FROM job_files USING ended WHERE job_files.project_id = ended.project_id AND job_files.job_id = ended.id)
            SELECT FROM ended
            """;

    private static final String FAIL = """
            WITH ended AS (
                UPDATE jobs
                   SET state = 'failed', error = $4, input = '{}', checkpoint = '{}',
                       due_at = NULL, lease_until = NULL, fence = fence + 1,
                       ended_at = now(), updated_at = now()
                 WHERE project_id = $1 AND id = $2 AND fence = $3
                RETURNING project_id, id),
            deleted_files AS (
                DELETE FROM job_files USING ended WHERE job_files.project_id = ended.project_id AND job_files.job_id = ended.id)
            SELECT FROM ended
            """;

    /** Keeps input, checkpoint and file: the job may be tried again. */
    private static final String MARK_DEAD = """
            WITH ended AS (
                UPDATE jobs
                   SET state = 'failed', error = $4, alone = false, due_at = NULL, lease_until = NULL, fence = fence + 1,
                       ended_at = now(), updated_at = now()
                 WHERE project_id = $1 AND id = $2 AND fence = $3
                RETURNING project_id, id)
            INSERT INTO dead_letters AS dead (project_id, kind, id, reason)
            SELECT project_id, 'JOB', id, $4 FROM ended
                ON CONFLICT (project_id, kind, id) DO UPDATE SET reason = excluded.reason, died_at = now()
            """;

    private static final String RETRY = """
            WITH retried AS (
                DELETE FROM dead_letters WHERE project_id = $1 AND kind = 'JOB' AND id = ANY ($2)
                RETURNING project_id, id)
            UPDATE jobs
               SET state = 'waiting', error = NULL, attempts = 0, lost_leases = 0, alone_lost_leases = 0, alone_lost_fences = NULL,
                   due_at = now(), ended_at = NULL, updated_at = now()
              FROM retried
             WHERE jobs.project_id = retried.project_id AND jobs.id = retried.id AND state = 'failed'
            """;

    /** Bounds the transaction of a chunk; its first statement. */
    Future<Void> bound(SqlClient tx) {
        return tx.query(BOUND).execute().mapEmpty();
    }

    /** Writes a chunk's checkpoint into the chunk's own transaction; fails with {@link LeaseLostException}, and so rolls it back. */
    Future<Void> advance(SqlClient tx, Job job, ChunkResult chunk, Duration lease) {
        return fenced(
                tx,
                ADVANCE,
                keys(job)
                        .addString(Json.write(chunk.checkpoint()))
                        .addString(Json.write(chunk.counters()))
                        .addString(errors(chunk))
                        .addInteger(chunk.progress())
                        .addDouble(Columns.seconds(lease)));
    }

    /** Writes the last chunk and ends the job, as {@link #advance} does for the others. */
    Future<Void> complete(SqlClient tx, Job job, ChunkResult chunk) {
        return fenced(
                tx, COMPLETE, keys(job).addString(Json.write(chunk.counters())).addString(errors(chunk)));
    }

    /** Ends the job without success. */
    Future<Void> fail(SqlClient db, Job job, String reason) {
        return fenced(db, FAIL, keys(job).addString(shown(reason)));
    }

    /** Marks the job dead: it is tried again only when an operator or owner asks for it. */
    Future<Void> markDead(SqlClient db, Job job, String reason) {
        return fenced(db, MARK_DEAD, keys(job).addString(shown(reason)));
    }

    /** Completes with the number of jobs queued again. */
    Future<Integer> retry(SqlClient tx, Tenant tenant, List<UUID> ids) {
        return tx.preparedQuery(RETRY)
                .execute(Tuple.of(tenant.project().value(), (Object) ids.toArray(UUID[]::new)))
                .map(rows -> rows.rowCount());
    }

    private static @Nullable String errors(ChunkResult chunk) {
        return chunk.newErrors().isEmpty() ? null : Json.write(chunk.newErrors());
    }
}
