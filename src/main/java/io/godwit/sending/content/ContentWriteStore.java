package io.godwit.sending.content;

import io.godwit.db.Columns;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.Header;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes new contents with their attachments, one statement per table however many rows. Every method runs on the client it is
 * given, so the caller owns the transaction.
 */
public final class ContentWriteStore {

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
                        Columns.uuids(contents, content -> content.project().value()),
                        Columns.uuids(contents, content -> content.id().value()),
                        Columns.texts(contents, EmailContent::subject),
                        Columns.texts(
                                rows,
                                stored -> stored.isCompressed()
                                        ? null
                                        : stored.content().body()),
                        Columns.texts(
                                contents, content -> content.from().address().value()),
                        Columns.texts(contents, content -> content.from().name().orElse(null)),
                        Columns.texts(contents, content -> content.replyTo().orElse(null)),
                        Columns.texts(contents, content -> headers(content.headers())),
                        Columns.texts(
                                rows,
                                stored -> stored.isCompressed()
                                        ? null
                                        : stored.content().text().orElse(null)),
                        Columns.texts(contents, ContentWriteStore::recipients),
                        Columns.column(rows, Buffer.class, stored -> stored.content()
                                .raw()
                                .filter(ignored -> !stored.isCompressed())
                                .map(Buffer::buffer)
                                .orElse(null)),
                        Columns.texts(contents, content -> content.smtp()
                                .map(smtp -> SmtpSubmissionStore.write(smtp).encode())
                                .orElse(null)),
                        Columns.column(rows, Buffer.class, stored -> stored.compressedTexts()
                                .map(texts -> Buffer.buffer(texts.octets()))
                                .orElse(null)),
                        Columns.column(rows, Integer.class, stored -> stored.compressedTexts()
                                .map(CompressedTexts::size)
                                .orElse(null))))
                .mapEmpty();
    }

    /** One attachment of one content. */
    public record Part(EmailContent content, int position, Attachment file) {}

    /** Inserts attachments; their contents must have been inserted in the same transaction, or before. */
    public Future<Void> insertAttachments(SqlClient db, List<Part> parts) {
        return db.preparedQuery(ATTACHMENTS)
                .execute(Tuple.of(
                        Columns.uuids(parts, part -> part.content().project().value()),
                        Columns.uuids(parts, part -> part.content().id().value()),
                        Columns.column(parts, Short.class, part -> (short) part.position()),
                        Columns.texts(parts, part -> part.file().filename()),
                        Columns.texts(parts, part -> part.file().contentType()),
                        Columns.texts(parts, part -> part.file().inline() ? "inline" : "attachment"),
                        Columns.texts(parts, part -> part.file().contentId().orElse(null)),
                        Columns.column(
                                parts,
                                Buffer.class,
                                part -> Buffer.buffer(part.file().bytes()))))
                .mapEmpty();
    }

    private static String headers(List<Header> headers) {
        var list = new JsonArray();
        headers.forEach(
                header -> list.add(new JsonObject().put("name", header.name()).put("value", header.value())));
        return Json.encode(list);
    }

    private static @Nullable String recipients(EmailContent content) {
        return content.recipients().isPresent()
                ? RecipientFieldsStore.json(content.recipients().get())
                : null;
    }
}
