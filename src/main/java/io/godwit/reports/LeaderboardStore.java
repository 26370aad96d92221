package io.godwit.reports;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;

/** Reads the counts of templates and workflows: stored counts and the facts of the minutes behind them, in one snapshot. */
final class LeaderboardStore {

    /** Templates or workflows by their counts in the period; one that was deleted keeps its counts and has no name. */
    private static final String TOP = """
            SELECT ranked.*, %1$ss.name
              FROM (SELECT %1$s_id AS id, %3$s
                      FROM (SELECT counts.*
                              FROM %1$s_email_counts AS counts
                             WHERE counts.project_id = $1 AND counts.at >= $2 AND counts.at < $3
                             UNION ALL
                            SELECT facts.project_id, facts.at, %2$s, facts.sent, facts.delivered, facts.opened, facts.clicked,
                                   facts.bounced, facts.complained, facts.machine_opens, facts.machine_clicks
            """ + AnalyticsStore.BEHIND.formatted("""
            JOIN emails ON emails.project_id = $1 AND emails.id = facts.email_id
                              LEFT JOIN executions ON executions.project_id = $1 AND executions.id = emails.execution_id
            """) + """
               AND %2$s IS NOT NULL) AS parts
                     GROUP BY 1) AS ranked
              LEFT JOIN %1$ss ON %1$ss.project_id = $1 AND %1$ss.id = ranked.id
             ORDER BY %4$s DESC, sent DESC, ranked.id
             LIMIT $4
            """;

    /** A template or workflow with its counts. */
    record Ranked(UUID id, Optional<String> name, EmailCounts counts) {}

    /** The best templates by this metric, in a period of whole hours. */
    Future<List<Ranked>> templates(SqlClient db, Tenant tenant, ReportPeriod period, CampaignMetric metric, int limit) {
        return top(
                db,
                tenant,
                period,
                TOP.formatted("template", "emails.template_id", AnalyticsStore.SUMS, metric.expression()),
                limit);
    }

    /** The best workflows by this metric, in a period of whole hours. */
    Future<List<Ranked>> workflows(SqlClient db, Tenant tenant, ReportPeriod period, CampaignMetric metric, int limit) {
        return top(
                db,
                tenant,
                period,
                TOP.formatted("workflow", "executions.workflow_id", AnalyticsStore.SUMS, metric.expression()),
                limit);
    }

    private static Future<List<Ranked>> top(
            SqlClient db, Tenant tenant, ReportPeriod period, String statement, int limit) {
        return db.preparedQuery(statement)
                .execute(AnalyticsStore.parameters(tenant, period).addInteger(limit))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> new Ranked(
                                row.getUUID("id"),
                                Optional.ofNullable(row.getString("name")),
                                AnalyticsStore.counts(row)))
                        .toList());
    }
}
