package io.godwit.sending;

import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes new emails, one statement per table however many rows: the arrays of a statement are its columns. Also marks the email
 * by which its recipient unsubscribed. Every method runs on the client it is given, so the caller owns the transaction.
 */
final class OutboxStore {

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
     * Inserts outbox rows. The age of a scheduled email counts from its scheduled time, so it is retried as long as any other. One
     * that goes by the relay gets no destination with a number, for it does not wait for its site.
     */
    private static final String OUTBOX = """
            INSERT INTO outbox (project_id, email_id, lane, due_at, created_at, destination)
            SELECT project_id, email_id, lane, coalesce(scheduled_at, now()), coalesce(scheduled_at, now()),
                   CASE WHEN NOT EXISTS (SELECT FROM delivery_choices WHERE delivery_choices.project_id = queued.project_id)
                        THEN CASE WHEN (SELECT mode FROM delivery_defaults) = 'relay' THEN 0 ELSE coalesce(destination, 0) END
                        WHEN leaves_direct(project_id, email_class, content_id) THEN coalesce(destination, 0)
                        ELSE relay_destination(project_id) END
              FROM unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::timestamptz[], $5::text[], $6::text[], $7::uuid[])
                   AS queued (project_id, email_id, lane, scheduled_at, domain, email_class, content_id)
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

    Future<Void> insertEmails(SqlClient db, List<NewEmail> emails) {
        return db.preparedQuery(EMAILS)
                .execute(Tuple.of(
                        Columns.uuids(emails, email -> email.project().value()),
                        Columns.uuids(emails, email -> email.id().value()),
                        Columns.uuids(emails, email -> email.contact().value()),
                        Columns.uuids(emails, email -> email.content().value()),
                        Columns.uuids(emails, OutboxStore::template),
                        Columns.texts(emails, email -> email.source().name()),
                        Columns.texts(emails, email -> email.type().name()),
                        Columns.texts(emails, email -> email.to().value()),
                        Columns.texts(emails, email -> email.toName().orElse(null)),
                        Columns.texts(emails, email -> variables(email.persistentData(), email.transientData())),
                        Columns.column(
                                emails, Boolean.class, email -> email.tracking().orElse(null)),
                        Columns.texts(emails, NewEmail::requestId),
                        Columns.uuids(emails, OutboxStore::execution),
                        times(emails)))
                .mapEmpty();
    }

    Future<Void> insertOutbox(SqlClient db, List<NewEmail> emails) {
        return db.preparedQuery(OUTBOX)
                .execute(Tuple.of(
                        Columns.uuids(emails, email -> email.project().value()),
                        Columns.uuids(emails, email -> email.id().value()),
                        Columns.column(
                                emails, Short.class, email -> email.source().lane()),
                        times(emails),
                        Columns.texts(emails, email -> email.to().domain()),
                        Columns.texts(emails, email -> email.type().name()),
                        Columns.uuids(emails, email -> email.content().value())))
                .mapEmpty();
    }

    /** Writes the trace contexts of traced emails to their outbox rows; apart from these, because few emails are traced. */
    Future<Void> insertTraces(SqlClient db, List<NewEmail> traced) {
        return db.preparedQuery(TRACES)
                .execute(Tuple.of(
                        Columns.uuids(traced, email -> email.project().value()),
                        Columns.uuids(traced, email -> email.id().value()),
                        Columns.texts(
                                traced, email -> email.trace().orElseThrow().traceparent())))
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

    private static OffsetDateTime[] times(List<NewEmail> emails) {
        return Columns.column(emails, OffsetDateTime.class, email -> email.scheduledAt()
                .map(at -> at.atOffset(ZoneOffset.UTC))
                .orElse(null));
    }
}
