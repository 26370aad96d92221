package io.godwit.sending.suppression;

import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/**
 * Suppresses addresses whose mailbox stays full, whether a reply or a report says so. What counts is decided by {@link
 * io.godwit.bounces.ClassifiedRefusal.Evidence#SEVERAL_IN_A_ROW}; this is how it is counted.
 */
public final class SoftBounceStore {

    /**
     * Counts the days (UTC) on which emails came back, since the last email the address took, within {@code $5} seconds: a mailbox may be
     * emptied the next day, however many emails it refuses on one. An email was taken when a report, an open or a click says so, or the
     * mail host of the recipient accepted it, or a relay did and it has not come back within the five days after which relays give up (RFC
     * 5321 §4.5.4.1). An email's id tells when it was accepted, at most three days before it is sent.
     */
    private static final String SUPPRESS_FULL = """
            WITH bounced AS (
                SELECT DISTINCT ON (project_id, to_email) project_id, to_email AS address, evidence, email_id
                  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS bounce (project_id, email_id, evidence)
                  JOIN emails USING (project_id)
                 WHERE emails.id = email_id
                 ORDER BY project_id, to_email, email_id DESC)
            INSERT INTO suppressions (project_id, email, reason, evidence, email_id)
            SELECT project_id, address, 'BOUNCE',
                   'The mailbox was full on ' || full_on.days || ' days, and no email was taken between; the last reply: ' || evidence,
                   email_id
              FROM bounced
             CROSS JOIN LATERAL (
                   SELECT count(DISTINCT (mailbox_full_at AT TIME ZONE 'UTC')::date) AS days
                     FROM (SELECT mailbox_full_at,
                                  max(greatest(delivered_at, opened_at, clicked_at, host_accepted_at(project_id, id),
                                               CASE WHEN soft_bounced_at IS NULL AND bounced_at IS NULL
                                                     AND sent_at < now() - interval '5 days' THEN sent_at END)) OVER () AS taken_at
                             FROM emails
                            WHERE emails.project_id = bounced.project_id AND to_email = address
                              AND id >= uuid_v7_floor(now() - make_interval(secs => $5, days => 3))) email
                    WHERE mailbox_full_at > now() - make_interval(secs => $5)
                      AND (taken_at IS NULL OR mailbox_full_at > taken_at)) full_on
             WHERE full_on.days >= $4
                ON CONFLICT (project_id, email) DO NOTHING
            """;

    /** Checks the addresses of these emails, whose rows must already hold {@code mailbox_full_at}. */
    public Future<Void> suppressFull(SqlClient tx, List<SoftBounce> bounces, SoftBounceLimit limit) {
        return bounces.isEmpty() || limit.days() == 0
                ? Future.succeededFuture()
                : tx.preparedQuery(SUPPRESS_FULL)
                        .execute(Tuple.tuple()
                                .addArrayOfUUID(bounces.stream()
                                        .map(bounce -> bounce.project().value())
                                        .toArray(UUID[]::new))
                                .addArrayOfUUID(bounces.stream()
                                        .map(bounce -> bounce.email().value())
                                        .toArray(UUID[]::new))
                                .addArrayOfString(bounces.stream()
                                        .map(SoftBounce::evidence)
                                        .toArray(String[]::new))
                                .addInteger(limit.days())
                                .addDouble(Columns.seconds(limit.within())))
                        .mapEmpty();
    }
}
