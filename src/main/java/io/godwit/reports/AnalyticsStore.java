package io.godwit.reports;

import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reads the counts of emails: stored counts and the facts of the minutes behind them, in one snapshot. */
final class AnalyticsStore {

    /** The length of the intervals by which providers are counted. */
    static final Duration OF_PROVIDERS = Duration.ofHours(6);

    private static final String NAMES =
            "sent, delivered, opened, clicked, bounced, complained, machine_opens, machine_clicks";

    /** The columns that {@link #counts(Row)} reads. */
    static final String SUMS = Stream.of(NAMES.split(", "))
            .map("coalesce(sum(%1$s), 0)::bigint AS %1$s"::formatted)
            .collect(Collectors.joining(", ", "", " "));

    /** The facts that are not counted yet, from $2 to $3. */
    static final String BEHIND = """
              FROM email_facts AS facts %s
             WHERE facts.project_id = $1
               AND facts.id >= greatest(uuid_v7_floor($2), (SELECT uuid_v7_floor(counted_until) FROM email_count_progress))
               AND facts.id < uuid_v7_floor($3)
            """;

    private static final String PARTS = """
            (SELECT at, source, %1$s
               FROM email_counts
              WHERE project_id = $1 AND at >= $2 AND at < $3
              UNION ALL
             SELECT at, source, %1$s
            """.formatted(NAMES) + BEHIND.formatted("") + """
            ) AS parts
             WHERE source <> 'INBOUND' AND ($4::text IS NULL OR source = $4)
            """;

    private static final String TOTAL = "SELECT " + SUMS + " FROM " + PARTS;

    private static final String SERIES =
            "SELECT width_bucket(at, $5::timestamptz[]) AS bucket, " + SUMS + " FROM " + PARTS + """
             GROUP BY 1
             ORDER BY 1
            """;

    private static final String PROVIDERS = "SELECT provider, " + SUMS + """
              FROM (SELECT provider, source, %1$s
                      FROM email_provider_counts
                     WHERE project_id = $1 AND at >= $2 AND at < $3
                     UNION ALL
                    SELECT mailbox_provider(split_part(coalesce(emails.to_email, ''), '@', 2)), facts.source, sent, delivered, opened,
                           clicked, bounced, complained, facts.machine_opens, facts.machine_clicks
            """.formatted(NAMES)
            + BEHIND.formatted("LEFT JOIN emails ON emails.project_id = $1 AND emails.id = facts.email_id") + """
                   ) AS parts
             WHERE source <> 'INBOUND' AND ($4::text IS NULL OR source = $4)
             GROUP BY provider
             ORDER BY 2 DESC, 1
            """;

    /** Campaigns that were sent in the period, with all counts of their emails. */
    private static final String CAMPAIGNS = """
            SELECT campaigns.id, name, subject, ended_at, parts.*
              FROM campaigns
             CROSS JOIN LATERAL (
                   SELECT\s""" + SUMS + """
                     FROM (SELECT %1$s
                             FROM campaign_counts
                            WHERE project_id = $1 AND campaign_id = campaigns.id
                            UNION ALL
                           SELECT %1$s
                             FROM behind
                            WHERE behind.campaign_id = campaigns.id) AS both_parts) AS parts
             WHERE campaigns.project_id = $1 AND status = 'SENT' AND ended_at >= $2 AND ended_at < $3
            """.formatted(NAMES);

    /**
     * The facts not counted yet, by campaign. With both bounds, because with one the planner expects a third of the log and
     * reads all of it.
     */
    private static final String WITH_BEHIND = """
            WITH behind AS MATERIALIZED (
                SELECT campaign_id, %s
                  FROM email_facts
                 WHERE project_id = $1 AND id >= (SELECT uuid_v7_floor(counted_until) FROM email_count_progress)
                   AND id < uuid_v7_floor(now() + INTERVAL '1 hour') AND campaign_id IS NOT NULL
                 GROUP BY campaign_id)
            """.formatted(SUMS);

    private static final String TOP = WITH_BEHIND + "SELECT * FROM (" + CAMPAIGNS + """
            ) AS ended
             ORDER BY %s DESC, id DESC
             LIMIT $4
            """;

    private static final String OF_ENDED = WITH_BEHIND + """
            SELECT count(*) AS campaigns,
            """ + SUMS + " FROM (" + CAMPAIGNS + ") AS ended";

    private static final String CREATED = """
            SELECT count(*), count(*) FILTER (WHERE status IN ('DRAFT', 'SCHEDULED'))
              FROM campaigns
             WHERE project_id = $1 AND created_at >= $2 AND created_at < $3
            """;

    private static final String HAS_DELIVERIES =
            "SELECT EXISTS (SELECT FROM email_counts WHERE project_id = $1 AND delivered > 0)";

    private static final String EXISTS = "SELECT EXISTS (SELECT FROM campaigns WHERE project_id = $1 AND id = $2)";

    /** The counts of one interval of a series. */
    record Bucket(Instant start, EmailCounts counts) {}

    /** The counts of one receiving provider. */
    record Provider(String name, EmailCounts counts) {}

    /** A campaign that was sent, with its counts. */
    record Sent(CampaignId id, String name, String subject, Instant sentAt, EmailCounts counts) {}

    /** Reads the sum of all counts of the period. */
    Future<EmailCounts> total(SqlClient db, Tenant tenant, ReportPeriod period) {
        return db.preparedQuery(TOTAL)
                .execute(parameters(tenant, period).addString(stream(period)))
                .map(rows -> counts(rows.iterator().next()));
    }

    /**
     * The counts of each interval, in order of time; intervals without any are left out.
     *
     * @param starts the starts of the intervals, each the end of the one before, the first not behind the beginning of the
     *     period
     */
    Future<Map<Instant, EmailCounts>> series(SqlClient db, Tenant tenant, ReportPeriod period, List<Instant> starts) {
        return db.preparedQuery(SERIES)
                .execute(parameters(tenant, period).addString(stream(period)).addArrayOfOffsetDateTime(times(starts)))
                .map(rows -> startToCounts(rows, starts));
    }

    /** Reads the rows of a series, of which each names the place of its interval among {@code starts}. */
    static Map<Instant, EmailCounts> startToCounts(RowSet<Row> rows, List<Instant> starts) {
        var startToCounts = new LinkedHashMap<Instant, EmailCounts>();
        rows.forEach(row -> startToCounts.put(starts.get(row.getInteger("bucket") - 1), counts(row)));
        return startToCounts;
    }

    static OffsetDateTime[] times(List<Instant> instants) {
        return instants.stream().map(AnalyticsStore::time).toArray(OffsetDateTime[]::new);
    }

    Future<List<Provider>> providers(SqlClient db, Tenant tenant, ReportPeriod period) {
        return db.preparedQuery(PROVIDERS)
                .execute(parameters(tenant, period).addString(stream(period)))
                .map(AnalyticsStore::providers);
    }

    static List<Provider> providers(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(row -> new Provider(row.getString(0), counts(row)))
                .toList();
    }

    /** Finds the campaigns that ended in the period with the highest values of this metric, the best first. */
    Future<List<Sent>> top(SqlClient db, Tenant tenant, ReportPeriod period, CampaignMetric metric, int limit) {
        return db.preparedQuery(TOP.formatted(metric.expression()))
                .execute(parameters(tenant, period).addInteger(limit))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> new Sent(
                                new CampaignId(row.getUUID("id")),
                                row.getString("name"),
                                row.getString("subject"),
                                row.getOffsetDateTime("ended_at").toInstant(),
                                counts(row)))
                        .toList());
    }

    /** The number of campaigns that ended in the period, and the counts of their emails. */
    Future<Map.Entry<Long, EmailCounts>> ended(SqlClient db, Tenant tenant, ReportPeriod period) {
        return db.preparedQuery(OF_ENDED)
                .execute(parameters(tenant, period))
                .map(rows -> rows.iterator().next())
                .map(row -> Map.entry(row.getLong("campaigns"), counts(row)));
    }

    /** The number of campaigns created in the period, and the number of them that are drafts or scheduled. */
    Future<List<Long>> created(SqlClient db, Tenant tenant, ReportPeriod period) {
        return db.preparedQuery(CREATED)
                .execute(parameters(tenant, period))
                .map(rows -> rows.iterator().next())
                .map(row -> List.of(row.getLong(0), row.getLong(1)));
    }

    /** Tells whether a mail server or provider has ever reported a delivery, some minutes late. */
    Future<Boolean> hasDeliveries(SqlClient db, Tenant tenant) {
        return db.preparedQuery(HAS_DELIVERIES)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    Future<Boolean> exists(SqlClient db, Tenant tenant, CampaignId campaign) {
        return db.preparedQuery(EXISTS)
                .execute(Tuple.of(tenant.project().value(), campaign.value()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    static Tuple parameters(Tenant tenant, ReportPeriod period) {
        return Tuple.of(tenant.project().value(), time(period.from()), time(period.to()));
    }

    static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    static @Nullable String stream(ReportPeriod period) {
        return period.stream().orElse(null);
    }

    static EmailCounts counts(Row row) {
        return new EmailCounts(
                row.getLong("sent"),
                row.getLong("delivered"),
                row.getLong("opened"),
                row.getLong("clicked"),
                row.getLong("bounced"),
                row.getLong("complained"),
                row.getLong("machine_opens"),
                row.getLong("machine_clicks"));
    }
}
