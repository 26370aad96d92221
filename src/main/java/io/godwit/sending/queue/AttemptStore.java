package io.godwit.sending.queue;

import io.godwit.core.EmailAddress;
import io.godwit.core.Json;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.TemplateId;
import io.godwit.db.Columns;
import io.godwit.projects.Project.Tracking;
import io.godwit.sending.EmailSource;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.content.SenderLocale;
import io.godwit.templates.EmailClass;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes the start of attempts to {@code outbox} and {@code emails}. */
public final class AttemptStore {

    /**
     * Marks, counts and dates the attempt before its work, so that an email which crashes the node is known afterwards, and
     * reads the facts that may keep it from being sent as late as possible. A campaign's email gets its contact's data here, at
     * its first attempt, and keeps them. The LATERALs keep the planner at one look-up per row.
     */
    private static final String BEGIN = """
            WITH begun AS (
                UPDATE outbox
                   SET attempt_started = true,
                       attempts = attempts + 1,
                       message_date = coalesce(message_date, now()),
                       due_at = now() + make_interval(secs => $4),
                       lease_until = now() + make_interval(secs => $4),
                       alone = claimed.isolated
                  FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $5::boolean[]) AS claimed (project_id, email_id, fence, isolated)
                 WHERE outbox.project_id = claimed.project_id
                   AND outbox.email_id = claimed.email_id
                   AND outbox.fence = claimed.fence
                RETURNING outbox.*),
            personal AS (
                UPDATE emails
                   SET variables = jsonb_build_object('kept', contacts.data)
                  FROM begun, contacts
                 WHERE begun.campaign_id IS NOT NULL
                   AND emails.project_id = begun.project_id AND emails.id = begun.email_id AND emails.status = 'PENDING'
                   AND NOT emails.variables ? 'kept'
                   AND contacts.project_id = begun.project_id AND contacts.id = emails.contact_id
                RETURNING emails.id, emails.variables)
            SELECT begun.email_id, begun.attempts, begun.message_date,
                   extract(epoch FROM now() - greatest(begun.created_at, begun.message_date))::double precision AS age,
                   coalesce(personal.variables, email.own)::text AS variables, email.*, project.*, permission.*, content.bytes
              FROM begun
              LEFT JOIN personal ON personal.id = begun.email_id
             CROSS JOIN LATERAL (SELECT contact_id, content_id, template_id, source, email_class, to_email, to_name,
                                        variables AS own, tracking, status, test, campaign_id
                                   FROM emails
                                  WHERE project_id = begun.project_id AND id = begun.email_id
                                 OFFSET 0) email
              LEFT JOIN LATERAL (SELECT disabled, name, language, tracking AS project_tracking, relays FROM projects
                                  WHERE id = begun.project_id
                                 OFFSET 0) project ON true
             CROSS JOIN LATERAL (SELECT email.test OR (SELECT subscribed FROM contacts
                                          WHERE project_id = begun.project_id AND id = email.contact_id) AS subscribed,
                                        CASE WHEN email.campaign_id IS NULL THEN ''
                                             ELSE coalesce((SELECT campaigns.status FROM campaigns
                                                             WHERE campaigns.project_id = begun.project_id
                                                               AND campaigns.id = email.campaign_id), 'CANCELLED')
                                        END AS campaign,
                                        (SELECT reason FROM suppressions
                                          WHERE project_id = begun.project_id AND suppressions.email = email.to_email) AS suppressed
                                ) permission
             CROSS JOIN LATERAL (SELECT (SELECT coalesce(size, octet_length(body) + coalesce(octet_length(raw), 0)) FROM contents
                                          WHERE project_id = begun.project_id AND id = email.content_id)::bigint
                                        + (SELECT coalesce(sum(octet_length(attachments.bytes)), 0) FROM attachments
                                            WHERE project_id = begun.project_id AND content_id = email.content_id) AS bytes
                                ) content
            """;

    /** Completes with the attempts in the order of the claims; empty where another claim has the row. */
    public Future<List<Optional<EmailAttempt>>> begin(
            SqlClient db, List<ClaimedEmail> allClaimed, Duration recoveryDelay) {
        return db.preparedQuery(BEGIN)
                .execute(OutboxLeaseStore.keys(allClaimed)
                        .addDouble(Columns.seconds(recoveryDelay))
                        .addArrayOfBoolean(allClaimed.stream()
                                .map(ClaimedEmail::isClaimedAlone)
                                .toArray(Boolean[]::new)))
                .map(rows -> {
                    var emailToRow = new HashMap<EmailId, Row>();
                    rows.forEach(row -> emailToRow.put(new EmailId(row.getUUID("email_id")), row));
                    return allClaimed.stream()
                            .map(claimed -> Optional.ofNullable(emailToRow.get(claimed.email()))
                                    .map(row -> outgoing(claimed, row)))
                            .toList();
                });
    }

    private static EmailAttempt outgoing(ClaimedEmail claimed, Row row) {
        var variables = Json.readObject(row.getString("variables"));
        return new EmailAttempt(
                claimed,
                row.getInteger("attempts"),
                row.getOffsetDateTime("message_date").toInstant(),
                Duration.ofMillis((long) (row.getDouble("age") * 1000)),
                new ContactId(row.getUUID("contact_id")),
                new ContentId(row.getUUID("content_id")),
                Optional.ofNullable(row.getLong("bytes")).orElse(0L),
                Optional.ofNullable(row.getUUID("template_id")).map(TemplateId::new),
                EmailSource.valueOf(row.getString("source")),
                EmailClass.valueOf(row.getString("email_class")),
                new EmailAddress(row.getString("to_email")),
                Optional.ofNullable(row.getString("to_name")),
                members(variables, "kept"),
                members(variables, "once"),
                Optional.ofNullable(row.getBoolean("tracking")),
                eligibility(row));
    }

    private static EmailAttempt.Eligibility eligibility(Row row) {
        var subscribed = row.getBoolean("subscribed");
        return new EmailAttempt.Eligibility(
                row.getString("status"),
                row.getString("campaign"),
                !Boolean.FALSE.equals(row.getBoolean("disabled")),
                subscribed != null,
                Boolean.TRUE.equals(subscribed),
                tracking(row.getString("project_tracking")),
                Optional.ofNullable(row.getString("suppressed")),
                senderLocale(row),
                relays(row));
    }

    /** Returns the sender's locale; a deleted project has none, and its emails are not sent. */
    private static SenderLocale senderLocale(Row row) {
        return row.getString("name") == null
                ? new SenderLocale("", "")
                : new SenderLocale(row.getString("name"), row.getString("language"));
    }

    /** Returns the names of the relays the project chose; none for a deleted project. */
    private static List<String> relays(Row row) {
        var names = row.getArrayOfStrings("relays");
        return names == null ? List.of() : List.of(names);
    }

    /** Returns the project's tracking setting; DISABLED for a deleted project. */
    private static Tracking tracking(@Nullable String mode) {
        return mode == null ? Tracking.DISABLED : Tracking.valueOf(mode);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> members(Map<String, @Nullable Object> variables, String name) {
        return variables.get(name) instanceof Map<?, ?> members ? (Map<String, @Nullable Object>) members : Map.of();
    }
}
