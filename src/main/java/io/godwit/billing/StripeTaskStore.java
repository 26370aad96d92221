package io.godwit.billing;

import io.godwit.billing.StripeTask.Kind;
import io.godwit.core.Json;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The {@code stripe_tasks} table, and the folding of usage deltas into some of its rows. */
final class StripeTaskStore {

    /** A subscription ends after the usage before it is reported, which its last invoice would leave out. */
    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT id FROM stripe_tasks
                 WHERE due_at <= now() AND NOT dead AND (lease_until IS NULL OR lease_until < now())
                   AND (kind <> 'CANCEL'
                        OR NOT EXISTS (SELECT FROM stripe_tasks AS usage
                                        WHERE usage.project = stripe_tasks.project AND usage.kind = 'METER' AND NOT usage.dead
                                          AND usage.created_at <= stripe_tasks.created_at))
                 ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
            UPDATE stripe_tasks SET lease_until = now() + make_interval(secs => $2), fence = fence + 1
              FROM due WHERE stripe_tasks.id = due.id
            RETURNING stripe_tasks.id, kind, project, details::text AS details, fence, attempts
            """;

    /** Schedules another attempt: after 5 s, doubled each time, up to an hour. */
    private static final String RETRY_AFTER = """
            UPDATE stripe_tasks
               SET attempts = attempts + 1, error = $3, lease_until = NULL, dead = $4, fence = fence + 1,
                   due_at = now() + least(interval '1 hour', interval '5 seconds' * power(2, least(attempts, 20)))
             WHERE id = $1 AND fence = $2
            """;

    /** Marks meter events as dead before Stripe refuses them: it takes none that is older than 35 days. */
    private static final String EXPIRE = """
            UPDATE stripe_tasks SET dead = true, error = coalesce(error, '') || ' (too old for Stripe)'
             WHERE NOT dead AND kind = 'METER' AND created_at < now() - interval '34 days'
            """;

    private static final String FOLDABLE = """
            SELECT DISTINCT project_id FROM (SELECT project_id FROM billing_deltas LIMIT $1) AS found ORDER BY project_id
            """;

    /** Adds a task; one with the same id is the same task. */
    Future<Void> add(SqlClient tx, StripeTask task) {
        return tx.preparedQuery("""
                        INSERT INTO stripe_tasks (id, kind, project, details) VALUES ($1, $2, $3, $4::text::jsonb)
                            ON CONFLICT (id) DO NOTHING
                        """)
                .execute(Tuple.of(
                        task.id(),
                        task.kind().name(),
                        task.project().map(ProjectId::value).orElse(null),
                        Json.write(task.details())))
                .mapEmpty();
    }

    /**
     * Claims up to {@code max} due tasks, those due for longest first; one that is not done within {@code lease} becomes due again.
     */
    Future<List<StripeTask>> claim(SqlClient db, int max, Duration lease) {
        return db.preparedQuery(CLAIM)
                .mapping(StripeTaskStore::task)
                .execute(Tuple.of(max, Columns.seconds(lease)))
                .map(rows -> rows.stream().toList());
    }

    /** Deletes a task that is done, unless a newer claim holds it. */
    Future<Void> done(SqlClient db, StripeTask task) {
        return db.preparedQuery("DELETE FROM stripe_tasks WHERE id = $1 AND fence = $2")
                .execute(Tuple.of(task.id(), task.fence()))
                .mapEmpty();
    }

    /**
     * Schedules another attempt, or marks the task as dead.
     *
     * @param never whether another attempt would fail like this one, so that the task is dead
     */
    Future<Void> retryAfter(SqlClient db, StripeTask task, String why, boolean never) {
        return db.preparedQuery(RETRY_AFTER)
                .execute(Tuple.of(task.id(), task.fence(), why, never))
                .mapEmpty();
    }

    /** Marks tasks as dead that are too old for Stripe; completes with their number. */
    Future<Integer> expire(SqlClient db) {
        return db.preparedQuery(EXPIRE).execute().map(rows -> rows.rowCount());
    }

    Future<Optional<String>> projectName(SqlClient db, ProjectId project) {
        return db.preparedQuery("SELECT name FROM projects WHERE id = $1")
                .mapping(row -> row.getString(0))
                .execute(Tuple.of(project.value()))
                .map(rows -> rows.stream().findFirst());
    }

    /**
     * Lists some projects with deltas.
     *
     * @param rows max deltas that are looked at
     */
    Future<List<ProjectId>> foldable(SqlClient db, int rows) {
        return db.preparedQuery(FOLDABLE)
                .mapping(row -> new ProjectId(row.getUUID(0)))
                .execute(Tuple.of(rows))
                .map(found -> found.stream().toList());
    }

    /** Folds deltas of a project; completes with their number. {@link BillingAccountStore#lockUsage} waits for it. */
    Future<Long> foldDeltas(SqlClient tx, UUID project, int max) {
        return tx.preparedQuery("SELECT pg_advisory_xact_lock_shared(billing_lock_key($1))")
                .execute(Tuple.of(project))
                .compose(ignored ->
                        tx.preparedQuery("SELECT billing_fold_deltas($1, $2)").execute(Tuple.of(project, max)))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    private static StripeTask task(Row row) {
        return new StripeTask(
                row.getUUID("id"),
                Kind.valueOf(row.getString("kind")),
                Optional.ofNullable(row.getUUID("project")).map(ProjectId::new),
                Json.readObject(row.getString("details")),
                row.getLong("fence"),
                row.getInteger("attempts"));
    }
}
