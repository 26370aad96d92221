package io.godwit.inbound;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;

/** The {@code provider_reports} table. */
final class ReportStore {

    private static final String INSERT = """
            INSERT INTO provider_reports (id, provider, event_id, kind, raw, bytes)
            VALUES ($1, $2, $3, $4, $5, octet_length($5))
                ON CONFLICT (provider, event_id) DO NOTHING
            """;

    /** In the order they came, as many as fit into {@code $2} bytes, but one in any case. */
    private static final String TAKE = """
            WITH due AS MATERIALIZED (
                SELECT id, bytes FROM provider_reports WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED),
            fitting AS (
                SELECT id, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM due)
            SELECT id, provider, event_id, kind, raw, received_at, tries
              FROM provider_reports JOIN fitting USING (id)
             WHERE before < $2
             ORDER BY id
            """;

    private static final String EXPIRE = """
            DELETE FROM provider_reports
             WHERE ctid = ANY (ARRAY(
                   SELECT ctid FROM provider_reports
                    WHERE received_at < now() - make_interval(secs => $1) AND due_at IS NULL LIMIT $2))
            """;

    /** Completes with whether it was not there before. */
    Future<Boolean> insert(SqlClient tx, RawReport report) {
        return tx.preparedQuery(INSERT)
                .execute(Tuple.of(report.id(), report.provider(), report.eventId(), report.kind(), report.raw()))
                .map(rows -> rows.rowCount() == 1);
    }

    /** Locks some that are due; those another node holds are left out. */
    Future<List<RawReport>> take(SqlClient tx, int limit, long bytes) {
        return tx.preparedQuery(TAKE)
                .mapping(ReportStore::report)
                .execute(Tuple.of(limit, bytes))
                .map(rows -> rows.stream().toList());
    }

    private static RawReport report(Row row) {
        return new RawReport(
                row.getUUID("id"),
                row.getString("provider"),
                row.getString("event_id"),
                row.getString("kind"),
                row.get(Buffer.class, "raw"),
                row.getOffsetDateTime("received_at").toInstant(),
                row.getInteger("tries"));
    }

    /** Completes with how many it were. */
    Future<Integer> expire(SqlClient db, Duration kept, int limit) {
        return db.preparedQuery(EXPIRE)
                .execute(Tuple.of((double) kept.toSeconds(), limit))
                .map(rows -> rows.rowCount());
    }
}
