package io.godwit.sending.rendering;

import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.content.ContentTextsStore;
import io.godwit.sending.content.EmailContent;
import io.godwit.sending.content.RecipientFieldsStore;
import io.godwit.sending.content.SmtpSubmissionStore;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.Header;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reads {@code contents} and their {@code attachments}, many at once. */
public final class ContentStore {

    private static final String CONTENTS = """
            SELECT requested.project_id, content.*,
                   EXISTS (SELECT FROM attachments
                            WHERE attachments.project_id = requested.project_id AND content_id = requested.id) AS has_files
              FROM unnest($1::uuid[], $2::uuid[]) AS requested (project_id, id)
             CROSS JOIN LATERAL (SELECT id, subject, from_email, from_name, reply_to, headers, recipients, smtp, %s
                                   FROM contents
                                  WHERE project_id = requested.project_id AND id = requested.id
                                 OFFSET 0) content
            """.formatted(ContentTextsStore.COLUMNS);

    private static final String ATTACHMENTS = """
            SELECT file.*
              FROM unnest($1::uuid[], $2::uuid[]) AS requested (project_id, id)
             CROSS JOIN LATERAL (SELECT content_id, filename, content_type, disposition, cid, bytes
                                   FROM attachments
                                  WHERE project_id = requested.project_id AND content_id = requested.id
                                  ORDER BY position) file
            """;

    private final WorkerExecutor workers;

    /** @param workers decompress large contents */
    public ContentStore(WorkerExecutor workers) {
        this.workers = workers;
    }

    /** The key of a content. */
    public record Key(ProjectId project, ContentId id) {}

    /** Completes with the contents that exist. */
    public Future<Map<ContentId, EmailContent>> load(SqlClient db, List<Key> wanted) {
        return db.preparedQuery(CONTENTS).execute(keys(wanted)).compose(rows -> files(db, rows)
                .compose(files -> ContentTextsStore.reading(workers, rows, () -> contents(rows, files))));
    }

    private static Future<Map<UUID, List<Attachment>>> files(SqlClient db, RowSet<Row> contents) {
        var having = new ArrayList<Key>();
        contents.forEach(row -> {
            if (row.getBoolean("has_files")) {
                having.add(key(row));
            }
        });
        return having.isEmpty()
                ? Future.succeededFuture(Map.of())
                : db.preparedQuery(ATTACHMENTS).execute(keys(having)).map(ContentStore::files);
    }

    private static Map<UUID, List<Attachment>> files(RowSet<Row> rows) {
        var contentToFiles = new HashMap<UUID, List<Attachment>>();
        rows.forEach(row -> contentToFiles
                .computeIfAbsent(row.getUUID("content_id"), ignored -> new ArrayList<>())
                .add(attachment(row)));
        return contentToFiles;
    }

    private static Attachment attachment(Row row) {
        return new Attachment(
                row.getString("filename"),
                row.getString("content_type"),
                row.getString("disposition").equals("inline"),
                Optional.ofNullable(row.getString("cid")),
                row.getBuffer("bytes").getBytes());
    }

    private static Map<ContentId, EmailContent> contents(RowSet<Row> rows, Map<UUID, List<Attachment>> files) {
        var idToContent = new HashMap<ContentId, EmailContent>();
        rows.forEach(
                row -> idToContent.put(key(row).id(), content(row, files.getOrDefault(row.getUUID("id"), List.of()))));
        return idToContent;
    }

    private static EmailContent content(Row row, List<Attachment> files) {
        var sender = new NamedAddress(
                Optional.ofNullable(row.getString("from_name")), new EmailAddress(row.getString("from_email")));
        var texts = ContentTextsStore.read(row);
        return new EmailContent(
                key(row).project(),
                key(row).id(),
                row.getString("subject"),
                texts.body().orElseThrow(),
                texts.text(),
                sender,
                Optional.ofNullable(row.getString("reply_to")),
                RecipientFieldsStore.read(row.getJsonObject("recipients")),
                headers(row.getJsonArray("headers")),
                files,
                SmtpSubmissionStore.read(row.getJsonObject("smtp"), texts));
    }

    private static List<Header> headers(JsonArray headers) {
        return headers.stream()
                .map(JsonObject.class::cast)
                .map(header -> new Header(header.getString("name"), header.getString("value")))
                .toList();
    }

    private static Key key(Row row) {
        return new Key(new ProjectId(row.getUUID("project_id")), new ContentId(row.getUUID("id")));
    }

    private static Tuple keys(List<Key> wanted) {
        return Tuple.tuple()
                .addArrayOfUUID(
                        wanted.stream().map(key -> key.project().value()).toArray(UUID[]::new))
                .addArrayOfUUID(wanted.stream().map(key -> key.id().value()).toArray(UUID[]::new));
    }
}
