package io.godwit.sending.preview;

import io.godwit.core.EmailAddress;
import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;

/** Inserts test emails into {@code emails} and {@code outbox}, and counts recent ones. */
final class TestEmailStore {

    /** The contact id of an email whose address belongs to no contact. */
    private static final UUID NO_CONTACT = new UUID(0, 0);

    /** Lets one test of a project be written at a time, so that none is miscounted. */
    private static final String LOCK = """
            SELECT pg_advisory_xact_lock(hashtextextended('godwit.tests ' || $1::text, 0))
            """;

    private static final String RECENT = """
            SELECT count(*) AS count,
                   coalesce(ceil(extract(epoch FROM min(created_at) + interval '1 hour' - now())), 0)::bigint AS free
              FROM (SELECT created_at FROM emails
                     WHERE project_id = $1 AND test AND created_at > now() - interval '1 hour'
                     ORDER BY created_at DESC LIMIT $2) recent
            """;

    /** The project's name replaces a missing sender name. */
    private static final String WRITE = """
            WITH content AS (
                INSERT INTO contents (project_id, id, subject, body, from_email, from_name, reply_to, headers)
                SELECT $1, $3, '[TEST] ' || $4, $5, $6, coalesce($7, name), $8, '[{"name": "X-Godwit-Test", "value": "true"}]'
                  FROM projects WHERE id = $1),
            email AS (
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, variables, tracking, test,
                                    request_id)
                SELECT $1, $2, coalesce(recipient.id, $10), $3, 'TRANSACTIONAL', $9, $11,
                       jsonb_build_object('kept', coalesce($12::text::jsonb, recipient.data, '{}'))
                           || CASE WHEN $13::text IS NULL THEN '{}' ELSE jsonb_build_object('once', $13::text::jsonb) END,
                       false, true, $14
                  FROM (SELECT) only_row
                  LEFT JOIN contacts recipient ON recipient.project_id = $1 AND recipient.email = $11)
            INSERT INTO outbox (project_id, email_id, lane) VALUES ($1, $2, 0)
            """;

    /** The number of test emails in the last hour, and the seconds until another is allowed. */
    record Recent(int count, long freeInSeconds) {}

    Future<Recent> recent(SqlClient tx, Tenant tenant, int limit) {
        return tx.preparedQuery(LOCK)
                .execute(Tuple.of(tenant.project().toString()))
                .compose(ignored -> tx.preparedQuery(RECENT)
                        .execute(Tuple.of(tenant.project().value(), limit)))
                .map(rows -> rows.iterator().next())
                .map(row -> new Recent(row.getInteger("count"), row.getLong("free")));
    }

    Future<Void> write(
            SqlClient tx,
            Tenant tenant,
            TestEmail test,
            EmailId email,
            ContentId content,
            EmailAddress to,
            String requestId) {
        return tx.preparedQuery(WRITE)
                .execute(Tuple.tuple()
                        .addUUID(tenant.project().value())
                        .addUUID(email.value())
                        .addUUID(content.value())
                        .addString(test.subject())
                        .addString(test.body())
                        .addString(test.from().value())
                        .addString(test.fromName().orElse(null))
                        .addString(test.replyTo().map(EmailAddress::value).orElse(null))
                        .addString(test.type().name())
                        .addUUID(NO_CONTACT)
                        .addString(to.value())
                        .addString(test.persistentData().map(Json::write).orElse(null))
                        .addString(test.transientData().isEmpty() ? null : Json.write(test.transientData()))
                        .addString(requestId))
                .mapEmpty();
    }
}
