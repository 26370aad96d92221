package io.godwit.sending.results;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Columns;
import io.godwit.delivery.SuspendedSite;
import io.godwit.sending.results.RecordedResult.Ended;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Finds emails that wait for a suspended site, and notes in the {@code outbox} that {@code email.delayed} was told of them. */
final class DelayedEmailStore {

    /** Passes over emails that go by the relay, until they are moved away from the number. */
    private static final String FIND = """
            SELECT waiting.project_id, waiting.email_id, suspended.reason, greatest(suspended.until, waiting.due_at) AS next_attempt
              FROM unnest($1::smallint[], $2::text[], $3::timestamptz[]) AS suspended (destination, reason, until)
             CROSS JOIN LATERAL (SELECT project_id, email_id, due_at
                                   FROM outbox
                                  WHERE outbox.destination = suspended.destination AND outbox.destination <> 0
                                    AND delayed_at IS NULL
                                    AND created_at < now() - make_interval(secs => $4)
                                    AND lane < 3 AND (lease_until IS NULL OR lease_until < now())
                                  ORDER BY created_at
                                  LIMIT $5) waiting
              JOIN emails ON emails.project_id = waiting.project_id AND emails.id = waiting.email_id
             WHERE leaves_direct(emails.project_id, email_class, content_id)
             LIMIT $5
            """;

    /** Rows another statement works on are left for the next time. Of an email that was deferred before, that was told already. */
    private static final String MARK_DELAYED = """
            WITH unreported AS MATERIALIZED (
                SELECT outbox.project_id, outbox.email_id, reason, next_attempt
                  FROM outbox
                  JOIN unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) AS waiting (project_id, email_id, reason, next_attempt)
                       USING (project_id, email_id)
                 WHERE delayed_at IS NULL
                   FOR UPDATE OF outbox SKIP LOCKED),
            marked AS (
                UPDATE outbox
                   SET delayed_at = now()
                  FROM unreported
                 WHERE outbox.project_id = unreported.project_id AND outbox.email_id = unreported.email_id)
            SELECT unreported.*, contact_id, template_id, emails.campaign_id, source, now() AS ended_at, content.*,
                   coalesce((SELECT trigger_depth FROM executions
                              WHERE executions.project_id = emails.project_id AND executions.id = execution_id), 0) AS trigger_depth
              FROM unreported
              JOIN emails ON emails.project_id = unreported.project_id AND emails.id = unreported.email_id
              LEFT JOIN LATERAL (SELECT subject, from_email, from_name, smtp ->> 'messageId' AS message_id
                                   FROM contents
                                  WHERE project_id = emails.project_id AND id = content_id
                                 OFFSET 0) content ON true
             WHERE contact_id IS NOT NULL AND NOT test AND status = 'PENDING'
               AND NOT EXISTS (SELECT FROM email_attempts
                                WHERE email_attempts.project_id = unreported.project_id AND email_attempts.email_id = unreported.email_id
                                  AND outcome = 'DEFERRED')
            """;

    /** An email that waits, for this reason, and is not tried before this time. */
    record WaitingEmail(ProjectId project, EmailId email, String reason, Instant nextAttempt) {}

    /** A waiting email of which {@code email.delayed} is to be told. */
    record DelayedEmail(WaitingEmail waiting, Ended email) {}

    /** Completes with at most {@code limit} emails that are older than {@code age} and were not told of. */
    Future<List<WaitingEmail>> find(SqlClient db, List<SuspendedSite> suspended, Duration age, int limit) {
        return db.preparedQuery(FIND)
                .mapping(DelayedEmailStore::waiting)
                .execute(Tuple.tuple()
                        .addArrayOfShort(
                                suspended.stream().map(SuspendedSite::number).toArray(Short[]::new))
                        .addArrayOfString(
                                suspended.stream().map(SuspendedSite::reason).toArray(String[]::new))
                        .addArrayOfOffsetDateTime(suspended.stream()
                                .map(site -> site.until().atOffset(ZoneOffset.UTC))
                                .toArray(OffsetDateTime[]::new))
                        .addDouble(Columns.seconds(age))
                        .addInteger(limit))
                .map(rows -> rows.stream().toList());
    }

    /** Notes that the emails are told of, and completes with those of which nothing was told before. */
    Future<List<DelayedEmail>> markDelayed(SqlClient tx, List<WaitingEmail> waiting) {
        return tx.preparedQuery(MARK_DELAYED)
                .mapping(row -> new DelayedEmail(waiting(row), RecordedResultRows.ended(Optional.empty(), row)))
                .execute(Tuple.tuple()
                        .addArrayOfUUID(waiting.stream()
                                .map(one -> one.project().value())
                                .toArray(UUID[]::new))
                        .addArrayOfUUID(
                                waiting.stream().map(one -> one.email().value()).toArray(UUID[]::new))
                        .addArrayOfString(
                                waiting.stream().map(WaitingEmail::reason).toArray(String[]::new))
                        .addArrayOfOffsetDateTime(waiting.stream()
                                .map(one -> one.nextAttempt().atOffset(ZoneOffset.UTC))
                                .toArray(OffsetDateTime[]::new)))
                .map(rows -> rows.stream().toList());
    }

    private static WaitingEmail waiting(Row row) {
        return new WaitingEmail(
                new ProjectId(row.getUUID("project_id")),
                new EmailId(row.getUUID("email_id")),
                row.getString("reason"),
                row.getOffsetDateTime("next_attempt").toInstant());
    }
}
