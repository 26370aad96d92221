package io.godwit.reports;

import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.stream.StreamSupport;

/** Reads the counts of clicks on links: stored counts and the facts of the minutes behind them, in one snapshot. */
final class ClickedLinkStore {

    private static final String SUMS = """
            SELECT max(link) AS link, sum(clicks)::bigint AS clicks, sum(clickers)::bigint AS clickers,
                   sum(machine_clicks)::bigint AS machine_clicks
            """;

    /** The clicked links of a campaign; an email in which a link was clicked before is not counted again. */
    private static final String OF_CAMPAIGN = """
            WITH behind AS MATERIALIZED (
                SELECT md5(link)::uuid AS link_hash, link, email_id, link_clicks, machine_link_clicks
                  FROM email_facts
                 WHERE project_id = $1 AND id >= (SELECT uuid_v7_floor(counted_until) FROM email_count_progress)
                   AND id < uuid_v7_floor(now() + INTERVAL '1 hour') AND campaign_id = $2 AND link IS NOT NULL),
            first_clicks AS (
                SELECT link_hash, email_id FROM behind WHERE email_id IS NOT NULL AND link_clicks > 0
                EXCEPT
                SELECT link_hash, email_id FROM campaign_clickers WHERE project_id = $1 AND campaign_id = $2
                   AND email_id IN (SELECT email_id FROM behind))
            """ + SUMS + """
              FROM (SELECT link_hash, link, clicks, clickers, machine_clicks
                      FROM campaign_links
                     WHERE project_id = $1 AND campaign_id = $2
                     UNION ALL
                    SELECT link_hash, link, link_clicks, 0, machine_link_clicks FROM behind
                     UNION ALL
                    SELECT link_hash, NULL, 0, 1, 0 FROM first_clicks) AS parts
             GROUP BY link_hash
             ORDER BY 2 DESC, 1
             LIMIT $3
            """;

    /** The links clicked from $2 to $3 in emails of any kind; an email counts where a link was first clicked in it. */
    private static final String OF_PERIOD = """
            WITH behind AS MATERIALIZED (
                SELECT md5(link)::uuid AS link_hash, link, email_id, link_clicks, machine_link_clicks
                  FROM email_facts
                 WHERE project_id = $1
                   AND id >= greatest(uuid_v7_floor($2), (SELECT uuid_v7_floor(counted_until) FROM email_count_progress))
                   AND id < uuid_v7_floor($3) AND link IS NOT NULL),
            first_clicks AS (
                SELECT link_hash, email_id FROM behind WHERE email_id IS NOT NULL AND link_clicks > 0
                EXCEPT
                SELECT link_hash, email_id FROM link_clickers WHERE project_id = $1
                   AND email_id IN (SELECT email_id FROM behind))
            """ + SUMS + """
              FROM (SELECT link_hash, link, clicks, clickers, machine_clicks
                      FROM link_counts
                     WHERE project_id = $1 AND at >= $2 AND at < $3
                     UNION ALL
                    SELECT link_hash, link, link_clicks, 0, machine_link_clicks FROM behind
                     UNION ALL
                    SELECT link_hash, NULL, 0, 1, 0 FROM first_clicks) AS parts
             GROUP BY link_hash
             ORDER BY 2 DESC, 4 DESC, 1
             LIMIT $4
            """;

    /**
     * A link that was clicked, with its clicks.
     *
     * @param uniqueClickers the emails in which a person clicked it
     * @param machineClicks clicks of programs that prefetch or scan, which are not in {@code clicks}
     */
    record Link(String url, long clicks, long uniqueClickers, long machineClicks) {}

    /** The links of a campaign, most clicked first. */
    Future<List<Link>> ofCampaign(SqlClient db, Tenant tenant, CampaignId campaign, int limit) {
        return db.preparedQuery(OF_CAMPAIGN)
                .execute(Tuple.of(tenant.project().value(), campaign.value(), limit))
                .map(ClickedLinkStore::links);
    }

    /** The links clicked in a period of whole hours, most clicked first. */
    Future<List<Link>> ofPeriod(SqlClient db, Tenant tenant, ReportPeriod period, int limit) {
        return db.preparedQuery(OF_PERIOD)
                .execute(AnalyticsStore.parameters(tenant, period).addInteger(limit))
                .map(ClickedLinkStore::links);
    }

    private static List<Link> links(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(row -> new Link(row.getString(0), row.getLong(1), row.getLong(2), row.getLong(3)))
                .toList();
    }
}
