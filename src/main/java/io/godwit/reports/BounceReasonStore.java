package io.godwit.reports;

import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Groups bounced emails by the status code of the mail servers that refused them. */
final class BounceReasonStore {

    /** The number of the newest bounced emails that are grouped, some 0.1 s. */
    static final int MAX_GROUPED = 10_000;

    /** Groups by the enhanced status code (RFC 3463), else by the reply code (RFC 5321 4.2), with one line as an example. */
    private static final String REASONS = """
            SELECT coalesce(substring(error FROM '\\m[245]\\.\\d{1,3}\\.\\d{1,3}\\M'), substring(error FROM '^\\D{0,40}?\\m([45]\\d\\d)\\M'), '') AS code,
                   max(error) AS example, count(*) AS count
              FROM (SELECT error
                      FROM emails
                     WHERE project_id = $1 AND id >= uuid_v7_floor($2) AND id < uuid_v7_floor($3) AND bounced_at IS NOT NULL
                       AND ($4::text IS NULL OR source = $4)
                       AND split_part(to_email, '@', 2) <> $6
                       AND ($7::uuid IS NULL OR campaign_id = $7)
                     ORDER BY id DESC
                     LIMIT $5) AS newest
             GROUP BY 1
             ORDER BY 3 DESC, 1
             LIMIT 20
            """;

    private final Optional<String> simulated;

    /** @param simulated the domain of the delivery simulator, whose bounces are left out */
    BounceReasonStore(Optional<String> simulated) {
        this.simulated = simulated;
    }

    /**
     * A reason of bounces with their number.
     *
     * @param code the enhanced status code, such as 5.1.1, else the reply code; empty when the mail server gave neither
     * @param example the words of one of them
     */
    record BounceReason(String code, String example, long count) {}

    /** The reasons of emails, all or those of a campaign, that were created in the period and bounced, most frequent first. */
    Future<List<BounceReason>> reasons(
            SqlClient db, Tenant tenant, ReportPeriod period, Optional<CampaignId> campaign) {
        return db.preparedQuery(REASONS)
                .execute(Tuple.of(
                                tenant.project().value(),
                                AnalyticsStore.time(period.from()),
                                AnalyticsStore.time(period.to()),
                                AnalyticsStore.stream(period),
                                MAX_GROUPED,
                                simulated.orElse(""))
                        .addUUID(campaign.map(CampaignId::value).orElse(null)))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> new BounceReason(
                                row.getString(0), row.getString(1) == null ? "" : row.getString(1), row.getLong(2)))
                        .toList());
    }
}
