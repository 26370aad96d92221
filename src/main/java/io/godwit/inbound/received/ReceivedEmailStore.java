package io.godwit.inbound.received;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.log.ReceivedDetail;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads and writes the {@code received_emails} table and the {@code emails} rows it belongs to. */
final class ReceivedEmailStore {

    /** Inserts the log row; a received email is not rendered, so its variables are empty. */
    private static final String EMAIL = """
            INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status)
            VALUES ($1, $2, $3, $4, 'INBOUND', 'TRANSACTIONAL', $5, 'RECEIVED')
            """;

    private static final String RECEIVED = """
            INSERT INTO received_emails (project_id, email_id, message_id, in_reply_to, reference_ids, in_reply_to_email_id, envelope_from,
                                         recipients, text_body, spf, dkim, dmarc, spam, virus, automatic, content_unavailable, doubt,
                                         received_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
            """;

    private static final String ANSWERED = """
            SELECT id FROM emails JOIN unnest($2::uuid[]) WITH ORDINALITY AS named (id, position) USING (id)
             WHERE project_id = $1
             ORDER BY position
             LIMIT 1
            """;

    /**
     * Finds an email of the same author with the same Message-ID, within a day; for a whole email only one whose content is
     * missing.
     */
    private static final String FIND_COPY = """
            SELECT emails.id
              FROM emails
              JOIN received_emails ON received_emails.project_id = emails.project_id AND received_emails.email_id = emails.id
             WHERE emails.project_id = $1 AND contact_id = $2 AND emails.id >= uuid_v7_floor(now() - interval '1 day')
               AND source = 'INBOUND' AND message_id = $3 AND ($4 OR content_unavailable IS NOT NULL)
             LIMIT 1
            """;

    private static final String RETURN_CONTENT = "UPDATE emails SET content_id = $3 WHERE project_id = $1 AND id = $2";

    /** Replaces the content and clears the findings about the header alone, which do not apply to this content. */
    private static final String COMPLETE = """
            UPDATE received_emails
               SET content_unavailable = NULL, text_body = $3, spf = $4, dkim = $5, dmarc = $6, spam = $7, virus = $8
             WHERE project_id = $1 AND email_id = $2
            """;

    private static final String FIND = "SELECT * FROM received_emails WHERE project_id = $1 AND email_id = $2";

    private static final String FILE = """
            SELECT filename, bytes
              FROM emails JOIN attachments USING (project_id, content_id)
             WHERE project_id = $1 AND emails.id = $2 AND source = 'INBOUND'
             ORDER BY position
            OFFSET $3
             LIMIT 1
            """;

    private static final String RECENT = """
            SELECT count(*) FROM emails
             WHERE project_id = $1 AND contact_id = $2 AND id >= uuid_v7_floor(now() - interval '1 hour') AND source = 'INBOUND'
            """;

    /** The content of one attachment. */
    record Download(String filename, byte[] bytes) {}

    Future<Void> insert(SqlClient tx, ReceivedEmail email, UUID content) {
        var project = email.project().value();
        return tx.preparedQuery(EMAIL)
                .execute(Tuple.of(
                        project,
                        email.id().value(),
                        email.contact().value(),
                        content,
                        email.to().value()))
                .compose(ignored -> tx.preparedQuery(RECEIVED).execute(received(email)))
                .mapEmpty();
    }

    /** Returns the email filed already with its content when this one has none, or without it when this one has. */
    Future<Optional<EmailId>> findCopy(SqlClient tx, ReceivedEmail email) {
        return email.thread().messageId().isEmpty()
                ? Future.succeededFuture(Optional.empty())
                : tx.preparedQuery(FIND_COPY)
                        .mapping(row -> new EmailId(row.getUUID(0)))
                        .execute(Tuple.of(
                                email.project().value(),
                                email.contact().value(),
                                email.thread().messageId().get(),
                                email.contentMissing().isPresent()))
                        .map(rows -> rows.stream().findFirst());
    }

    /** Adds the content to an email that was filed by its header. */
    Future<Void> complete(SqlClient tx, EmailId filed, ReceivedEmail whole, UUID content) {
        var project = whole.project().value();
        return tx.preparedQuery(RETURN_CONTENT)
                .execute(Tuple.of(project, filed.value(), content))
                .compose(ignored -> tx.preparedQuery(COMPLETE)
                        .execute(Tuple.tuple()
                                .addUUID(project)
                                .addUUID(filed.value())
                                .addString(whole.text().orElse(null))
                                .addString(whole.verdicts().get("spf"))
                                .addString(whole.verdicts().get("dkim"))
                                .addString(whole.verdicts().get("dmarc"))
                                .addString(whole.verdicts().get("spam"))
                                .addString(whole.verdicts().get("virus"))))
                .mapEmpty();
    }

    private static Tuple received(ReceivedEmail email) {
        var thread = email.thread();
        return Tuple.tuple()
                .addUUID(email.project().value())
                .addUUID(email.id().value())
                .addString(thread.messageId().orElse(null))
                .addString(thread.inReplyTo().orElse(null))
                .addArrayOfString(thread.references().toArray(String[]::new))
                .addUUID(thread.answers().map(EmailId::value).orElse(null))
                .addString(email.envelopeFrom())
                .addArrayOfString(email.recipients().toArray(String[]::new))
                .addString(email.text().orElse(null))
                .addString(email.verdicts().get("spf"))
                .addString(email.verdicts().get("dkim"))
                .addString(email.verdicts().get("dmarc"))
                .addString(email.verdicts().get("spam"))
                .addString(email.verdicts().get("virus"))
                .addBoolean(email.automatic())
                .addString(email.contentMissing().orElse(null))
                .addString(email.doubt().orElse(null))
                .addOffsetDateTime(email.receivedAt().atOffset(ZoneOffset.UTC));
    }

    /** Returns the first of these emails that the project has. */
    Future<Optional<EmailId>> answered(SqlClient db, ProjectId project, List<EmailId> named) {
        var ids = named.stream().map(EmailId::value).toArray(UUID[]::new);
        return db.preparedQuery(ANSWERED)
                .mapping(row -> new EmailId(row.getUUID(0)))
                .execute(Tuple.of(project.value(), (Object) ids))
                .map(rows -> rows.stream().findFirst());
    }

    /** Counts the emails of a contact within the last hour. */
    Future<Long> recent(SqlClient db, ProjectId project, ContactId contact) {
        return db.preparedQuery(RECENT)
                .execute(Tuple.of(project.value(), contact.value()))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    Future<Optional<ReceivedDetail>> find(SqlClient db, Tenant tenant, EmailId id) {
        return db.preparedQuery(FIND)
                .mapping(ReceivedEmailStore::inbound)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> rows.stream().findFirst());
    }

    /** Returns a file of a received email by its index, from 0. */
    Future<Optional<Download>> file(SqlClient db, Tenant tenant, EmailId id, int position) {
        return db.preparedQuery(FILE)
                .mapping(row -> new Download(
                        row.getString("filename"),
                        row.get(Buffer.class, "bytes").getBytes()))
                .execute(Tuple.of(tenant.project().value(), id.value(), position))
                .map(rows -> rows.stream().findFirst());
    }

    private static ReceivedDetail inbound(Row row) {
        return new ReceivedDetail(
                text(row, "message_id"),
                text(row, "in_reply_to"),
                Arrays.asList(row.getArrayOfStrings("reference_ids")),
                Optional.ofNullable(row.getUUID("in_reply_to_email_id")).map(EmailId::new),
                row.getString("envelope_from"),
                Arrays.asList(row.getArrayOfStrings("recipients")),
                text(row, "text_body"),
                text(row, "spf"),
                text(row, "dkim"),
                text(row, "dmarc"),
                text(row, "spam"),
                text(row, "virus"),
                row.getBoolean("automatic"),
                text(row, "content_unavailable"),
                text(row, "doubt"),
                row.get(OffsetDateTime.class, "received_at").toInstant());
    }

    private static Optional<String> text(Row row, String column) {
        return Optional.ofNullable(row.getString(column));
    }
}
