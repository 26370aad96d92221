package io.godwit.reputation;

import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads a project's sending stats from the counts of reports, and owns {@code reputation_pending} and {@code
 * reputation_warnings}.
 */
final class ReputationStore {

    /**
     * The totals, the counts of quarters of an hour and the facts not yet counted, in one snapshot. An email refused by the
     * receiving server counts as sent; one given up because its mailbox stayed full says nothing about the project. At most the
     * quarters of 30 days are read: since the end of a suspension that is longer ago, those count.
     */
    private static final String RECORD = """
            WITH moments AS (
                SELECT now() - interval '24 hours' AS day, now() - interval '7 days' AS week,
                       greatest(ended_at, now() - interval '30 days') AS since, ended_at IS NOT NULL AS is_again
                  FROM (SELECT max(ended_at) AS ended_at FROM suspensions WHERE project_id = $1) last),
            parts AS (
                SELECT at, sent + refused AS sent, bounced - given_up AS bounced, complained, true AS is_counted
                  FROM email_counts
                 WHERE project_id = $1 AND at >= now() - interval '30 days' AND source <> 'INBOUND'
                 UNION ALL
                SELECT at, sent + refused, bounced - given_up, complained, false
                  FROM email_facts
                 WHERE project_id = $1 AND id >= (SELECT uuid_v7_floor(counted_until) FROM email_count_progress)
                   AND id < uuid_v7_floor(now() + interval '1 hour') AND source <> 'INBOUND'),
            summed AS (
                SELECT %1$s, %2$s, %3$s, %4$s FROM parts CROSS JOIN moments),
            complete AS (
                SELECT summed.*, %5$s
                  FROM summed LEFT JOIN email_totals ON email_totals.project_id = $1)
            SELECT complete.*, %6$s, created_at > now() - interval '30 days' AS is_new
              FROM complete CROSS JOIN moments CROSS JOIN projects
             WHERE projects.id = $1
            """.formatted(
                    sums("day", "at >= day"),
                    sums("week", "at >= week"),
                    sums("recent", "at >= since"),
                    sums("uncounted", "NOT is_counted"),
                    each("%1$s_uncounted + coalesce(email_totals.%1$s, 0) AS %1$s_all_time"),
                    each("CASE WHEN is_again THEN %1$s_recent ELSE %1$s_all_time END AS %1$s_since"));

    /** The part of the statement that appends events which marks projects as pending. */
    static final String HARM = """
            , marked AS (
                INSERT INTO reputation_pending (project_id)
                SELECT DISTINCT project_id FROM appended WHERE name IN ('email.bounce', 'email.complaint'))
            """;

    /** Holds for a {@code candidate} name of the events that {@link #HARM} looks for. */
    static final String HARMFUL = "candidate.name IN ('email.bounce', 'email.complaint')";

    private static final String CLAIM_PENDING = """
            WITH claimed AS (
                DELETE FROM reputation_pending
                 WHERE ctid = ANY (ARRAY(SELECT ctid FROM reputation_pending LIMIT $1 FOR UPDATE SKIP LOCKED))
                RETURNING project_id)
            SELECT DISTINCT project_id FROM claimed
            """;

    /** Records a warning: one a week, and another one for a project that was healthy meanwhile. */
    private static final String WARN = """
            INSERT INTO reputation_warnings AS last (project_id) VALUES ($1)
                ON CONFLICT (project_id) DO UPDATE SET warned_at = now()
             WHERE last.warned_at < now() - interval '7 days'
            """;

    private static String sums(String name, String condition) {
        return each("coalesce(sum(%%1$s) FILTER (WHERE %1$s), 0)::bigint AS %%1$s_%2$s".formatted(condition, name));
    }

    private static String each(String expression) {
        return List.of("sent", "bounced", "complained").stream()
                .map(expression::formatted)
                .collect(Collectors.joining(", "));
    }

    Future<SendingStats> stats(SqlClient db, Tenant tenant) {
        return db.preparedQuery(RECORD)
                .mapping(ReputationStore::stats)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.iterator().next());
    }

    private static SendingStats stats(Row row) {
        return new SendingStats(
                rates(row, "day"),
                rates(row, "week"),
                rates(row, "all_time"),
                rates(row, "since"),
                row.getBoolean("is_new"));
    }

    private static Rates rates(Row row, String moment) {
        return new Rates(
                row.getLong("sent_" + moment), row.getLong("bounced_" + moment), row.getLong("complained_" + moment));
    }

    /** Deletes some pending rows; completes with their projects. */
    Future<List<ProjectId>> claimPending(SqlClient tx, int max) {
        return tx.preparedQuery(CLAIM_PENDING)
                .mapping(row -> new ProjectId(row.getUUID(0)))
                .execute(Tuple.of(max))
                .map(rows -> rows.stream().toList());
    }

    /** Records a warning; false when the last one is less than a week old. */
    Future<Boolean> warn(SqlClient tx, Tenant tenant) {
        return tx.preparedQuery(WARN)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.rowCount() == 1);
    }

    Future<Void> clearWarning(SqlClient tx, Tenant tenant) {
        return tx.preparedQuery("DELETE FROM reputation_warnings WHERE project_id = $1")
                .execute(Tuple.of(tenant.project().value()))
                .mapEmpty();
    }

    /** Tells whether the project exists and is not disabled. */
    Future<Boolean> isOpen(SqlClient db, Tenant tenant) {
        return db.preparedQuery("SELECT EXISTS (SELECT FROM projects WHERE id = $1 AND NOT disabled)")
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }
}
