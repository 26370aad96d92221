package io.godwit.sending.suppression;

import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/** Suppresses addresses after too many consecutive soft bounces, at SMTP time or later. */
public final class SoftBounceStore {

    /**
     * Counts emails and not bounces, since the last one the address accepted, within {@code $5} seconds. An email's id tells
     * when it was accepted, at most three days before it is sent.
     */
    private static final String SUPPRESS_FAILING = """
            WITH bounced AS (
                SELECT DISTINCT ON (project_id, to_email) project_id, to_email AS address, evidence, email_id
                  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS bounce (project_id, email_id, evidence)
                  JOIN emails USING (project_id)
                 WHERE emails.id = email_id
                 ORDER BY project_id, to_email, email_id DESC)
            INSERT INTO suppressions (project_id, email, reason, evidence, email_id)
            SELECT project_id, address, 'BOUNCE', failing.emails || ' emails in a row came back; the last: ' || evidence, email_id
              FROM bounced
             CROSS JOIN LATERAL (
                   SELECT count(*) AS emails
                     FROM (SELECT soft_bounced_at,
                                  max(coalesce(delivered_at, host_accepted_at(project_id, id), opened_at, clicked_at)) OVER () AS taken_at
                             FROM emails
                            WHERE emails.project_id = bounced.project_id AND to_email = address
                              AND id >= uuid_v7_floor(now() - make_interval(secs => $5, days => 3))) email
                    WHERE soft_bounced_at > now() - make_interval(secs => $5)
                      AND (taken_at IS NULL OR soft_bounced_at > taken_at)) failing
             WHERE failing.emails >= $4
                ON CONFLICT (project_id, email) DO NOTHING
            """;

    /** Checks the addresses of these emails, whose rows must already hold {@code soft_bounced_at}. */
    public Future<Void> suppressFailing(SqlClient tx, List<SoftBounce> bounces, SoftBounceLimit limit) {
        return bounces.isEmpty() || limit.emails() == 0
                ? Future.succeededFuture()
                : tx.preparedQuery(SUPPRESS_FAILING)
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
                                .addInteger(limit.emails())
                                .addDouble(Columns.seconds(limit.within())))
                        .mapEmpty();
    }
}
