package io.godwit.reports;

import static io.godwit.reports.RollupStore.ADDED;
import static io.godwit.reports.RollupStore.NAMES;
import static io.godwit.reports.RollupStore.SUMS;

import io.godwit.db.Columns;
import io.godwit.reports.RollupStore.RollupRange;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Optional;

/** Fills the tables of each campaign's counts over time and by mailbox provider. */
final class CampaignRollupStore {

    /** The range behind what is counted, up to where {@link RollupStore} has counted all else. */
    private static final String DUE = """
            SELECT upto, uuid_v7_floor(campaigns_counted_until), uuid_v7_floor(upto)
              FROM (SELECT campaigns_counted_until, least(campaigns_counted_until + make_interval(secs => $1), counted_until) AS upto
                      FROM email_count_progress) AS step
             WHERE upto > campaigns_counted_until
            """;

    private static final String EARLIER_DUE = """
            SELECT since, uuid_v7_floor(since), uuid_v7_floor(campaigns_counted_from)
              FROM (SELECT campaigns_counted_from, campaigns_counted_from - make_interval(secs => $1) AS since
                      FROM email_count_progress) AS step
             WHERE campaigns_counted_from > (SELECT min(created_at) FROM campaigns)
            """;

    /** Reads facts project by project, as {@link RollupStore} does. */
    private static final String COUNTED = """
            WITH facts AS MATERIALIZED (
                SELECT found.*, mailbox_provider(split_part(coalesce(emails.to_email, ''), '@', 2)) AS provider
                  FROM projects
                 CROSS JOIN LATERAL (SELECT *
                                       FROM email_facts
                                      WHERE email_facts.project_id = projects.id AND email_facts.id >= $1 AND email_facts.id < $2
                                        AND email_facts.campaign_id IS NOT NULL) AS found
                  LEFT JOIN emails ON emails.project_id = found.project_id AND emails.id = found.email_id),
            by_time AS (
                INSERT INTO campaign_time_counts AS counted (project_id, campaign_id, at, %1$s)
                SELECT project_id, campaign_id, date_bin('15 minutes', at, 'epoch'), %2$s
                  FROM facts
                 GROUP BY 1, 2, 3
                    ON CONFLICT (project_id, campaign_id, at) %3$s),
            by_provider AS (
                INSERT INTO campaign_provider_counts AS counted (project_id, campaign_id, provider, %1$s)
                SELECT project_id, campaign_id, provider, %2$s
                  FROM facts
                 GROUP BY 1, 2, 3
                    ON CONFLICT (project_id, campaign_id, provider) %3$s)
            """.formatted(NAMES, SUMS, ADDED);

    private static final String COUNT = COUNTED + "UPDATE email_count_progress SET campaigns_counted_until = $3";

    private static final String COUNT_EARLIER = COUNTED + "UPDATE email_count_progress SET campaigns_counted_from = $3";

    /** Finds the next range to count; empty when campaigns are counted as far as all else. */
    Future<Optional<RollupRange>> due(SqlClient tx, Duration max) {
        return tx.preparedQuery(DUE).execute(Tuple.of(Columns.seconds(max))).map(RollupStore::first);
    }

    /** Finds the next range before what is counted; empty when all is counted from the first campaign on. */
    Future<Optional<RollupRange>> earlierDue(SqlClient tx, Duration max) {
        return tx.preparedQuery(EARLIER_DUE)
                .execute(Tuple.of(Columns.seconds(max)))
                .map(RollupStore::first);
    }

    Future<Void> count(SqlClient tx, RollupRange range) {
        return RollupStore.count(tx, COUNT, range);
    }

    Future<Void> countEarlier(SqlClient tx, RollupRange range) {
        return RollupStore.count(tx, COUNT_EARLIER, range);
    }
}
