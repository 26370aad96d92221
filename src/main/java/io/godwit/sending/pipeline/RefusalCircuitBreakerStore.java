package io.godwit.sending.pipeline;

import io.godwit.core.id.ProjectId;
import io.godwit.db.Columns;
import io.godwit.sending.queue.RefusalSettings;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads and writes the {@code refusal_breakers} table, and the outbox rows with a waiting refusal. */
final class RefusalCircuitBreakerStore {

    /** Opens a breaker. Owners are notified once a day at most, however often it opens. */
    private static final String OPEN = """
            INSERT INTO refusal_breakers AS breaker (project_id, pattern, reply, probe_at, notified_at)
            SELECT id, $2, $3, now() + make_interval(secs => $4), now() FROM projects WHERE id = $1
                ON CONFLICT (project_id) DO UPDATE
               SET pattern = excluded.pattern, reply = excluded.reply, opened_at = now(), probe_at = excluded.probe_at,
                   probes = 0, closed_at = NULL,
                   notified_at = CASE WHEN breaker.notified_at < now() - interval '1 day' THEN now() ELSE breaker.notified_at END
             WHERE breaker.closed_at IS NOT NULL
            RETURNING notified_at = now() AS notified
            """;

    /** Notes that the owners are notified without opening the breaker; empty when they were within a day. */
    private static final String MARK_NOTIFIED = """
            INSERT INTO refusal_breakers AS breaker (project_id, pattern, reply, probe_at, closed_at, notified_at)
            SELECT id, $2, $3, now(), now(), now() FROM projects WHERE id = $1
                ON CONFLICT (project_id) DO UPDATE SET notified_at = now()
             WHERE breaker.notified_at IS NULL OR breaker.notified_at < now() - interval '1 day'
            RETURNING project_id
            """;

    private static final String CLOSE = """
            UPDATE refusal_breakers SET closed_at = now()
             WHERE project_id = $1 AND closed_at IS NULL
            RETURNING notified_at >= opened_at AS notified
            """;

    private static final String ALL_OPEN = """
            SELECT project_id, pattern, reply, probe_at <= now() AS probe_due FROM refusal_breakers WHERE closed_at IS NULL
            """;

    /** Takes due probes, each by one node of all. The pause doubles from probe to probe. */
    private static final String CLAIM_PROBES = """
            UPDATE refusal_breakers
               SET probes = probes + 1,
                   probe_at = now() + make_interval(secs => least($2::double precision * 2 ^ least(probes, 20), $3::double precision))
             WHERE project_id = ANY ($1) AND closed_at IS NULL AND probe_at <= now()
            RETURNING project_id
            """;

    private static final String SCHEDULE_PROBE = """
            UPDATE refusal_breakers SET probe_at = now() WHERE closed_at IS NULL
            """;

    /**
     * Frees waiting refusals: each is logged as an attempt, and its email is due again. An email that is being sent, such as the probe
     * that closed the breaker, keeps its lease: its result is on the way, and a second claim would send it twice.
     */
    private static final String FREE = """
            WITH refused AS MATERIALIZED (
                SELECT project_id, email_id, fence, attempts, refusal
                  FROM outbox
                 WHERE refusal IS NOT NULL AND refusal ->> 'pattern' = $2 AND ($1::uuid IS NULL OR project_id = $1)
                   AND NOT (attempt_started AND lease_until > now())
                 ORDER BY project_id, email_id
                   FOR UPDATE),
            released AS (
                UPDATE outbox
                   SET refusal = NULL, due_at = now(), lease_until = NULL, fence = outbox.fence + 1
                  FROM refused
                 WHERE outbox.project_id = refused.project_id AND outbox.email_id = refused.email_id)
            INSERT INTO email_attempts (project_id, email_id, fence, attempt, outcome, stage, code, enhanced, reply, evidence)
            SELECT project_id, email_id, fence, attempts, 'DEFERRED', refusal ->> 'stage', (refusal ->> 'code')::smallint,
                   refusal ->> 'enhanced', refusal ->> 'text', (refusal ->> 'evidence')::jsonb
              FROM refused
                ON CONFLICT DO NOTHING
            """;

    /**
     * An open circuit breaker.
     *
     * @param probeDue whether one email may be sent as a probe now
     */
    record Open(ProjectId project, String pattern, String reply, boolean probeDue) {}

    /** Completes with whether the owners are to be notified; empty when the breaker was open already. */
    Future<Optional<Boolean>> open(SqlClient tx, ProjectId project, String pattern, String reply, Duration pause) {
        return tx.preparedQuery(OPEN)
                .execute(Tuple.of(project.value(), pattern, reply, Columns.seconds(pause)))
                .map(rows -> rows.stream().findFirst().map(row -> row.getBoolean("notified")));
    }

    /** Completes with whether the owners are to be notified of a pause of all emails; once a day at most. */
    Future<Boolean> markNotified(SqlClient tx, ProjectId project, String pattern, String reply) {
        return tx.preparedQuery(MARK_NOTIFIED)
                .execute(Tuple.of(project.value(), pattern, reply))
                .map(rows -> rows.size() > 0);
    }

    /** Completes with whether the owners were notified of the opening; empty when the breaker was closed already. */
    Future<Optional<Boolean>> close(SqlClient tx, ProjectId project) {
        return tx.preparedQuery(CLOSE)
                .execute(Tuple.of(project.value()))
                .map(rows -> rows.stream().findFirst().map(row -> row.getBoolean("notified")));
    }

    Future<Map<ProjectId, Open>> all(SqlClient db) {
        return db.query(ALL_OPEN).execute().map(rows -> {
            var projectToOpen = new HashMap<ProjectId, Open>();
            rows.forEach(row -> {
                var open = open(row);
                projectToOpen.put(open.project(), open);
            });
            return projectToOpen;
        });
    }

    /** Completes with the projects whose next probe belongs to this node. */
    Future<List<ProjectId>> claimProbes(SqlClient db, List<ProjectId> projects, RefusalSettings settings) {
        return db.preparedQuery(CLAIM_PROBES)
                .execute(Tuple.of(
                        projects.stream().map(ProjectId::value).toArray(UUID[]::new),
                        Columns.seconds(settings.pause()),
                        Columns.seconds(settings.maxPause())))
                .map(rows -> rows.stream()
                        .map(row -> new ProjectId(row.getUUID("project_id")))
                        .toList());
    }

    Future<Void> scheduleProbe(SqlClient db) {
        return db.query(SCHEDULE_PROBE).execute().mapEmpty();
    }

    /** Makes all emails due again that wait with this refusal, of one project or, without one, of all. */
    Future<Void> free(SqlClient db, Optional<ProjectId> project, String pattern) {
        return db.preparedQuery(FREE).execute(Tuple.of(uuid(project), pattern)).mapEmpty();
    }

    private static @Nullable UUID uuid(Optional<ProjectId> project) {
        return project.isPresent() ? project.get().value() : null;
    }

    private static Open open(Row row) {
        return new Open(
                new ProjectId(row.getUUID("project_id")),
                row.getString("pattern"),
                row.getString("reply"),
                row.getBoolean("probe_due"));
    }
}
