package io.godwit.reports;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** Reads the counts of contacts that came and went: stored counts and the facts of the minutes behind them, in one snapshot. */
final class AudienceGrowthStore {

    private static final String PARTS = """
              FROM (SELECT at, kind, reason, source, count
                      FROM audience_counts
                     WHERE project_id = $1 AND at >= $2 AND at < $3
                     UNION ALL
                    SELECT uuid_v7_time(id), 'CREATED', '', '', 1
                      FROM contacts
                     WHERE project_id = $1 AND id >= greatest(uuid_v7_floor($2), (SELECT uuid_v7_floor(counted_until) FROM email_count_progress))
                       AND id < uuid_v7_floor($3)
                     UNION ALL
                    SELECT at, kind, reason, source, 1
                      FROM subscription_facts
                     WHERE project_id = $1 AND id >= greatest(uuid_v7_floor($2), (SELECT uuid_v7_floor(counted_until) FROM email_count_progress))
                       AND id < uuid_v7_floor($3)) AS parts
            """;

    private static final String SERIES = """
            SELECT width_bucket(at, $5::timestamptz[]) AS bucket,
                   coalesce(sum(count) FILTER (WHERE kind = 'CREATED'), 0)::bigint AS created,
                   coalesce(sum(count) FILTER (WHERE kind = 'SUBSCRIBED'), 0)::bigint AS subscribed,
                   coalesce(sum(count) FILTER (WHERE kind = 'UNSUBSCRIBED'), 0)::bigint AS unsubscribed
            """ + PARTS + """
             WHERE $4::text IS NULL OR source = $4
             GROUP BY 1
             ORDER BY 1
            """;

    private static final String REASONS = """
            SELECT reason, sum(count)::bigint AS count
            """ + PARTS + """
             WHERE kind = 'UNSUBSCRIBED' AND ($4::text IS NULL OR source = $4)
             GROUP BY 1
             ORDER BY 2 DESC, 1
             LIMIT 20
            """;

    /**
     * The counts of each interval; intervals without any are left out. Of a stream, only subscriptions changed by its emails count.
     *
     * @param starts the starts of the intervals, the first not behind the beginning of the period
     */
    Future<Map<Instant, AudienceChange>> series(
            SqlClient db, Tenant tenant, ReportPeriod period, List<Instant> starts) {
        return db.preparedQuery(SERIES)
                .execute(AnalyticsStore.parameters(tenant, period)
                        .addString(AnalyticsStore.stream(period))
                        .addArrayOfOffsetDateTime(
                                starts.stream().map(AnalyticsStore::time).toArray(OffsetDateTime[]::new)))
                .map(rows -> {
                    var startToChange = new LinkedHashMap<Instant, AudienceChange>();
                    rows.forEach(row -> startToChange.put(
                            starts.get(row.getInteger("bucket") - 1),
                            new AudienceChange(
                                    row.getLong("created"), row.getLong("subscribed"), row.getLong("unsubscribed"))));
                    return startToChange;
                });
    }

    /** The reasons contacts unsubscribed for in the period, most frequent first. */
    Future<List<UnsubscribeReason>> reasons(SqlClient db, Tenant tenant, ReportPeriod period) {
        return db.preparedQuery(REASONS)
                .execute(AnalyticsStore.parameters(tenant, period).addString(AnalyticsStore.stream(period)))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> new UnsubscribeReason(row.getString(0), row.getLong(1)))
                        .toList());
    }

    /**
     * A reason of unsubscriptions with their number.
     *
     * @param reason link (of an email), project (an API call, an import or a user), bounce, unsubscribe (reported by the
     *     provider), or another word of the report
     */
    record UnsubscribeReason(String reason, long count) {}
}
