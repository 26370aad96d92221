package io.godwit.campaigns;

import io.godwit.core.CampaignId;
import io.godwit.core.Tenant;
import io.godwit.sending.Unwanted;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/** Counts what became of a campaign's mail: one pass over its rows of the log, in one snapshot with the campaign's own. */
final class BooksStore {

    /**
     * Members the walk has not reached are pending, or cancelled with the campaign. Those it has passed and who have no row in
     * the log any more, and those it never found, were deleted. Once it is cancelled, only mail that is on the wire can still go
     * out: the rest is cancelled already, though its rows may say so later.
     */
    private static final String COUNT = """
            SELECT mail.*,
                   CASE WHEN NOT began THEN 0 WHEN walk_ended THEN recipients - mail.rows
                        ELSE walked - mail.rows END AS deleted,
                   CASE WHEN NOT began OR walk_ended THEN 0 ELSE recipients - walked END AS ahead,
                   status = 'CANCELLED' AS is_cancelled,
                   CASE WHEN status = 'CANCELLED'
                        THEN (SELECT count(*) FROM outbox
                               WHERE outbox.project_id = $1 AND outbox.campaign_id = $2 AND sending) END AS under_way
              FROM campaigns
             CROSS JOIN LATERAL (SELECT started_at IS NOT NULL AS began) begun
             CROSS JOIN LATERAL (
                   SELECT count(*) AS rows,
                          count(*) FILTER (WHERE status = 'PENDING') AS pending,
                          count(*) FILTER (WHERE status = 'CANCELLED') AS cancelled,
                          count(*) FILTER (WHERE status = 'SUPPRESSED' AND error = $3) AS unsubscribed,
                          count(*) FILTER (WHERE status = 'SUPPRESSED' AND error IS DISTINCT FROM $3) AS suppressed,
                          count(*) FILTER (WHERE status = 'FAILED') AS failed,
                          count(*) FILTER (WHERE status = 'BOUNCED' AND sent_at IS NULL) AS refused,
                          count(*) FILTER (WHERE status IN ('SENT', 'DELIVERED', 'OPENED', 'CLICKED', 'COMPLAINED', 'RECEIVED')
                                              OR (status = 'BOUNCED' AND sent_at IS NOT NULL)) AS sent,
                          count(delivered_at) AS delivered,
                          count(opened_at) AS opened,
                          count(clicked_at) AS clicked,
                          count(bounced_at) AS bounced,
                          count(complained_at) AS complained,
                          count(unsubscribed_at) AS "left"
                     FROM emails
                    WHERE emails.project_id = campaigns.project_id AND emails.campaign_id = campaigns.id) mail
             WHERE campaigns.project_id = $1 AND campaigns.id = $2
            """;

    private static final String REASONS = """
            SELECT status, error, count(*) AS count
              FROM emails
             WHERE project_id = $1 AND campaign_id = $2 AND error IS NOT NULL
               AND status IN ('BOUNCED', 'FAILED', 'SUPPRESSED', 'CANCELLED')
             GROUP BY status, error
             ORDER BY count(*) DESC, status, error
             LIMIT 20
            """;

    private static final String KEEP = """
            UPDATE campaigns SET counts = $3, counted_at = now() WHERE project_id = $1 AND id = $2
            """;

    /** Empty when there is no such campaign. */
    Future<Optional<Counts>> count(SqlClient db, Tenant tenant, CampaignId id) {
        return db.preparedQuery(COUNT)
                .execute(Tuple.of(tenant.project().value(), id.value(), Unwanted.UNSUBSCRIBED))
                .map(rows ->
                        CampaignRowStore.stream(rows).map(BooksStore::counts).findFirst());
    }

    private static Counts counts(Row row) {
        var ahead = row.getLong("ahead");
        var cancelled = row.getBoolean("is_cancelled");
        var pending = row.getLong("pending");
        var waiting = cancelled ? Math.min(pending, row.getLong("under_way")) : pending + ahead;
        return new Counts(
                waiting,
                row.getLong("sent"),
                row.getLong("unsubscribed"),
                row.getLong("suppressed"),
                row.getLong("deleted"),
                row.getLong("refused"),
                row.getLong("failed"),
                row.getLong("cancelled") + pending + ahead - waiting,
                row.getLong("delivered"),
                row.getLong("opened"),
                row.getLong("clicked"),
                row.getLong("bounced"),
                row.getLong("complained"),
                row.getLong("left"));
    }

    /** The twenty most frequent. */
    Future<List<StatsAnswer.Reason>> reasons(SqlClient db, Tenant tenant, CampaignId id) {
        return db.preparedQuery(REASONS)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> CampaignRowStore.stream(rows)
                        .map(row -> new StatsAnswer.Reason(
                                row.getString("status"), row.getString("error"), row.getLong("count")))
                        .toList());
    }

    /** For lists. */
    Future<Void> keep(SqlClient db, Tenant tenant, CampaignId id, Counts counts) {
        return db.preparedQuery(KEEP)
                .execute(Tuple.of(tenant.project().value(), id.value(), CampaignRowStore.json(counts)))
                .mapEmpty();
    }
}
