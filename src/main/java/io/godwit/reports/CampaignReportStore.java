package io.godwit.reports;

import static io.godwit.reports.AnalyticsStore.SUMS;
import static io.godwit.reports.RollupStore.NAMES;

import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Reads the counts of one campaign: stored counts and the facts of the minutes behind them, in one snapshot. */
final class CampaignReportStore {

    /**
     * The facts of campaign $2 that are not counted yet, between two moments by their ids: the time of each would have to be computed.
     */
    private static final String BEHIND = """
              FROM email_facts AS facts %s
             WHERE facts.project_id = $1 AND facts.campaign_id = $2
               AND facts.id >= greatest(uuid_v7_floor(%s), (SELECT uuid_v7_floor(campaigns_counted_until) FROM email_count_progress))
               AND facts.id < uuid_v7_floor(%s)
            """;

    private static final String SERIES = "SELECT width_bucket(at, $5::timestamptz[]) AS bucket, " + SUMS
            + """
              FROM (SELECT at, %1$s
                      FROM campaign_time_counts
                     WHERE project_id = $1 AND campaign_id = $2 AND at >= $3 AND at < $4
                     UNION ALL
                    SELECT at, %1$s
            """.formatted(NAMES) + BEHIND.formatted("", "$3", "$4") + """
                   ) AS parts
             GROUP BY 1
             ORDER BY 1
            """;

    private static final String PROVIDERS = "SELECT provider, " + SUMS + """
              FROM (SELECT provider, %1$s
                      FROM campaign_provider_counts
                     WHERE project_id = $1 AND campaign_id = $2
                     UNION ALL
                    SELECT mailbox_provider(split_part(coalesce(emails.to_email, ''), '@', 2)), sent, delivered, opened, clicked,
                           bounced, complained, facts.machine_opens, facts.machine_clicks
            """.formatted(NAMES)
            + BEHIND.formatted(
                    "LEFT JOIN emails ON emails.project_id = $1 AND emails.id = facts.email_id",
                    "'epoch'::timestamptz",
                    "now() + INTERVAL '1 hour'")
            + """
                   ) AS parts
             GROUP BY provider
             ORDER BY 2 DESC, 1
            """;

    private static final String BEGUN =
            "SELECT coalesce(started_at, now()) FROM campaigns WHERE project_id = $1 AND id = $2";

    /** The counts of the intervals that begin at {@code starts}; those without counts are missing. */
    Future<Map<Instant, EmailCounts>> series(
            SqlClient db, Tenant tenant, CampaignId campaign, ReportPeriod period, List<Instant> starts) {
        return db.preparedQuery(SERIES)
                .execute(Tuple.of(
                                tenant.project().value(),
                                campaign.value(),
                                AnalyticsStore.time(period.from()),
                                AnalyticsStore.time(period.to()))
                        .addArrayOfOffsetDateTime(AnalyticsStore.times(starts)))
                .map(rows -> AnalyticsStore.startToCounts(rows, starts));
    }

    /** The counts by mailbox provider since the campaign began, the largest first. */
    Future<List<AnalyticsStore.Provider>> providers(SqlClient db, Tenant tenant, CampaignId campaign) {
        return db.preparedQuery(PROVIDERS)
                .execute(Tuple.of(tenant.project().value(), campaign.value()))
                .map(AnalyticsStore::providers);
    }

    /** Reads the time at which a campaign began, or now before it has; empty when there is no such campaign. */
    Future<Optional<Instant>> begun(SqlClient db, Tenant tenant, CampaignId campaign) {
        return db.preparedQuery(BEGUN)
                .execute(Tuple.of(tenant.project().value(), campaign.value()))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> row.getOffsetDateTime(0).toInstant())
                        .findFirst());
    }
}
