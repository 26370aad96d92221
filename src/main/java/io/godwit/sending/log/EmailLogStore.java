package io.godwit.sending.log;

import io.godwit.core.MessageIdCodec;
import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.EventId;
import io.godwit.sending.content.ContentTextsStore;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** Reads the {@code emails} table with its contents, attempts and events. */
final class EmailLogStore {

    /**
     * Joins the data around each row. LATERAL with OFFSET 0 keeps the planner at one look-up per row of the page, whatever its
     * statistics say.
     */
    private static final String AROUND = """
              LEFT JOIN LATERAL (SELECT attempt_started, last_reply,
                                        CASE WHEN lane < 3 AND refusal IS NULL AND (lease_until IS NULL OR lease_until <= now())
                                             THEN due_at END AS next_attempt_at
                                   FROM outbox
                                  WHERE project_id = e.project_id AND email_id = e.id OFFSET 0) queued ON true
              LEFT JOIN LATERAL (SELECT campaigns.status AS campaign FROM campaigns
                                  WHERE campaigns.project_id = e.project_id AND campaigns.id = e.campaign_id
                                 OFFSET 0) origin ON true
              LEFT JOIN LATERAL (SELECT workflow_id FROM executions
                                  WHERE executions.project_id = e.project_id AND executions.id = e.execution_id
                                 OFFSET 0) execution ON true
              LEFT JOIN LATERAL (SELECT subscribed FROM contacts
                                  WHERE project_id = e.project_id AND id = e.contact_id OFFSET 0) contact ON true
              JOIN LATERAL (SELECT name AS project_name, language FROM projects
                             WHERE id = e.project_id OFFSET 0) project ON true
              LEFT JOIN LATERAL (SELECT subject, recipients, from_email, from_name, reply_to, headers, smtp, body, text_body, raw, compressed, size
                                   FROM contents
                                  WHERE project_id = e.project_id AND id = e.content_id OFFSET 0) content ON true
            """;

    private static final String LIST = """
            SELECT e.*, queued.attempt_started, queued.last_reply, queued.next_attempt_at, origin.campaign, execution.workflow_id, contact.subscribed, project.*, content.subject, NULL AS body, NULL AS text_body,
                   NULL::jsonb AS recipients, content.from_email,
                   content.from_name, content.reply_to, content.headers, content.smtp, NULL::bytea AS raw, NULL::bytea AS compressed
              FROM (%s) e
            """ + AROUND + " ORDER BY e.id DESC";

    /** Max emails of a campaign that are read and sorted for one page, some 0.05 s. */
    private static final int GATHERED = 20_000;

    /**
     * The ids between which a campaign's emails were created, when there are more. They are created in the order of contacts,
     * so the first and last tell; plus ten minutes for a clock that was set meanwhile.
     */
    private static final String SPAN = """
            SELECT uuid_v7_floor(uuid_v7_time(first.id) - interval '10 minutes'), uuid_v7_floor(uuid_v7_time(last.id) + interval '10 minutes')
              FROM (SELECT id FROM emails WHERE project_id = $1 AND campaign_id = $2 ORDER BY contact_id LIMIT 1) AS first
             CROSS JOIN (SELECT id FROM emails WHERE project_id = $1 AND campaign_id = $2 ORDER BY contact_id DESC LIMIT 1) AS last
             WHERE EXISTS (SELECT FROM emails WHERE project_id = $1 AND campaign_id = $2 ORDER BY contact_id OFFSET $3 LIMIT 1)
            """;

    private static final String FIND = """
            SELECT e.*, queued.attempt_started, queued.last_reply, queued.next_attempt_at, origin.campaign, execution.workflow_id, contact.subscribed, project.*, content.*
              FROM emails e
            """ + AROUND + " WHERE e.project_id = $1 AND e.id = $2";

    private static final String FILES = """
            SELECT filename, content_type, disposition, cid, octet_length(bytes)::bigint AS size
              FROM attachments
             WHERE project_id = $1 AND content_id = $2
             ORDER BY position
            """;

    /** Selects also the acceptance at the first attempt by a relay, which is in the email's own row; no attempt follows it. */
    private static final String ATTEMPTS = """
            SELECT fence, attempt, outcome, stage, code, enhanced, reply, evidence, NULL AS acceptance, created_at
              FROM email_attempts
             WHERE project_id = $1 AND email_id = $2
             UNION ALL
            SELECT NULL, 1, 'SENT', 'DOT', NULL, NULL, reply, NULL, acceptance, sent_at
              FROM emails
             WHERE project_id = $1 AND id = $2 AND acceptance IS NOT NULL
             ORDER BY fence NULLS LAST
            """;

    /** Selects the newest events, oldest first: an email that is opened over and over must not fill the answer. */
    private static final String EVENTS = """
            SELECT * FROM (SELECT id, name, data, created_at FROM events
                            WHERE project_id = $1 AND email_id = $2 ORDER BY id DESC LIMIT 100) newest
             ORDER BY id
            """;

    private final EmailRows logged;
    private final WorkerExecutor workers;

    /** @param workers decompress large contents */
    EmailLogStore(MessageIdCodec ids, WorkerExecutor workers) {
        this.logged = new EmailRows(ids);
        this.workers = workers;
    }

    /** Lists the newest emails first, without their bodies; a scan reads at most {@code lookedAt} rows. */
    Future<List<LoggedEmail>> list(SqlClient db, Tenant tenant, EmailFilter filter, int limit, int lookedAt) {
        var where = new EmailQuery(tenant, filter);
        return db.preparedQuery(LIST.formatted(where.rows(limit, lookedAt)))
                .execute(where.parameters())
                .map(rows -> all(rows, logged::email));
    }

    /** The newest emails of a scan, and the number of all that match. */
    record CountedEmails(List<LoggedEmail> emails, long total) {}

    /** Lists as {@link #list} does, and counts the matches among the scanned rows, in one scan. */
    Future<CountedEmails> counted(SqlClient db, Tenant tenant, EmailFilter filter, int limit, int lookedAt) {
        var where = new EmailQuery(tenant, filter);
        return db.preparedQuery(LIST.formatted(where.countedRows(limit, lookedAt)))
                .execute(where.parameters())
                .map(rows -> new CountedEmails(
                        all(rows, logged::email),
                        rows.size() == 0 ? 0 : rows.iterator().next().getLong("total")));
    }

    /** Counts the matching emails, up to {@code max}. */
    Future<Long> count(SqlClient db, Tenant tenant, EmailFilter filter, int max) {
        var where = new EmailQuery(tenant, filter);
        return db.preparedQuery(where.count(max))
                .execute(where.parameters())
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /** Returns the last row that a scan of {@code lookedAt} rows reads; empty when it reaches the end of the log. */
    Future<Optional<EmailId>> last(SqlClient db, Tenant tenant, EmailFilter filter, int lookedAt) {
        var where = new EmailQuery(tenant, filter.path());
        return db.preparedQuery(where.last(lookedAt))
                .execute(where.parameters())
                .map(rows ->
                        all(rows, row -> new EmailId(row.getUUID(0))).stream().findFirst());
    }

    /** Returns the filter, limited to the time range of its campaign's emails when there are many. */
    Future<EmailFilter> spanned(SqlClient db, Tenant tenant, EmailFilter filter) {
        if (filter.campaign().isEmpty()) {
            return Future.succeededFuture(filter);
        }
        return db.preparedQuery(SPAN)
                .execute(Tuple.of(tenant.project().value(), filter.campaign().get(), GATHERED))
                .map(rows ->
                        all(rows, row -> filter.within(new EmailId(row.getUUID(0)), new EmailId(row.getUUID(1))))
                                .stream()
                                .findFirst()
                                .orElse(filter));
    }

    Future<Optional<LoggedEmail>> find(SqlClient db, Tenant tenant, EmailId id) {
        return db.preparedQuery(FIND)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .compose(rows -> ContentTextsStore.reading(
                        workers, rows, () -> all(rows, logged::email).stream().findFirst()));
    }

    Future<List<EmailDetail.File>> files(SqlClient db, Tenant tenant, LoggedEmail email) {
        return db.preparedQuery(FILES)
                .execute(Tuple.of(tenant.project().value(), email.content().value()))
                .map(rows -> all(rows, EmailLogStore::file));
    }

    Future<List<EmailDetail.Attempt>> attempts(SqlClient db, Tenant tenant, EmailId id) {
        return db.preparedQuery(ATTEMPTS)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> all(rows, AttemptRows::attempt));
    }

    Future<List<EmailDetail.EmailEvent>> events(SqlClient db, Tenant tenant, EmailId id) {
        return db.preparedQuery(EVENTS)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> all(rows, EmailLogStore::event));
    }

    private static <T> List<T> all(RowSet<Row> rows, Function<Row, T> reader) {
        return StreamSupport.stream(rows.spliterator(), false).map(reader).toList();
    }

    private static EmailDetail.File file(Row row) {
        return new EmailDetail.File(
                row.getString("filename"),
                row.getString("content_type"),
                row.getString("disposition"),
                Optional.ofNullable(row.getString("cid")),
                row.getLong("size"));
    }

    private static EmailDetail.EmailEvent event(Row row) {
        return new EmailDetail.EmailEvent(
                new EventId(row.getUUID("id")),
                row.getString("name"),
                row.getValue("data"),
                row.getOffsetDateTime("created_at").toInstant());
    }
}
