package io.godwit.sending;

import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.Header;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.reflect.Array;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes new emails, one statement per table however many rows: the arrays of a statement are its columns. Also marks the email
 * by which its recipient unsubscribed. Every method runs on the client it is given, so the caller owns the transaction.
 */
public final class OutboxStore {

    private static final String CONTENTS = """
            INSERT INTO contents (project_id, id, subject, body, from_email, from_name, reply_to, headers, text_body, recipients,
                                  raw, smtp, compressed, size)
            SELECT c.project_id, c.id, c.subject, c.body, c.from_email, c.from_name, c.reply_to, c.headers::jsonb, c.text_body,
                   c.recipients::jsonb, c.raw, c.smtp::jsonb, c.compressed, c.size
              FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                          $9::text[], $10::text[], $11::bytea[], $12::text[], $13::bytea[], $14::integer[])
                   AS c (project_id, id, subject, body, from_email, from_name, reply_to, headers, text_body, recipients,
                         raw, smtp, compressed, size)
            ON CONFLICT (project_id, id) DO NOTHING
            """;

    private static final String ATTACHMENTS = """
            INSERT INTO attachments (project_id, content_id, position, filename, content_type, disposition, cid, bytes)
            SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bytea[])
            """;

    private static final String EMAILS = """
            INSERT INTO emails (project_id, id, contact_id, content_id, template_id, source, email_class, to_email, to_name,
                                variables, tracking, request_id, execution_id, scheduled_at)
            SELECT e.project_id, e.id, e.contact_id, e.content_id, e.template_id, e.source, e.email_class, e.to_email, e.to_name,
                   e.variables::jsonb, e.tracking, e.request_id, e.execution_id, e.scheduled_at
              FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[],
                          $10::text[], $11::boolean[], $12::text[], $13::uuid[], $14::timestamptz[])
                   AS e (project_id, id, contact_id, content_id, template_id, source, email_class, to_email, to_name,
                         variables, tracking, request_id, execution_id, scheduled_at)
            """;

    /**
     * Inserts outbox rows. The age of a scheduled email counts from its scheduled time, so it is retried as long as any other.
     */
    private static final String OUTBOX = """
            INSERT INTO outbox (project_id, email_id, lane, due_at, created_at, destination)
            SELECT project_id, email_id, lane, coalesce(scheduled_at, now()), coalesce(scheduled_at, now()),
                   coalesce(destination, 0)
              FROM unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::timestamptz[], $5::text[])
                   AS queued (project_id, email_id, lane, scheduled_at, domain)
              LEFT JOIN destination_domains USING (domain)
            """;

    private static final String TRACES = """
            UPDATE outbox
               SET trace_context = traced.trace_context
              FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS traced (project_id, email_id, trace_context)
             WHERE outbox.project_id = traced.project_id AND outbox.email_id = traced.email_id
            """;

    private static final String MARK_UNSUBSCRIBED = """
            UPDATE emails SET unsubscribed_at = now()
             WHERE project_id = $1 AND id = $2 AND unsubscribed_at IS NULL
            """;

    /**
     * Inserts contents, and skips those that exist: a content's id determines its content. Contents are sorted, so that two
     * batches that share the contents of two templates cannot deadlock; here, because PostgreSQL would sort the bodies with them.
     */
    public Future<Void> insertContents(SqlClient db, List<StoredContent> unsorted) {
        var rows = unsorted.stream()
                .sorted(Comparator.comparing(stored -> stored.id().value()))
                .toList();
        var contents = rows.stream().map(StoredContent::content).toList();
        return db.preparedQuery(CONTENTS)
                .execute(Tuple.of(
                        uuids(contents, content -> content.project().value()),
                        uuids(contents, content -> content.id().value()),
                        texts(contents, EmailContent::subject),
                        texts(
                                rows,
                                stored -> stored.isCompressed()
                                        ? null
                                        : stored.content().body()),
                        texts(contents, content -> content.from().address().value()),
                        texts(contents, content -> content.from().name().orElse(null)),
                        texts(contents, content -> content.replyTo().orElse(null)),
                        texts(contents, content -> headers(content.headers())),
                        texts(
                                rows,
                                stored -> stored.isCompressed()
                                        ? null
                                        : stored.content().text().orElse(null)),
                        texts(contents, OutboxStore::recipients),
                        column(rows, Buffer.class, stored -> stored.content()
                                .raw()
                                .filter(ignored -> !stored.isCompressed())
                                .map(Buffer::buffer)
                                .orElse(null)),
                        texts(contents, content -> content.smtp()
                                .map(smtp -> SmtpSubmissionStore.write(smtp).encode())
                                .orElse(null)),
                        column(rows, Buffer.class, stored -> stored.compressedTexts()
                                .map(texts -> Buffer.buffer(texts.octets()))
                                .orElse(null)),
                        column(rows, Integer.class, stored -> stored.compressedTexts()
                                .map(CompressedTexts::size)
                                .orElse(null))))
                .mapEmpty();
    }

    /** One attachment of one content. */
    public record Part(EmailContent content, int position, Attachment file) {}

    public Future<Void> insertAttachments(SqlClient db, List<Part> parts) {
        return db.preparedQuery(ATTACHMENTS)
                .execute(Tuple.of(
                        uuids(parts, part -> part.content().project().value()),
                        uuids(parts, part -> part.content().id().value()),
                        column(parts, Short.class, part -> (short) part.position()),
                        texts(parts, part -> part.file().filename()),
                        texts(parts, part -> part.file().contentType()),
                        texts(parts, part -> part.file().inline() ? "inline" : "attachment"),
                        texts(parts, part -> part.file().contentId().orElse(null)),
                        column(
                                parts,
                                Buffer.class,
                                part -> Buffer.buffer(part.file().bytes()))))
                .mapEmpty();
    }

    Future<Void> insertEmails(SqlClient db, List<NewEmail> emails) {
        return db.preparedQuery(EMAILS)
                .execute(Tuple.of(
                        uuids(emails, email -> email.project().value()),
                        uuids(emails, email -> email.id().value()),
                        uuids(emails, email -> email.contact().value()),
                        uuids(emails, email -> email.content().value()),
                        uuids(emails, OutboxStore::template),
                        texts(emails, email -> email.source().name()),
                        texts(emails, email -> email.type().name()),
                        texts(emails, email -> email.to().value()),
                        texts(emails, email -> email.toName().orElse(null)),
                        texts(emails, email -> variables(email.persistentData(), email.transientData())),
                        column(emails, Boolean.class, email -> email.tracking().orElse(null)),
                        texts(emails, NewEmail::requestId),
                        uuids(emails, OutboxStore::execution),
                        times(emails)))
                .mapEmpty();
    }

    Future<Void> insertOutbox(SqlClient db, List<NewEmail> emails) {
        return db.preparedQuery(OUTBOX)
                .execute(Tuple.of(
                        uuids(emails, email -> email.project().value()),
                        uuids(emails, email -> email.id().value()),
                        column(emails, Short.class, email -> email.source().lane()),
                        times(emails),
                        texts(emails, email -> email.to().domain())))
                .mapEmpty();
    }

    /** Writes the trace contexts of traced emails to their outbox rows; apart from these, because few emails are traced. */
    Future<Void> insertTraces(SqlClient db, List<NewEmail> traced) {
        return db.preparedQuery(TRACES)
                .execute(Tuple.of(
                        uuids(traced, email -> email.project().value()),
                        uuids(traced, email -> email.id().value()),
                        texts(traced, email -> email.trace().orElseThrow().traceparent())))
                .mapEmpty();
    }

    /** Sets the time at which the recipient unsubscribed by this email; later calls change nothing. */
    Future<Void> markUnsubscribed(SqlClient tx, Tenant tenant, EmailId email) {
        return tx.preparedQuery(MARK_UNSUBSCRIBED)
                .execute(Tuple.of(tenant.project().value(), email.value()))
                .mapEmpty();
    }

    private static @Nullable UUID template(NewEmail email) {
        return email.template().isPresent() ? email.template().get().value() : null;
    }

    private static @Nullable UUID execution(NewEmail email) {
        return email.execution().isPresent() ? email.execution().get().value() : null;
    }

    /** Writes the member {@code once} only when it holds a value: its removal then leaves a mark. */
    private static String variables(
            Map<String, @Nullable Object> persistentData, Map<String, @Nullable Object> transientData) {
        var variables = new JsonObject().put("kept", persistentData);
        return (transientData.isEmpty() ? variables : variables.put("once", transientData)).encode();
    }

    private static String headers(List<Header> headers) {
        var list = new JsonArray();
        headers.forEach(
                header -> list.add(new JsonObject().put("name", header.name()).put("value", header.value())));
        return Json.encode(list);
    }

    private static @Nullable String recipients(EmailContent content) {
        return content.destination().isPresent()
                ? DestinationFieldsStore.json(content.destination().get())
                : null;
    }

    private static OffsetDateTime[] times(List<NewEmail> emails) {
        return column(emails, OffsetDateTime.class, email -> email.scheduledAt()
                .map(at -> at.atOffset(ZoneOffset.UTC))
                .orElse(null));
    }

    private static <R> UUID[] uuids(List<R> rows, Function<R, @Nullable UUID> value) {
        return column(rows, UUID.class, value);
    }

    private static <R> String[] texts(List<R> rows, Function<R, @Nullable String> value) {
        return column(rows, String.class, value);
    }

    @SuppressWarnings("unchecked")
    private static <R, V> V[] column(List<R> rows, Class<V> type, Function<R, @Nullable V> value) {
        var column = (V[]) Array.newInstance(type, rows.size());
        for (var at = 0; at < column.length; at++) {
            column[at] = value.apply(rows.get(at));
        }
        return column;
    }
}
