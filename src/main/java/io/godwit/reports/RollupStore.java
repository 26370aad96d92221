package io.godwit.reports;

import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Fills the tables of email counts. */
final class RollupStore {

    private static final String CLAIM = """
            SELECT pg_try_advisory_xact_lock(hashtextextended('godwit.reports.rollup', 0))
            """;

    private static final String DUE = """
            SELECT upto, uuid_v7_floor(counted_until), uuid_v7_floor(upto)
              FROM (SELECT counted_until,
                           date_trunc('second', least(counted_until + make_interval(secs => $1), now() - make_interval(secs => $2))) AS upto
                      FROM email_count_progress) AS step
             WHERE upto > counted_until
            """;

    private static final String DETAILS_DUE = """
            SELECT since, uuid_v7_floor(since), uuid_v7_floor(details_counted_from)
              FROM (SELECT details_counted_from, details_counted_from - make_interval(secs => $1) AS since
                      FROM email_count_progress) AS step
             WHERE details_counted_from > (SELECT min(created_at) FROM projects)
            """;

    private static final List<String> COUNTS = List.of(
            "sent", "delivered", "opened", "clicked", "bounced", "complained", "machine_opens", "machine_clicks");

    static final String NAMES = String.join(", ", COUNTS);

    static final String SUMS = COUNTS.stream().map(name -> "sum(" + name + ")").collect(Collectors.joining(", "));

    static final String ADDED = COUNTS.stream()
            .map(name -> name + " = counted." + name + " + excluded." + name)
            .collect(Collectors.joining(", ", "DO UPDATE SET ", ""));

    /**
     * Reads facts project by project, because the log is ordered by project; a project without new events costs one look-up in
     * an index.
     */
    private static final String FACTS = """
            WITH facts AS MATERIALIZED (
                SELECT found.*, mailbox_provider(split_part(coalesce(emails.to_email, ''), '@', 2)) AS provider,
                       emails.template_id, executions.workflow_id
                  FROM projects
                 CROSS JOIN LATERAL (SELECT *
                                       FROM email_facts
                                      WHERE email_facts.project_id = projects.id AND email_facts.id >= $1 AND email_facts.id < $2) AS found
                  LEFT JOIN emails ON emails.project_id = found.project_id AND emails.id = found.email_id
                  LEFT JOIN executions ON executions.project_id = found.project_id AND executions.id = emails.execution_id),
            clicks AS (
                SELECT project_id, campaign_id, md5(link)::uuid AS link_hash, link, email_id, date_bin('1 hour', at, 'epoch') AS at,
                       link_clicks, machine_link_clicks
                  FROM facts
                 WHERE link IS NOT NULL AND link_clicks + machine_link_clicks > 0),
            """;

    /** Counts what was counted from the beginning: projects, providers, campaigns and the links of campaigns. */
    private static final String MAIN_COUNTS = """
            by_time AS (
                INSERT INTO email_counts AS counted (project_id, at, source, %1$s, refused, given_up)
                SELECT project_id, date_bin('15 minutes', at, 'epoch'), source, %2$s, sum(refused), sum(given_up)
                  FROM facts
                 GROUP BY 1, 2, 3
                    ON CONFLICT (project_id, at, source) %3$s, refused = counted.refused + excluded.refused,
                                                              given_up = counted.given_up + excluded.given_up),
            by_provider AS (
                INSERT INTO email_provider_counts AS counted (project_id, at, source, provider, %1$s)
                SELECT project_id, date_bin('6 hours', at, 'epoch'), source, provider, %2$s
                  FROM facts
                 GROUP BY 1, 2, 3, 4
                    ON CONFLICT (project_id, at, source, provider) %3$s),
            by_campaign AS (
                INSERT INTO campaign_counts AS counted (project_id, campaign_id, %1$s)
                SELECT project_id, campaign_id, %2$s
                  FROM facts
                 WHERE campaign_id IS NOT NULL
                 GROUP BY 1, 2
                    ON CONFLICT (project_id, campaign_id) %3$s),
            first_clicks AS (
                INSERT INTO campaign_clickers (project_id, campaign_id, link_hash, email_id)
                SELECT DISTINCT project_id, campaign_id, link_hash, email_id
                  FROM clicks
                 WHERE campaign_id IS NOT NULL AND email_id IS NOT NULL AND link_clicks > 0
                    ON CONFLICT DO NOTHING
                RETURNING project_id, campaign_id, link_hash),
            by_link_of_campaign AS (
                INSERT INTO campaign_links AS counted (project_id, campaign_id, link_hash, link, clicks, clickers, machine_clicks)
                SELECT project_id, campaign_id, link_hash, link, clicks, coalesce(clickers, 0), machine_clicks
                  FROM (SELECT project_id, campaign_id, link_hash, min(link) AS link, sum(link_clicks) AS clicks,
                               sum(machine_link_clicks) AS machine_clicks
                          FROM clicks WHERE campaign_id IS NOT NULL GROUP BY 1, 2, 3) AS clicked
                  LEFT JOIN (SELECT project_id, campaign_id, link_hash, count(*) AS clickers
                               FROM first_clicks GROUP BY 1, 2, 3) AS first_clicked USING (project_id, campaign_id, link_hash)
                    ON CONFLICT (project_id, campaign_id, link_hash)
                    DO UPDATE SET clicks = counted.clicks + excluded.clicks, clickers = counted.clickers + excluded.clickers,
                                  machine_clicks = counted.machine_clicks + excluded.machine_clicks),
            """.formatted(NAMES, SUMS, ADDED);

    private static final String BY_HOUR_AND_ID = """
            by_%1$s AS (
                INSERT INTO %1$s_email_counts AS counted (project_id, at, %1$s_id, %2$s)
                SELECT project_id, date_bin('1 hour', at, 'epoch'), %1$s_id, %3$s
                  FROM facts
                 WHERE %1$s_id IS NOT NULL
                 GROUP BY 1, 2, 3
                    ON CONFLICT (project_id, at, %1$s_id) %4$s),
            """;

    /** Counts the details: templates, workflows, links and the audience. A link's first click in an email counts in its hour. */
    private static final String DETAIL_COUNTS = BY_HOUR_AND_ID.formatted("template", NAMES, SUMS, ADDED)
            + BY_HOUR_AND_ID.formatted("workflow", NAMES, SUMS, ADDED)
            + """
            first_in_email AS (
                INSERT INTO link_clickers (project_id, email_id, link_hash)
                SELECT DISTINCT project_id, email_id, link_hash FROM clicks WHERE email_id IS NOT NULL AND link_clicks > 0
                    ON CONFLICT DO NOTHING
                RETURNING project_id, email_id, link_hash),
            clickers AS (
                SELECT project_id, link_hash, min(at) AS at
                  FROM first_in_email
                  JOIN clicks USING (project_id, email_id, link_hash)
                 WHERE link_clicks > 0
                 GROUP BY project_id, email_id, link_hash),
            by_link AS (
                INSERT INTO link_counts AS counted (project_id, at, link_hash, link, clicks, clickers, machine_clicks)
                SELECT project_id, at, link_hash, max(link), sum(link_clicks), sum(clickers), sum(machine_link_clicks)
                  FROM (SELECT project_id, at, link_hash, link, link_clicks, 0 AS clickers, machine_link_clicks FROM clicks
                         UNION ALL
                        SELECT project_id, at, link_hash, NULL, 0, 1, 0 FROM clickers) AS parts
                 GROUP BY 1, 2, 3
                    ON CONFLICT (project_id, at, link_hash)
                    DO UPDATE SET clicks = counted.clicks + excluded.clicks, clickers = counted.clickers + excluded.clickers,
                                  machine_clicks = counted.machine_clicks + excluded.machine_clicks),
            by_contact AS (
                INSERT INTO audience_counts AS counted (project_id, at, kind, reason, source, count)
                SELECT project_id, date_bin('15 minutes', at, 'epoch'), kind, reason, source, count(*)
                  FROM (SELECT created.project_id, uuid_v7_time(created.id) AS at, 'CREATED' AS kind, '' AS reason, '' AS source
                          FROM projects
                         CROSS JOIN LATERAL (SELECT contacts.project_id, contacts.id
                                               FROM contacts
                                              WHERE contacts.project_id = projects.id
                                                AND contacts.id >= $1 AND contacts.id < $2) AS created
                         UNION ALL
                        SELECT changed.project_id, at, kind, reason, source
                          FROM projects
                         CROSS JOIN LATERAL (SELECT *
                                               FROM subscription_facts
                                              WHERE subscription_facts.project_id = projects.id
                                                AND subscription_facts.id >= $1 AND subscription_facts.id < $2) AS changed) AS changes
                 GROUP BY 1, 2, 3, 4, 5
                    ON CONFLICT (project_id, at, kind, reason, source) DO UPDATE SET count = counted.count + excluded.count)
            """;

    private static final String COUNT =
            FACTS + MAIN_COUNTS + DETAIL_COUNTS + "UPDATE email_count_progress SET counted_until = $3";

    private static final String COUNT_DETAILS =
            FACTS + DETAIL_COUNTS + "UPDATE email_count_progress SET details_counted_from = $3";

    /**
     * A range of time to be counted, with its lowest and highest ids.
     *
     * @param mark the progress once it is counted
     */
    record RollupRange(OffsetDateTime mark, UUID low, UUID high) {}

    /** Claims the counting; false while another node counts. */
    Future<Boolean> claim(SqlClient tx) {
        return tx.query(CLAIM).execute().map(rows -> rows.iterator().next().getBoolean(0));
    }

    /**
     * Finds the next range to count; empty when all is counted.
     *
     * @param lag the age below which events are not counted, because their transactions may still be open
     */
    Future<Optional<RollupRange>> due(SqlClient tx, Duration max, Duration lag) {
        return tx.preparedQuery(DUE)
                .execute(Tuple.of(Columns.seconds(max), Columns.seconds(lag)))
                .map(RollupStore::first);
    }

    /** Finds the next range before the counted details; empty when they are counted from the first project's beginning. */
    Future<Optional<RollupRange>> detailsDue(SqlClient tx, Duration max) {
        return tx.preparedQuery(DETAILS_DUE)
                .execute(Tuple.of(Columns.seconds(max)))
                .map(RollupStore::first);
    }

    static Optional<RollupRange> first(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(row -> new RollupRange(row.getOffsetDateTime(0), row.getUUID(1), row.getUUID(2)))
                .findFirst();
    }

    Future<Void> count(SqlClient tx, RollupRange range) {
        return count(tx, COUNT, range);
    }

    Future<Void> countDetails(SqlClient tx, RollupRange range) {
        return count(tx, COUNT_DETAILS, range);
    }

    static Future<Void> count(SqlClient tx, String statement, RollupRange range) {
        return tx.preparedQuery(statement)
                .execute(Tuple.of(range.low(), range.high(), range.mark()))
                .mapEmpty();
    }
}
