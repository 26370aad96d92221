package io.godwit.sending.log;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.sending.EmailReason;
import io.godwit.sending.results.RecordedResult.Ended;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;

/** Reschedules and cancels waiting emails; the outbox row is written before the log row, as everywhere. */
final class ScheduledEmailStore {

    /**
     * Holds for a row that no node works on: it was never claimed, was released, or its node crashed before the attempt began.
     */
    private static final String FREE =
            "NOT outbox.attempt_started AND (outbox.lease_until IS NULL OR outbox.lease_until < now())";

    /** Holds for an email sent by the API: campaigns and workflows count the results of theirs. */
    private static final String OWN = """
            outbox.project_id = $1 AND outbox.email_id = $2 AND emails.project_id = $1 AND emails.id = $2
               AND emails.source = 'TRANSACTIONAL' AND emails.campaign_id IS NULL
            """;

    /** Moves the email. The fence is raised, because a statement of a crashed node may still be executed after this one. */
    private static final String RESCHEDULE = """
            WITH moved AS (
                UPDATE outbox
                   SET due_at = $3, created_at = $3, lease_until = NULL, fence = outbox.fence + 1
                  FROM emails
                 WHERE %s AND emails.scheduled_at IS NOT NULL AND outbox.attempts = 0 AND %s
                RETURNING outbox.email_id)
            UPDATE emails
               SET scheduled_at = $3, updated_at = now()
              FROM moved
             WHERE emails.project_id = $1 AND emails.id = moved.email_id AND emails.status = 'PENDING'
            """.formatted(OWN, FREE);

    /**
     * Cancels the email. A tried email can be cancelled when every attempt was deferred; one that may have arrived cannot.
     */
    private static final String CANCEL = """
            WITH removed AS (
                DELETE FROM outbox
                 USING emails
                 WHERE %s AND outbox.lost_leases = 0 AND %s
                   AND NOT EXISTS (SELECT FROM email_attempts
                                    WHERE email_attempts.project_id = $1 AND email_attempts.email_id = $2
                                      AND outcome IN ('UNCLEAR', 'IN_DOUBT'))
                RETURNING outbox.email_id),
            ended AS (
                UPDATE emails
                   SET status = 'CANCELLED', error = $3, reason = $4, updated_at = now(),
                       variables = CASE WHEN emails.variables ? 'once'
                                        THEN emails.variables - 'once' || '{"onceRemoved": true}' ELSE emails.variables END
                  FROM removed
                 WHERE emails.project_id = $1 AND emails.id = removed.email_id AND emails.status = 'PENDING'
                RETURNING emails.contact_id, emails.content_id, emails.template_id, emails.campaign_id, emails.source, now() AS ended_at)
            SELECT ended.*, content.*
              FROM ended
              LEFT JOIN LATERAL (SELECT subject, from_email, from_name, smtp ->> 'messageId' AS message_id
                                   FROM contents
                                  WHERE project_id = $1 AND id = ended.content_id
                                 OFFSET 0) content ON true
            """.formatted(OWN, FREE);

    /** Completes with false when the email does not wait for a time, or no longer does. */
    Future<Boolean> reschedule(SqlClient tx, Tenant tenant, EmailId id, Instant at) {
        return tx.preparedQuery(RESCHEDULE)
                .execute(Tuple.of(tenant.project().value(), id.value(), at.atOffset(ZoneOffset.UTC)))
                .map(rows -> rows.rowCount() > 0);
    }

    /** Completes with the end of the email; empty when it does not wait any more. */
    Future<Optional<Ended>> cancel(SqlClient tx, Tenant tenant, EmailId id) {
        return tx.preparedQuery(CANCEL)
                .mapping(ScheduledEmailStore::ended)
                .execute(Tuple.of(
                        tenant.project().value(),
                        id.value(),
                        EmailReason.EMAIL_CANCELLED.sentence(),
                        EmailReason.EMAIL_CANCELLED.name()))
                .map(rows -> rows.stream().findFirst());
    }

    private static Ended ended(Row row) {
        return new Ended(
                new ContactId(row.getUUID("contact_id")),
                row.getUUID("template_id"),
                row.getUUID("campaign_id"),
                row.getString("source"),
                Optional.ofNullable(row.getString("subject")).orElse(""),
                Optional.ofNullable(row.getString("from_email")).orElse(""),
                row.getString("from_name"),
                Optional.ofNullable(row.getString("message_id")),
                row.getOffsetDateTime("ended_at").toInstant(),
                0);
    }
}
