package io.godwit.sending.queue;

import io.godwit.core.Tenant;
import io.godwit.sending.EmailReason;
import io.godwit.sending.attempt.AttemptOutcome;
import io.godwit.sending.attempt.ClaimedEmail;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Moves emails to {@code dead_letters} and back into the outbox. */
public final class DeadEmailStore {

    /** Marks an email as dead. The values for this email only are kept: it may be tried again. */
    private static final String MARK_DEAD = """
            WITH removed AS (
                DELETE FROM outbox WHERE project_id = $1 AND email_id = $2 AND fence = $3
                RETURNING project_id, email_id, lane, attempts, message_date),
            logged AS (
                UPDATE emails
                   SET status = CASE status WHEN 'PENDING' THEN coalesce($5, 'FAILED') ELSE status END, error = coalesce(error, $4), reason = coalesce(reason, $6),
                       sent_at = CASE WHEN $5 = 'SENT' THEN now() ELSE sent_at END,
                       message_date = coalesce(removed.message_date, emails.message_date), updated_at = now()
                  FROM removed
                 WHERE emails.project_id = removed.project_id AND emails.id = removed.email_id)
            INSERT INTO dead_letters AS dead (project_id, kind, id, reason, payload)
            SELECT project_id, 'EMAIL', email_id, $4, jsonb_build_object('lane', lane, 'attempts', attempts) FROM removed
                ON CONFLICT (project_id, kind, id) DO UPDATE SET reason = excluded.reason, died_at = now()
            """;

    /**
     * Queues dead emails again; those whose log row has got another status meanwhile are only removed from
     * {@code dead_letters}.
     */
    private static final String RETRY = """
            WITH retried AS (
                DELETE FROM dead_letters
                 WHERE project_id = $1 AND kind = 'EMAIL' AND id = ANY ($2)
                RETURNING project_id, id, payload),
            logged AS (
                UPDATE emails SET status = 'PENDING', error = NULL, reason = NULL, updated_at = now()
                  FROM retried
                 WHERE emails.project_id = retried.project_id AND emails.id = retried.id AND status = 'FAILED'
                RETURNING emails.project_id, emails.id, emails.message_date, (payload ->> 'lane')::smallint AS lane,
                          (payload ->> 'attempts')::integer AS attempts)
            INSERT INTO outbox (project_id, email_id, lane, attempts, message_date)
            SELECT project_id, id, lane, attempts, message_date FROM logged
            """;

    public Future<Void> markDead(SqlClient db, ClaimedEmail claimed, String reason) {
        return markDead(db, claimed, Optional.empty(), reason, Optional.empty());
    }

    /**
     * Marks an email dead whose result cannot be recorded. Its status is that of the last attempt, {@code FAILED} when it has
     * none; an email that was sent is not retried.
     */
    public Future<Void> markUnrecordedDead(SqlClient db, ClaimedEmail claimed, Optional<AttemptOutcome.End> status) {
        var reason = EmailReason.RESULT_NOT_RECORDED;
        return markDead(db, claimed, status, reason.sentence(), Optional.of(reason));
    }

    private static Future<Void> markDead(
            SqlClient db,
            ClaimedEmail claimed,
            Optional<AttemptOutcome.End> status,
            String sentence,
            Optional<EmailReason> reason) {
        return db.preparedQuery(MARK_DEAD)
                .execute(Tuple.of(claimed.project().value(), claimed.email().value(), claimed.fence(), sentence)
                        .addString(status.map(AttemptOutcome.End::name).orElse(null))
                        .addString(EmailReason.name(reason)))
                .mapEmpty();
    }

    /** Completes with the number of emails queued again. */
    Future<Integer> retry(SqlClient tx, Tenant tenant, List<UUID> ids) {
        return tx.preparedQuery(RETRY)
                .execute(Tuple.of(tenant.project().value(), (Object) ids.toArray(UUID[]::new)))
                .map(rows -> rows.rowCount());
    }
}
