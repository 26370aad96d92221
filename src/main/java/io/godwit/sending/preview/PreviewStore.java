package io.godwit.sending.preview;

import io.godwit.core.EmailAddress;
import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.templates.EmailClass;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The {@code previews} table: drafts rendered in the last ten minutes. */
final class PreviewStore {

    /** The number of previews a project keeps; each is some 4 MB at most, and only the newest are looked at. */
    private static final int MAX_OF_PROJECT = 20;

    private static final String AGE = "interval '10 minutes'";

    private static final String INSERT = """
            INSERT INTO previews (project_id, id, subject, body, from_email, from_name, reply_to, email_class, variables, html)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::text::jsonb, $10)
            """;

    private static final String TRIM = """
            DELETE FROM previews
             WHERE project_id = $1
               AND id <= (SELECT id FROM previews WHERE project_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)
            """;

    private static final String FIND =
            "SELECT %s FROM previews WHERE project_id = $1 AND id = $2 AND created_at > now() - " + AGE;

    /** Inserts a preview and deletes those of the project that are too many. */
    Future<Void> insert(
            SqlClient tx,
            Tenant tenant,
            UUID id,
            EmailDraft draft,
            Map<String, @Nullable Object> persistentData,
            Map<String, @Nullable Object> transientData,
            String html) {
        return tx.preparedQuery(INSERT)
                .execute(Tuple.tuple()
                        .addUUID(tenant.project().value())
                        .addUUID(id)
                        .addString(draft.subject())
                        .addString(draft.body())
                        .addString(draft.from().map(EmailAddress::value).orElse(null))
                        .addString(draft.fromName().orElse(null))
                        .addString(draft.replyTo().map(EmailAddress::value).orElse(null))
                        .addString(draft.type().name())
                        .addString(Json.write(Map.of("kept", persistentData, "once", transientData)))
                        .addString(html))
                .compose(ignored ->
                        tx.preparedQuery(TRIM).execute(Tuple.of(tenant.project().value(), MAX_OF_PROJECT)))
                .mapEmpty();
    }

    Future<Optional<String>> html(SqlClient db, Tenant tenant, UUID id) {
        return db.preparedQuery(FIND.formatted("html"))
                .mapping(row -> row.getString(0))
                .execute(Tuple.of(tenant.project().value(), id))
                .map(rows -> rows.stream().findFirst());
    }

    /** Finds a preview as a test email. */
    Future<Optional<StoredDraft>> draft(SqlClient db, Tenant tenant, UUID id) {
        return db.preparedQuery(
                        FIND.formatted("subject, body, from_email, from_name, reply_to, email_class, variables::text"))
                .mapping(PreviewStore::draft)
                .execute(Tuple.of(tenant.project().value(), id))
                .map(rows -> rows.stream().findFirst());
    }

    /** A draft and the values it was rendered with. */
    record StoredDraft(
            EmailDraft draft,
            Map<String, @Nullable Object> persistentData,
            Map<String, @Nullable Object> transientData) {

        TestEmail from(EmailAddress sender) {
            return new TestEmail(
                    draft.subject(),
                    draft.body(),
                    sender,
                    draft.fromName(),
                    draft.replyTo(),
                    draft.type(),
                    Optional.of(persistentData),
                    transientData);
        }
    }

    /** Deletes the previews of all projects that are too old; completes with their number. */
    Future<Integer> expire(SqlClient db) {
        return db.query("DELETE FROM previews WHERE created_at <= now() - " + AGE)
                .execute()
                .map(rows -> rows.rowCount());
    }

    @SuppressWarnings("unchecked")
    private static StoredDraft draft(Row row) {
        var variables = Json.readObject(row.getString("variables"));
        return new StoredDraft(
                new EmailDraft(
                        row.getString("subject"),
                        row.getString("body"),
                        Optional.ofNullable(row.getString("from_email")).map(EmailAddress::new),
                        Optional.ofNullable(row.getString("from_name")),
                        Optional.ofNullable(row.getString("reply_to")).map(EmailAddress::new),
                        EmailClass.valueOf(row.getString("email_class"))),
                (Map<String, @Nullable Object>) Objects.requireNonNull(variables.get("kept")),
                (Map<String, @Nullable Object>) Objects.requireNonNull(variables.get("once")));
    }
}
