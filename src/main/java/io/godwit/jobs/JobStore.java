package io.godwit.jobs;

import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.JobId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Inserts and reads rows of {@code jobs} for their submitters, and of {@code job_files}. */
final class JobStore {

    private static final String INSERT = """
            INSERT INTO jobs (project_id, id, kind, input) VALUES ($1, $2, $3, $4::text::jsonb)
            """;

    private static final String INSERT_FILE = """
            INSERT INTO job_files (project_id, job_id, bytes) VALUES ($1, $2, $3)
            """;

    private static final String FILE = """
            SELECT bytes FROM job_files WHERE project_id = $1 AND job_id = $2
            """;

    private static final String STATUS = """
            SELECT id, state, progress, counters::text AS counters, errors::text AS errors, error, created_at, updated_at
              FROM jobs
             WHERE project_id = $1 AND id = $2 AND kind = ANY ($3)
            """;

    private static final String PROGRESS = """
            SELECT id, state, progress, counters::text AS counters, '[]' AS errors, error, created_at, updated_at
              FROM jobs
             WHERE project_id = $1 AND id = $2
            """;

    private static final String EXPIRE = """
            DELETE FROM jobs
             WHERE ctid = ANY (ARRAY(
                   SELECT ctid FROM jobs WHERE ended_at < now() - make_interval(secs => $1) LIMIT $2))
            """;

    Future<Void> insert(SqlClient tx, Tenant tenant, JobId id, String kind, Map<String, @Nullable Object> input) {
        return tx.preparedQuery(INSERT)
                .execute(Tuple.of(tenant.project().value(), id.value(), kind, Json.write(input)))
                .mapEmpty();
    }

    Future<Void> insertFile(SqlClient tx, Tenant tenant, JobId id, byte[] file) {
        return tx.preparedQuery(INSERT_FILE)
                .execute(Tuple.of(tenant.project().value(), id.value(), Buffer.buffer(file)))
                .mapEmpty();
    }

    /** Reads the file of a job; fails when the job has none. */
    Future<byte[]> file(SqlClient db, Tenant tenant, JobId id) {
        return db.preparedQuery(FILE)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> rows.iterator().next().getBuffer("bytes").getBytes());
    }

    Future<Optional<JobStatus>> status(SqlClient db, Tenant tenant, Set<String> kinds, JobId id) {
        return db.preparedQuery(STATUS)
                .execute(Tuple.of(tenant.project().value(), id.value(), kinds.toArray(String[]::new)))
                .map(rows -> rows.stream().findFirst().map(JobStore::status));
    }

    /** A job of whatever kind, without its errors. */
    Future<Optional<JobStatus>> progress(SqlClient db, Tenant tenant, JobId id) {
        return db.preparedQuery(PROGRESS)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> rows.stream().findFirst().map(JobStore::status));
    }

    private static JobStatus status(Row row) {
        return new JobStatus(
                new JobId(row.getUUID("id")),
                JobStatus.JobState.of(row.getString("state")),
                row.getShort("progress"),
                Json.readObject(row.getString("counters")),
                new JsonArray(row.getString("errors")).stream().toList(),
                Optional.ofNullable(row.getString("error")),
                row.get(OffsetDateTime.class, "created_at").toInstant(),
                row.get(OffsetDateTime.class, "updated_at").toInstant());
    }

    /** Deletes at most {@code max} jobs that ended longer ago than {@code retention}; completes with the number of deleted rows. */
    Future<Integer> expire(SqlClient db, Duration retention, int max) {
        return db.preparedQuery(EXPIRE)
                .execute(Tuple.of(Columns.seconds(retention), max))
                .map(RowSet::rowCount);
    }
}
