package io.godwit.inbound.processing;

import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.EmailStatus;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads and writes the delivery columns of the {@code emails} table. */
final class DeliveryStateStore {

    /** Locks the rows, in one order for all nodes. */
    private static final String LOCK = """
            SELECT emails.project_id, emails.id, contact_id, test, to_email, template_id, campaign_id, source, status,
                   delivered_at, bounced_at, complained_at, soft_bounced_at, mailbox_full_at, error
              FROM emails
              JOIN unnest($1::uuid[], $2::uuid[]) AS reported (project_id, id)
                   ON emails.project_id = reported.project_id AND emails.id = reported.id
             ORDER BY emails.project_id, emails.id
               FOR UPDATE OF emails
            """;

    private static final String UPDATE = """
            UPDATE emails
               SET status = reported.status,
                   delivered_at = reported.delivered_at,
                   bounced_at = reported.bounced_at,
                   complained_at = reported.complained_at,
                   soft_bounced_at = reported.soft_bounced_at,
                   mailbox_full_at = reported.mailbox_full_at,
                   error = reported.error,
                   updated_at = now()
              FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[],
                          $7::timestamptz[], $8::timestamptz[], $9::text[])
                   AS reported (project_id, id, status, delivered_at, bounced_at, complained_at, soft_bounced_at,
                                mailbox_full_at, error)
             WHERE emails.project_id = reported.project_id AND emails.id = reported.id
            """;

    /** Locks and returns the existing rows. */
    Future<List<DeliveryState.Row>> lock(SqlClient tx, Collection<EmailKey> key) {
        return tx.preparedQuery(LOCK)
                .mapping(DeliveryStateStore::row)
                .execute(Tuple.of(key.stream().map(one -> one.project().value()).toArray(UUID[]::new), (Object)
                        key.stream().map(one -> one.email().value()).toArray(UUID[]::new)))
                .map(rows -> rows.stream().toList());
    }

    private static DeliveryState.Row row(Row row) {
        return new DeliveryState.Row(
                new EmailKey(new ProjectId(row.getUUID("project_id")), new EmailId(row.getUUID("id"))),
                new ContactId(row.getUUID("contact_id")),
                row.getBoolean("test"),
                row.getString("to_email"),
                eventData(row),
                EmailStatus.valueOf(row.getString("status")),
                instant(row.getOffsetDateTime("delivered_at")),
                instant(row.getOffsetDateTime("bounced_at")),
                instant(row.getOffsetDateTime("complained_at")),
                instant(row.getOffsetDateTime("soft_bounced_at")),
                instant(row.getOffsetDateTime("mailbox_full_at")),
                Optional.ofNullable(row.getString("error")));
    }

    private static Map<String, @Nullable Object> eventData(Row row) {
        var eventData = new LinkedHashMap<String, @Nullable Object>();
        eventData.put("emailId", row.getUUID("id").toString());
        eventData.put("templateId", text(row.getUUID("template_id")));
        eventData.put("campaignId", text(row.getUUID("campaign_id")));
        eventData.put("sourceType", row.getString("source"));
        return eventData;
    }

    private static @Nullable String text(@Nullable UUID id) {
        return id == null ? null : id.toString();
    }

    private static Optional<Instant> instant(@Nullable OffsetDateTime time) {
        return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
    }

    Future<Void> update(SqlClient tx, List<DeliveryState.Row> rows) {
        return tx.preparedQuery(UPDATE)
                .execute(Tuple.tuple()
                        .addArrayOfUUID(rows.stream()
                                .map(row -> row.key().project().value())
                                .toArray(UUID[]::new))
                        .addArrayOfUUID(rows.stream()
                                .map(row -> row.key().email().value())
                                .toArray(UUID[]::new))
                        .addArrayOfString(
                                rows.stream().map(row -> row.status().name()).toArray(String[]::new))
                        .addArrayOfOffsetDateTime(times(rows, DeliveryState.Row::deliveredAt))
                        .addArrayOfOffsetDateTime(times(rows, DeliveryState.Row::bouncedAt))
                        .addArrayOfOffsetDateTime(times(rows, DeliveryState.Row::complainedAt))
                        .addArrayOfOffsetDateTime(times(rows, DeliveryState.Row::softBouncedAt))
                        .addArrayOfOffsetDateTime(times(rows, DeliveryState.Row::mailboxFullAt))
                        .addArrayOfString(rows.stream()
                                .map(row -> row.error().orElse(null))
                                .toArray(String[]::new)))
                .mapEmpty();
    }

    private static OffsetDateTime[] times(
            List<DeliveryState.Row> rows, Function<DeliveryState.Row, Optional<Instant>> column) {
        return rows.stream()
                .map(row ->
                        column.apply(row).map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null))
                .toArray(OffsetDateTime[]::new);
    }
}
