package io.godwit.reports;

import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
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

    private static final String SUMS = """
            sum(sent), sum(delivered), sum(opened), sum(clicked), sum(bounced), sum(complained)
            """;

    private static final String ADDED = """
            DO UPDATE SET sent = counted.sent + excluded.sent,
                          delivered = counted.delivered + excluded.delivered,
                          opened = counted.opened + excluded.opened,
                          clicked = counted.clicked + excluded.clicked,
                          bounced = counted.bounced + excluded.bounced,
                          complained = counted.complained + excluded.complained""";

    /**
     * Counts facts project by project, because the log is ordered by project; a project without new events costs one
     * look-up in an index.
     */
    private static final String COUNT = """
            WITH facts AS MATERIALIZED (
                SELECT found.*, mailbox_provider(split_part(coalesce(emails.to_email, ''), '@', 2)) AS provider
                  FROM projects
                 CROSS JOIN LATERAL (SELECT *
                                       FROM email_facts
                                      WHERE email_facts.project_id = projects.id AND email_facts.id >= $1 AND email_facts.id < $2) AS found
                  LEFT JOIN emails ON emails.project_id = found.project_id AND emails.id = found.email_id),
            by_time AS (
                INSERT INTO email_counts AS counted
                       (project_id, at, source, sent, delivered, opened, clicked, bounced, complained, refused)
                SELECT project_id, date_bin('15 minutes', at, 'epoch'), source, %1$s, sum(refused)
                  FROM facts
                 GROUP BY 1, 2, 3
                    ON CONFLICT (project_id, at, source) %2$s, refused = counted.refused + excluded.refused),
            by_provider AS (
                INSERT INTO email_provider_counts AS counted
                       (project_id, at, source, provider, sent, delivered, opened, clicked, bounced, complained)
                SELECT project_id, date_bin('6 hours', at, 'epoch'), source, provider, %1$s
                  FROM facts
                 GROUP BY 1, 2, 3, 4
                    ON CONFLICT (project_id, at, source, provider) %2$s),
            by_campaign AS (
                INSERT INTO campaign_counts AS counted
                       (project_id, campaign_id, sent, delivered, opened, clicked, bounced, complained)
                SELECT project_id, campaign_id, %1$s
                  FROM facts
                 WHERE campaign_id IS NOT NULL
                 GROUP BY 1, 2
                    ON CONFLICT (project_id, campaign_id) %2$s),
            clicks AS (
                SELECT project_id, campaign_id, md5(link)::uuid AS link_hash, link, email_id
                  FROM facts
                 WHERE campaign_id IS NOT NULL AND link IS NOT NULL),
            first_clicks AS (
                INSERT INTO campaign_clickers (project_id, campaign_id, link_hash, email_id)
                SELECT DISTINCT project_id, campaign_id, link_hash, email_id FROM clicks WHERE email_id IS NOT NULL
                    ON CONFLICT DO NOTHING
                RETURNING project_id, campaign_id, link_hash),
            by_link AS (
                INSERT INTO campaign_links AS counted (project_id, campaign_id, link_hash, link, clicks, clickers)
                SELECT project_id, campaign_id, link_hash, link, clicks, coalesce(clickers, 0)
                  FROM (SELECT project_id, campaign_id, link_hash, min(link) AS link, count(*) AS clicks
                          FROM clicks GROUP BY 1, 2, 3) AS clicked
                  LEFT JOIN (SELECT project_id, campaign_id, link_hash, count(*) AS clickers
                               FROM first_clicks GROUP BY 1, 2, 3) AS first_clicked USING (project_id, campaign_id, link_hash)
                    ON CONFLICT (project_id, campaign_id, link_hash)
                    DO UPDATE SET clicks = counted.clicks + excluded.clicks, clickers = counted.clickers + excluded.clickers)
            UPDATE email_count_progress SET counted_until = $3
            """.formatted(SUMS, ADDED);

    /** A range of time to be counted, with its end and its lowest and highest ids. */
    record RollupRange(OffsetDateTime upto, UUID low, UUID high) {}

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
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> new RollupRange(row.getOffsetDateTime(0), row.getUUID(1), row.getUUID(2)))
                        .findFirst());
    }

    Future<Void> count(SqlClient tx, RollupRange range) {
        return tx.preparedQuery(COUNT)
                .execute(Tuple.of(range.low(), range.high(), range.upto()))
                .mapEmpty();
    }
}
