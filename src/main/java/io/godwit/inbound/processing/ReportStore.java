package io.godwit.inbound.processing;

import io.godwit.core.id.EmailId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Reads and writes the {@code inbound_reports} table. */
final class ReportStore {

    private static final String INSERT = """
            INSERT INTO inbound_reports (id, provider, event_id, kind, raw, bytes)
            VALUES ($1, $2, $3, $4, $5::bytea, octet_length($5::bytea))
                ON CONFLICT (provider, event_id) DO NOTHING
            """;

    /**
     * Inserts a message to the return path of an email, unless that got its messages of an hour or its bytes of a day; the first
     * of a day may have any size. Selects whether it is there, also when it was before.
     */
    private static final String INSERT_FOR_RETURN_PATH = """
            WITH earlier AS (
                SELECT count(*) FILTER (WHERE received_at > now() - interval '1 hour') AS messages,
                       coalesce(sum(bytes), 0) AS bytes
                  FROM inbound_reports
                 WHERE email_id = $6 AND received_at > now() - interval '1 day'),
            stored AS (
                INSERT INTO inbound_reports (id, provider, event_id, kind, raw, bytes, email_id)
                SELECT $1, $2, $3, $4, $5::bytea, octet_length($5::bytea), $6
                  FROM earlier
                 WHERE messages < $7 AND (bytes = 0 OR bytes + octet_length($5::bytea) <= $8)
                    ON CONFLICT (provider, event_id) DO NOTHING
                RETURNING 1)
            SELECT EXISTS (SELECT FROM stored)
                OR EXISTS (SELECT FROM inbound_reports WHERE provider = $2 AND event_id = $3)
            """;

    /** Max messages to one return path in an hour: delays and failures of an address that is forwarded to a few. */
    private static final int MAX_PER_RETURN_PATH = 10;

    /** Max bytes to one return path in a day: two reports that return the largest message whole. */
    private static final long MAX_BYTES_PER_RETURN_PATH = 50_000_000;

    /** Locks due reports in the order of their arrival, as many as fit into {@code $2} bytes, but at least one. */
    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT id, bytes FROM inbound_reports WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED),
            fitting AS (
                SELECT id, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM due)
            SELECT id, provider, event_id, kind, raw, received_at, tries
              FROM inbound_reports JOIN fitting USING (id)
             WHERE before < $2
             ORDER BY id
            """;

    /**
     * Writes the outcomes. A waiting report is due again after one second, and twice as long each time: ten minutes at most,
     * half a minute when its email is being sent.
     */
    private static final String END = """
            WITH outcome AS (
                SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[]) AS outcome (id, state, note)),
            decided AS (
                SELECT id, outcome.note,
                       CASE WHEN outcome.state <> 'UNKNOWN' THEN outcome.state
                            WHEN received_at < now() - make_interval(secs => $4) THEN 'UNMATCHED'
                            ELSE 'WAITING' END AS state,
                       least(power(2, least(tries, 10)), CASE outcome.state WHEN 'UNKNOWN' THEN 600 ELSE 30 END) AS pause
                  FROM inbound_reports JOIN outcome USING (id))
            UPDATE inbound_reports
               SET state = decided.state,
                   due_at = CASE WHEN decided.state = 'WAITING' THEN now() + make_interval(secs => pause) END,
                   tries = tries + 1,
                   note = nullif(decided.note, '')
              FROM decided
             WHERE inbound_reports.id = decided.id
            """;

    private static final String RETRY_AFTER = """
            UPDATE inbound_reports
               SET state = CASE WHEN tries < $3 THEN 'WAITING' ELSE 'FAILED' END,
                   due_at = CASE WHEN tries < $3 THEN now() + make_interval(secs => power(4, tries)) END,
                   tries = tries + 1,
                   note = $2
             WHERE id = $1 AND due_at IS NOT NULL
            """;

    /** Max retries of a failed report: after one, four, sixteen and sixty-four seconds. */
    private static final int TRIES = 4;

    private static final String EXPIRE = """
            WITH reports AS (
                DELETE FROM inbound_reports
                 WHERE ctid = ANY (ARRAY(
                       SELECT ctid FROM inbound_reports
                        WHERE received_at < now() - make_interval(secs => $1) AND due_at IS NULL LIMIT $2))
                RETURNING 1),
            message_ids AS (
                DELETE FROM provider_message_ids
                 WHERE ctid = ANY (ARRAY(
                       SELECT ctid FROM provider_message_ids WHERE created_at < now() - make_interval(secs => $1) LIMIT $2))
                RETURNING 1)
            SELECT greatest((SELECT count(*) FROM reports), (SELECT count(*) FROM message_ids)) >= $2
            """;

    /** Counts the backlog, up to a limit of rows. */
    private static final String DEPTH = """
            SELECT count(*) FILTER (WHERE due_at <= now()) AS due, count(*) FILTER (WHERE due_at > now()) AS waiting,
                   greatest(0, coalesce(extract(epoch FROM now() - min(due_at)), 0))::bigint AS oldest
              FROM (SELECT due_at FROM inbound_reports WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 100000) waiting
            """;

    /**
     * The backlog of reports.
     *
     * @param due number of reports to be processed now
     * @param oldestSeconds the time the oldest of those has been due
     * @param waiting number of reports that wait for their email
     */
    record Depth(long due, long oldestSeconds, long waiting) {}

    Future<Depth> depth(SqlClient db) {
        return db.preparedQuery(DEPTH)
                .mapping(row -> new Depth(row.getLong("due"), row.getLong("oldest"), row.getLong("waiting")))
                .execute()
                .map(rows -> rows.iterator().next());
    }

    /** Completes with true when the report was not there before; outside a transaction, once it is committed. */
    Future<Boolean> insert(SqlClient db, RawReport report) {
        return db.preparedQuery(INSERT)
                .execute(Tuple.of(report.id(), report.provider(), report.eventId(), report.kind(), report.raw()))
                .map(rows -> rows.rowCount() == 1);
    }

    /**
     * Completes with true when the message to the return path of the email is there, once it is committed; with false when the
     * return path may get no more for now. Messages that are stored at the same time do not see each other.
     */
    Future<Boolean> insert(SqlClient db, RawReport report, EmailId returnPath) {
        return db.preparedQuery(INSERT_FOR_RETURN_PATH)
                .execute(Tuple.of(
                        report.id(),
                        report.provider(),
                        report.eventId(),
                        report.kind(),
                        report.raw(),
                        returnPath.value(),
                        MAX_PER_RETURN_PATH,
                        MAX_BYTES_PER_RETURN_PATH))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    /** Locks due reports; those locked by another node are skipped. */
    Future<List<RawReport>> lockDue(SqlClient tx, int limit, long bytes) {
        return tx.preparedQuery(CLAIM)
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

    /** Writes the outcomes; a waiting report gives up on its email after {@code rematch}. */
    Future<Void> end(SqlClient tx, List<ReportOutcome> outcomes, Duration rematch) {
        return tx.preparedQuery(END)
                .execute(Tuple.tuple()
                        .addArrayOfUUID(outcomes.stream().map(ReportOutcome::id).toArray(UUID[]::new))
                        .addArrayOfString(outcomes.stream()
                                .map(outcome -> outcome.state().name())
                                .toArray(String[]::new))
                        .addArrayOfString(
                                outcomes.stream().map(ReportOutcome::note).toArray(String[]::new))
                        .addDouble(Columns.seconds(rematch)))
                .mapEmpty();
    }

    /** Makes a failed report due again a few times, after growing pauses. */
    Future<Void> retryAfter(SqlClient db, RawReport report, String note) {
        return db.preparedQuery(RETRY_AFTER)
                .execute(Tuple.of(report.id(), note, TRIES))
                .mapEmpty();
    }

    /** Deletes old reports; completes with whether there may be more. */
    Future<Boolean> expire(SqlClient db, Duration retention, int limit) {
        return db.preparedQuery(EXPIRE)
                .execute(Tuple.of(Columns.seconds(retention), limit))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }
}
