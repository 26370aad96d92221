package io.godwit.delivery.tls.report;

import io.godwit.core.id.Ids;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The table {@code received_tls_reports}. */
final class ReceivedTlsReportStore {

    /** Inserts a report; one that comes again is the same row. */
    private static final String INSERT = """
            INSERT INTO received_tls_reports
                   (id, received_at, sender, dmarc, organization, report_id, contact, domain, begins_at, ends_at, successes, failures,
                    report)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::text::jsonb)
            ON CONFLICT (organization, report_id) DO NOTHING
            """;

    private static final String DELETE_OLD =
            "DELETE FROM received_tls_reports WHERE received_at < now() - interval '400 days'";

    private static final String LATEST = """
            SELECT id, received_at, sender, dmarc, organization, report_id, contact, domain, begins_at, ends_at, successes, failures,
                   report
              FROM received_tls_reports
             ORDER BY received_at DESC, id
             LIMIT $1
            """;

    /**
     * A report as operators see it.
     *
     * @param sender the return path it came with
     * @param dmarc the result of the check of its author: PASS, FAIL or another word
     * @param report the report as it came
     */
    record ReceivedRow(
            UUID id,
            Instant receivedAt,
            String sender,
            String dmarc,
            String organization,
            String reportId,
            Optional<String> contact,
            String domain,
            Optional<Instant> begin,
            Optional<Instant> end,
            long successes,
            long failures,
            Map<String, Object> report) {}

    Future<Void> insert(SqlClient tx, Instant at, String sender, String dmarc, ReceivedTlsReport report) {
        return tx.preparedQuery(INSERT)
                .execute(Tuple.from(Arrays.<@Nullable Object>asList(
                        Ids.next(),
                        at.atOffset(ZoneOffset.UTC),
                        sender,
                        dmarc,
                        report.organization(),
                        report.reportId(),
                        report.contact().orElse(null),
                        report.domain(),
                        time(report.begin()),
                        time(report.end()),
                        report.successes(),
                        report.failures(),
                        report.json())))
                .compose(ignored -> tx.query(DELETE_OLD).execute())
                .mapEmpty();
    }

    private static @Nullable OffsetDateTime time(Optional<Instant> at) {
        return at.map(each -> each.atOffset(ZoneOffset.UTC)).orElse(null);
    }

    Future<List<ReceivedRow>> latest(SqlClient db, int limit) {
        return db.preparedQuery(LATEST)
                .mapping(ReceivedTlsReportStore::received)
                .execute(Tuple.of(limit))
                .map(rows -> rows.stream().toList());
    }

    private static ReceivedRow received(Row row) {
        JsonObject report = row.getJsonObject("report");
        return new ReceivedRow(
                row.getUUID("id"),
                row.getOffsetDateTime("received_at").toInstant(),
                row.getString("sender"),
                row.getString("dmarc"),
                row.getString("organization"),
                row.getString("report_id"),
                Optional.ofNullable(row.getString("contact")),
                row.getString("domain"),
                instant(row, "begins_at"),
                instant(row, "ends_at"),
                row.getLong("successes"),
                row.getLong("failures"),
                report.getMap());
    }

    private static Optional<Instant> instant(Row row, String column) {
        return Optional.ofNullable(row.getOffsetDateTime(column)).map(at -> at.toInstant());
    }
}
