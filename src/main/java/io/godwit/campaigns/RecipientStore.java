package io.godwit.campaigns;

import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.sending.EmailReason;
import io.godwit.sending.EmailStatus;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads a campaign's rows of {@code emails}, in the order of their contacts' ids. */
final class RecipientStore {

    private static final String OUTCOMES = """
             FROM (SELECT *, CASE WHEN status = 'PENDING' AND NOT stopped THEN 'pending'
                                  WHEN status IN ('PENDING', 'CANCELLED') THEN 'cancelled'
                                  WHEN status = 'SUPPRESSED' THEN 'skipped'
                                  WHEN status = 'FAILED' OR (status = 'BOUNCED' AND sent_at IS NULL) THEN 'failed'
                                  ELSE 'sent' END AS outcome
                     FROM emails
                    CROSS JOIN LATERAL (SELECT (SELECT campaigns.status = 'CANCELLED' FROM campaigns
                                                 WHERE campaigns.project_id = $1 AND campaigns.id = $2)
                                               AND NOT EXISTS (SELECT FROM outbox
                                                                WHERE outbox.project_id = $1 AND email_id = emails.id
                                                                  AND attempt_started) AS stopped) state
                    WHERE project_id = $1 AND campaign_id = $2) member
            WHERE ($3::text IS NULL OR outcome = $3)
              AND ($4::text IS NULL
                   OR CASE $4 WHEN 'delivered' THEN delivered_at
                              WHEN 'opened' THEN opened_at
                              WHEN 'clicked' THEN clicked_at
                              WHEN 'bounced' THEN bounced_at
                              WHEN 'complained' THEN complained_at
                              WHEN 'unsubscribed' THEN unsubscribed_at END IS NOT NULL)
            """;

    private static final String PAGE = """
            SELECT contact_id, to_email, id, outcome, status, error, reason, sent_at, opened_at, clicked_at, bounced_at
            """ + OUTCOMES + """
              AND ($5::uuid IS NULL OR contact_id > $5)
            ORDER BY contact_id
            LIMIT $6
            """;

    Future<List<CampaignRecipient>> page(
            SqlClient db, Tenant tenant, CampaignId id, RecipientFilter filter, Optional<UUID> after, int limit) {
        return db.preparedQuery(PAGE)
                .execute(parameters(tenant, id, filter)
                        .addValue(after.orElse(null))
                        .addValue(limit))
                .map(rows ->
                        CampaignRows.stream(rows).map(RecipientStore::recipient).toList());
    }

    Future<Long> count(SqlClient db, Tenant tenant, CampaignId id, RecipientFilter filter) {
        return db.preparedQuery("SELECT count(*)" + OUTCOMES)
                .execute(parameters(tenant, id, filter))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    private static Tuple parameters(Tenant tenant, CampaignId id, RecipientFilter filter) {
        return Tuple.of(
                tenant.project().value(),
                id.value(),
                filter.outcome().orElse(null),
                filter.reaction().orElse(null));
    }

    private static CampaignRecipient recipient(Row row) {
        var outcome = RecipientOutcome.of(row.getString("outcome"));
        return new CampaignRecipient(
                new ContactId(row.getUUID("contact_id")),
                new EmailAddress(row.getString("to_email")),
                new EmailId(row.getUUID("id")),
                outcome,
                outcome == RecipientOutcome.CANCELLED
                        ? EmailStatus.CANCELLED
                        : EmailStatus.valueOf(row.getString("status")),
                reason(row, outcome),
                reasonCode(row, outcome),
                time(row, "sent_at"),
                time(row, "opened_at"),
                time(row, "clicked_at"),
                time(row, "bounced_at"));
    }

    private static Optional<String> reason(Row row, RecipientOutcome outcome) {
        return switch (outcome) {
            case SENT -> Optional.empty();
            case CANCELLED ->
                Optional.of(
                        Optional.ofNullable(row.getString("error")).orElse(EmailReason.CAMPAIGN_CANCELLED.sentence()));
            default -> Optional.ofNullable(row.getString("error"));
        };
    }

    /** The code of {@link #reason}: of the campaign's cancellation where the row has neither words nor a code. */
    private static Optional<EmailReason> reasonCode(Row row, RecipientOutcome outcome) {
        if (outcome == RecipientOutcome.SENT) {
            return Optional.empty();
        }
        return outcome == RecipientOutcome.CANCELLED && row.getString("error") == null
                ? Optional.of(EmailReason.CAMPAIGN_CANCELLED)
                : Optional.ofNullable(row.getString("reason")).map(EmailReason::valueOf);
    }

    private static Optional<Instant> time(Row row, String column) {
        return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
    }
}
