package io.godwit.campaigns;

import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.FilterService;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;

/** SQL of the {@code campaigns} table for requests. A transition completes empty when the campaign was not in a state for it. */
final class CampaignStore {

    private static final String COLUMNS = "body, " + CampaignRows.COLUMNS;

    private static final String INSERT = """
            INSERT INTO campaigns (project_id, id, recipients, name, description, subject, body, from_email, from_name, reply_to,
                                   email_class, audience, segment_id, filters)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::text::json)
            RETURNING\s""" + COLUMNS;

    private static final String FIND = "SELECT " + COLUMNS + " FROM campaigns WHERE project_id = $1 AND id = $2";

    /** Only what was read is replaced. */
    private static final String UPDATE = """
            UPDATE campaigns
               SET recipients = $3, name = $4, description = $5, subject = $6, body = $7, from_email = $8, from_name = $9,
                   reply_to = $10, email_class = $11, audience = $12, segment_id = $13, filters = $14::text::json,
                   version = version + 1,
                   updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
             WHERE project_id = $1 AND id = $2 AND updated_at = $15 AND status IN ('DRAFT', 'SCHEDULED')
            RETURNING\s""" + COLUMNS;

    /**
     * Deletes a campaign without unfinished emails: an outbox row is an email that may still go out, and a PENDING one of a
     * cancelled campaign is not cancelled yet.
     */
    private static final String DELETE = """
            DELETE FROM campaigns
             WHERE project_id = $1 AND id = $2 AND status IN ('DRAFT', 'SENT', 'CANCELLED')
               AND NOT EXISTS (SELECT FROM outbox WHERE outbox.project_id = $1 AND outbox.campaign_id = $2)
               AND (status <> 'CANCELLED'
                    OR NOT EXISTS (SELECT FROM emails
                                    WHERE emails.project_id = $1 AND emails.campaign_id = $2 AND emails.status = 'PENDING'))
            RETURNING id
            """;

    private static final String MOVED = """
            , due_at = now(), lease_until = NULL, fence = fence + 1,
                   updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
             WHERE project_id = $1 AND id = $2
            """;

    private static final String SCHEDULE = "UPDATE campaigns SET status = 'SCHEDULED', scheduled_at = $3" + MOVED
            + " AND status IN ('DRAFT', 'SCHEDULED') RETURNING " + COLUMNS;

    private static final String CANCEL =
            "UPDATE campaigns SET status = 'CANCELLED', pause_reason = NULL, ended_at = now()" + MOVED
                    + " AND status IN ('SCHEDULED', 'SENDING', 'PAUSED') RETURNING " + COLUMNS;

    private static final String PAUSE =
            "UPDATE campaigns SET status = 'PAUSED'" + MOVED + " AND status = 'SENDING' RETURNING " + COLUMNS;

    private static final String RESUME =
            "UPDATE campaigns SET status = 'SENDING', pause_reason = NULL, freeze_failed_at = NULL" + MOVED
                    + " AND status = 'PAUSED' RETURNING " + COLUMNS;

    /** Begins to send and fixes the content in the same statement. The project's name replaces a missing sender name. */
    private static final String BEGIN = """
            WITH begun AS (
                UPDATE campaigns
                   SET status = 'SENDING', started_at = now(), content_id = $3, recipients = coalesce($4, recipients)
            """ + MOVED + """
                   AND status IN ('DRAFT', 'SCHEDULED')
                RETURNING *),
            content AS (
                INSERT INTO contents (project_id, id, subject, body, from_email, from_name, reply_to)
                SELECT begun.project_id, $3, subject, body, from_email, coalesce(from_name, projects.name), reply_to
                  FROM begun JOIN projects ON projects.id = begun.project_id)
            SELECT\s""" + COLUMNS + " FROM begun AS campaigns";

    /** Locks the segment; its deletion locks the row, too, while it searches for campaigns, so neither misses the other. */
    private static final String LOCK_SEGMENT = "SELECT id FROM segments WHERE project_id = $1 AND id = $2 FOR SHARE";

    Future<Instant> now(SqlClient db) {
        return db.query("SELECT now()")
                .mapping(row -> row.getOffsetDateTime(0).toInstant())
                .execute()
                .map(rows -> rows.iterator().next());
    }

    Future<Campaign> insert(SqlClient tx, Tenant tenant, CampaignId id, CampaignDraft draft, long recipients) {
        return tx.preparedQuery(INSERT)
                .execute(parameters(tenant, id, draft, recipients))
                .map(rows -> CampaignRows.campaign(rows.iterator().next()));
    }

    Future<Optional<Campaign>> find(SqlClient db, Tenant tenant, CampaignId id) {
        return one(db, FIND, key(tenant, id));
    }

    /** Replaces the draft of {@code before}; empty when it has changed since, or may not change any more. */
    Future<Optional<Campaign>> update(
            SqlClient tx, Tenant tenant, Campaign before, CampaignDraft draft, long recipients) {
        return one(
                tx,
                UPDATE,
                parameters(tenant, before.id(), draft, recipients)
                        .addValue(before.updatedAt().atOffset(ZoneOffset.UTC)));
    }

    Future<Boolean> delete(SqlClient db, Tenant tenant, CampaignId id) {
        return db.preparedQuery(DELETE).execute(key(tenant, id)).map(rows -> rows.size() > 0);
    }

    Future<Optional<Campaign>> schedule(SqlClient tx, Tenant tenant, CampaignId id, Instant at) {
        return one(
                tx,
                SCHEDULE.replace("due_at = now()", "due_at = $3"),
                key(tenant, id).addValue(at.atOffset(ZoneOffset.UTC)));
    }

    /** Without a count the old one stays. */
    Future<Optional<Campaign>> begin(
            SqlClient tx, Tenant tenant, CampaignId id, ContentId content, Optional<Long> recipients) {
        return one(tx, BEGIN, key(tenant, id).addValue(content.value()).addValue(recipients.orElse(null)));
    }

    Future<Optional<Campaign>> cancel(SqlClient tx, Tenant tenant, CampaignId id) {
        return one(tx, CANCEL, key(tenant, id));
    }

    Future<Optional<Campaign>> pause(SqlClient tx, Tenant tenant, CampaignId id) {
        return one(tx, PAUSE, key(tenant, id));
    }

    Future<Optional<Campaign>> resume(SqlClient tx, Tenant tenant, CampaignId id) {
        return one(tx, RESUME, key(tenant, id));
    }

    /** Keeps the segment from being deleted until the transaction ends; false when there is none. */
    Future<Boolean> lockSegment(SqlClient tx, Tenant tenant, SegmentId segment) {
        return tx.preparedQuery(LOCK_SEGMENT)
                .execute(Tuple.of(tenant.project().value(), segment.value()))
                .map(rows -> rows.size() > 0);
    }

    private static Future<Optional<Campaign>> one(SqlClient db, String sql, Tuple parameters) {
        return db.preparedQuery(sql).execute(parameters).map(CampaignRows::first);
    }

    private static Tuple key(Tenant tenant, CampaignId id) {
        return Tuple.of(tenant.project().value(), id.value());
    }

    private static Tuple parameters(Tenant tenant, CampaignId id, CampaignDraft draft, long recipients) {
        return key(tenant, id)
                .addValue(recipients)
                .addValue(draft.name())
                .addValue(draft.description().orElse(null))
                .addValue(draft.subject())
                .addValue(draft.body())
                .addValue(draft.from().value())
                .addValue(draft.fromName().orElse(null))
                .addValue(draft.replyTo().map(EmailAddress::value).orElse(null))
                .addValue(draft.type().name())
                .addValue(draft.audience().kind().name())
                .addValue(draft.audience().segment().map(SegmentId::value).orElse(null))
                .addValue(draft.audience().filter().map(FilterService::json).orElse(null));
    }
}
