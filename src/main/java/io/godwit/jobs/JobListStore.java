package io.godwit.jobs;

import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.JobId;
import io.godwit.jobs.JobStatus.JobState;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads the {@code jobs} of a project for its list. */
final class JobListStore {

    private static final String COLUMNS = """
            SELECT id, kind, state, progress, counters::text AS counters, jsonb_array_length(errors) AS errors, error, created_at,
                   updated_at, ended_at
              FROM jobs
            """;

    private static final String PAGE = COLUMNS + """
             WHERE project_id = $1
               AND ($2::text IS NULL OR kind = $2)
               AND ($3::text IS NULL OR state = $3)
               AND ($4::timestamptz IS NULL OR (created_at, id) < ($4, $5::uuid))
             ORDER BY created_at DESC, id DESC
             LIMIT $6
            """;

    private static final String COUNT = """
            SELECT count(*)
              FROM jobs
             WHERE project_id = $1 AND ($2::text IS NULL OR kind = $2) AND ($3::text IS NULL OR state = $3)
            """;

    private static final String ONE = COLUMNS + """
             WHERE project_id = $1 AND id = $2
            """;

    /** The jobs a list is about; empty for all. */
    record JobSelection(Optional<String> kind, Optional<String> status) {}

    /** The last job of the page before. */
    record After(OffsetDateTime createdAt, UUID id) {}

    /** A page of jobs, the newest first. */
    Future<List<ListedJob>> page(
            SqlClient db, Tenant tenant, JobSelection selection, Optional<After> after, int limit) {
        var tuple = Tuple.of(
                tenant.project().value(),
                selection.kind().orElse(null),
                selection.status().orElse(null),
                after.map(After::createdAt).orElse(null),
                after.map(After::id).orElse(null),
                limit);
        return db.preparedQuery(PAGE).mapping(JobListStore::job).execute(tuple).map(rows -> rows.stream()
                .toList());
    }

    Future<Long> count(SqlClient db, Tenant tenant, JobSelection selection) {
        var tuple = Tuple.of(
                tenant.project().value(),
                selection.kind().orElse(null),
                selection.status().orElse(null));
        return db.preparedQuery(COUNT)
                .execute(tuple)
                .map(rows -> rows.iterator().next().getLong(0));
    }

    Future<Optional<ListedJob>> one(SqlClient db, Tenant tenant, JobId id) {
        return db.preparedQuery(ONE)
                .mapping(JobListStore::job)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> rows.stream().findFirst());
    }

    private static ListedJob job(Row row) {
        return new ListedJob(
                new JobId(row.getUUID("id")),
                row.getString("kind"),
                JobState.of(row.getString("state")),
                row.getShort("progress"),
                Json.readObject(row.getString("counters")),
                row.getInteger("errors"),
                Optional.ofNullable(row.getString("error")),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant(),
                Optional.ofNullable(row.getOffsetDateTime("ended_at")).map(OffsetDateTime::toInstant));
    }
}
