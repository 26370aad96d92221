package io.godwit.sending.log;

import io.godwit.core.EmailAddress;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.TemplateId;
import io.godwit.sending.EmailReason;
import io.godwit.sending.EmailStatus;
import io.godwit.sending.content.ContentTextsStore;
import io.godwit.sending.content.RecipientFieldsStore;
import io.godwit.sending.content.SenderLocale;
import io.godwit.sending.content.SmtpSubmission;
import io.godwit.sending.content.SmtpSubmissionStore;
import io.godwit.smtp.message.Header;
import io.godwit.templates.EmailClass;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Maps one row of the log with the columns that {@link EmailLogStore} joins to it. */
final class EmailRows {

    private final MessageIdCodec ids;

    EmailRows(MessageIdCodec ids) {
        this.ids = ids;
    }

    LoggedEmail email(Row row) {
        var variables = row.getJsonObject("variables");
        var texts = ContentTextsStore.read(row);
        var subscribed = row.getBoolean("subscribed");
        var smtp = SmtpSubmissionStore.read(row.getJsonObject("smtp"), texts);
        return new LoggedEmail(
                summary(row, smtp),
                new ContentId(row.getUUID("content_id")),
                Optional.ofNullable(row.getString("subject")),
                texts.body(),
                texts.text(),
                RecipientFieldsStore.read(row.getJsonObject("recipients")),
                headers(row.getJsonArray("headers")),
                smtp,
                members(variables, "kept"),
                members(variables, "once"),
                variables.containsKey("once") || variables.containsKey("onceRemoved"),
                subscribed != null,
                Boolean.TRUE.equals(subscribed),
                new SenderLocale(row.getString("project_name"), row.getString("language")));
    }

    private EmailSummary summary(Row row, Optional<SmtpSubmission> smtp) {
        var from = Optional.ofNullable(row.getString("from_email"));
        return new EmailSummary(
                new EmailId(row.getUUID("id")),
                new ProjectId(row.getUUID("project_id")),
                new ContactId(row.getUUID("contact_id")),
                new EmailAddress(row.getString("to_email")),
                Optional.ofNullable(row.getString("to_name")),
                from,
                Optional.ofNullable(row.getString("from_name")),
                Optional.ofNullable(row.getString("reply_to")),
                from.filter(ignored -> !"INBOUND".equals(row.getString("source")))
                        .map(address ->
                                smtp.flatMap(SmtpSubmission::messageId).orElseGet(() -> messageId(row, address))),
                EmailSourceType.valueOf(row.getString("source")),
                EmailClass.valueOf(row.getString("email_class")),
                Optional.ofNullable(row.getUUID("template_id")).map(TemplateId::new),
                Optional.ofNullable(row.getUUID("campaign_id")),
                Optional.ofNullable(row.getUUID("execution_id")),
                Optional.ofNullable(row.getUUID("workflow_id")),
                status(row),
                Optional.ofNullable(row.getString("error")),
                Optional.ofNullable(row.getString("reason")).map(EmailReason::valueOf),
                Optional.ofNullable(row.getString("reply")).or(() -> Optional.ofNullable(row.getString("last_reply"))),
                status(row) == EmailStatus.PENDING ? time(row, "next_attempt_at") : Optional.empty(),
                Optional.ofNullable(row.getBoolean("tracking")),
                row.getInteger("opens"),
                row.getInteger("clicks"),
                row.getInteger("machine_opens"),
                row.getInteger("machine_clicks"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant(),
                time(row, "scheduled_at"),
                time(row, "sent_at"),
                time(row, "delivered_at"),
                time(row, "opened_at"),
                time(row, "clicked_at"),
                time(row, "bounced_at"),
                time(row, "complained_at"));
    }

    /**
     * Returns the status; emails of a cancelled campaign that are not being sent are CANCELLED, although their rows are updated
     * later.
     */
    private static EmailStatus status(Row row) {
        var status = EmailStatus.valueOf(row.getString("status"));
        if (status != EmailStatus.PENDING) {
            return status;
        }
        if (Boolean.TRUE.equals(row.getBoolean("attempt_started"))) {
            return EmailStatus.SENDING;
        }
        return "CANCELLED".equals(row.getString("campaign")) ? EmailStatus.CANCELLED : EmailStatus.PENDING;
    }

    /** Returns the Message-ID that every copy carries. */
    private String messageId(Row row, String from) {
        return ids.write(
                new ProjectId(row.getUUID("project_id")),
                new EmailId(row.getUUID("id")),
                from.substring(from.lastIndexOf('@') + 1));
    }

    private static Optional<Instant> time(Row row, String column) {
        return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
    }

    private static Map<String, @Nullable Object> members(JsonObject variables, String name) {
        var members = variables.getJsonObject(name);
        return members == null ? Map.of() : members.getMap();
    }

    private static List<Header> headers(@Nullable JsonArray headers) {
        return headers == null
                ? List.of()
                : headers.stream()
                        .map(JsonObject.class::cast)
                        .map(header -> new Header(header.getString("name"), header.getString("value")))
                        .toList();
    }
}
