package io.godwit.delivery.tls.report;

import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * The table {@code tls_reports}. Every statement after the claim names its fence, and those that end the claim raise it.
 */
final class TlsReportStore {

    /** Makes the reports of the last three days, some minutes after midnight, when every node has added its last counts. */
    private static final String PLAN = """
            INSERT INTO tls_reports (day, domain, due_at)
            SELECT day, domain, now() + random() * make_interval(secs => $1)
              FROM tls_session_counts
             WHERE day < (now() AT TIME ZONE 'UTC' - interval '5 minutes')::date
               AND day >= (now() AT TIME ZONE 'UTC')::date - 3
             GROUP BY day, domain
            ON CONFLICT (day, domain) DO NOTHING
            """;

    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT day, domain
                  FROM tls_reports
                 WHERE state = 'WAITING' AND due_at <= now() AND lease_until < now()
                 ORDER BY due_at
                 LIMIT $1
                   FOR UPDATE SKIP LOCKED)
            UPDATE tls_reports
               SET lease_until = now() + make_interval(secs => $2), fence = fence + 1, attempts = attempts + 1
              FROM due
             WHERE tls_reports.day = due.day AND tls_reports.domain = due.domain
            RETURNING tls_reports.day, tls_reports.domain, fence, attempts, sent_to,
                      created_at < now() - interval '1 day' AS last
            """;

    private static final String SENT_TO = """
            UPDATE tls_reports SET sent_to = sent_to || $4::text
             WHERE day = $1 AND domain = $2 AND fence = $3 AND state = 'WAITING'
            """;

    private static final String END = """
            UPDATE tls_reports SET state = $4, failure = $5, ended_at = now(), lease_until = '-infinity', fence = fence + 1
             WHERE day = $1 AND domain = $2 AND fence = $3 AND state = 'WAITING'
            """;

    private static final String RETRY_AFTER = """
            UPDATE tls_reports
               SET due_at = now() + make_interval(secs => $4), failure = $5, lease_until = '-infinity', fence = fence + 1
             WHERE day = $1 AND domain = $2 AND fence = $3 AND state = 'WAITING'
            """;

    private static final String DELETE_OLD_COUNTS = """
            DELETE FROM tls_session_counts WHERE day < (now() AT TIME ZONE 'UTC')::date - 7
            """;

    private static final String DELETE_OLD = """
            DELETE FROM tls_reports WHERE day < (now() AT TIME ZONE 'UTC')::date - 30
            """;

    private static final String LATEST = """
            SELECT day, domain, state, attempts, sent_to, failure, due_at, ended_at
              FROM tls_reports
             ORDER BY day DESC, domain
             LIMIT $1
            """;

    /**
     * A report that this node is to send.
     *
     * @param sentTo the destinations that have it
     * @param last whether this is the last attempt
     */
    record ClaimedReport(LocalDate day, String domain, long fence, int attempts, List<String> sentTo, boolean last) {}

    /**
     * A report that we owe or have sent, as operators see it.
     *
     * @param day as {@code 2026-11-22}, in UTC
     */
    record ReportRow(
            String day,
            String domain,
            TlsReportState state,
            int attempts,
            List<String> sentTo,
            Optional<String> failure,
            Instant dueAt,
            Optional<Instant> endedAt) {}

    Future<Void> plan(SqlClient db, Duration spread) {
        return db.preparedQuery(PLAN)
                .execute(Tuple.of(Columns.seconds(spread)))
                .compose(ignored -> db.query(DELETE_OLD_COUNTS).execute())
                .compose(ignored -> db.query(DELETE_OLD).execute())
                .mapEmpty();
    }

    Future<List<ClaimedReport>> claim(SqlClient db, int limit, Duration lease) {
        return db.preparedQuery(CLAIM)
                .mapping(TlsReportStore::claimed)
                .execute(Tuple.of(limit, Columns.seconds(lease)))
                .map(rows -> rows.stream().toList());
    }

    private static ClaimedReport claimed(Row row) {
        return new ClaimedReport(
                row.getLocalDate("day"),
                row.getString("domain"),
                row.getLong("fence"),
                row.getInteger("attempts"),
                List.of(row.getArrayOfStrings("sent_to")),
                row.getBoolean("last"));
    }

    /** Completes with false when another node has taken the report. */
    Future<Boolean> sentTo(SqlClient db, ClaimedReport report, String destination) {
        return db.preparedQuery(SENT_TO)
                .execute(Tuple.of(report.day(), report.domain(), report.fence(), destination))
                .map(rows -> rows.rowCount() > 0);
    }

    Future<Void> end(SqlClient db, ClaimedReport report, String state, Optional<String> failure) {
        return db.preparedQuery(END)
                .execute(Tuple.of(report.day(), report.domain(), report.fence(), state, failure.orElse(null)))
                .mapEmpty();
    }

    Future<Void> retryAfter(SqlClient db, ClaimedReport report, Duration pause, String failure) {
        return db.preparedQuery(RETRY_AFTER)
                .execute(Tuple.of(report.day(), report.domain(), report.fence(), Columns.seconds(pause), failure))
                .mapEmpty();
    }

    Future<List<ReportRow>> latest(SqlClient db, int limit) {
        return db.preparedQuery(LATEST)
                .mapping(TlsReportStore::reportRow)
                .execute(Tuple.of(limit))
                .map(rows -> rows.stream().toList());
    }

    private static ReportRow reportRow(Row row) {
        return new ReportRow(
                row.getLocalDate("day").toString(),
                row.getString("domain"),
                TlsReportState.valueOf(row.getString("state")),
                row.getInteger("attempts"),
                List.of(row.getArrayOfStrings("sent_to")),
                Optional.ofNullable(row.getString("failure")),
                row.getOffsetDateTime("due_at").toInstant(),
                Optional.ofNullable(row.getOffsetDateTime("ended_at")).map(at -> at.toInstant()));
    }
}
