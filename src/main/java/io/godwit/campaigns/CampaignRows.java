package io.godwit.campaigns;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.CampaignId;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.FilterService;
import io.godwit.templates.EmailClass;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads rows of {@code campaigns}. */
final class CampaignRows {

    /** All but the body. */
    static final String COLUMNS = """
            id, name, description, subject, from_email, from_name, reply_to, email_class, audience, segment_id,
            filters::text AS filters, status, pause_reason, scheduled_at, started_at, ended_at, recipients, stats, version, created_at, updated_at,
            (SELECT segments.name FROM segments
              WHERE segments.project_id = campaigns.project_id AND segments.id = segment_id) AS segment_name
            """;

    private CampaignRows() {}

    static Optional<Campaign> first(RowSet<Row> rows) {
        return stream(rows).map(CampaignRows::campaign).findFirst();
    }

    static Stream<Row> stream(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false);
    }

    static Campaign campaign(Row row) {
        return new Campaign(
                new CampaignId(row.getUUID("id")),
                draft(row),
                Optional.ofNullable(row.getString("segment_name")),
                CampaignStatus.valueOf(row.getString("status")),
                Optional.ofNullable(row.getString("pause_reason")).map(CampaignPauseReason::valueOf),
                time(row, "scheduled_at"),
                time(row, "started_at"),
                time(row, "ended_at"),
                row.getLong("recipients"),
                counts(row.getJsonObject("stats")),
                row.getInteger("version"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant());
    }

    private static CampaignDraft draft(Row row) {
        return new CampaignDraft(
                row.getString("name"),
                Optional.ofNullable(row.getString("description")),
                row.getString("subject"),
                row.getString("body"),
                new EmailAddress(row.getString("from_email")),
                Optional.ofNullable(row.getString("from_name")),
                Optional.ofNullable(row.getString("reply_to")).map(EmailAddress::new),
                EmailClass.valueOf(row.getString("email_class")),
                audience(row));
    }

    static Audience audience(Row row) {
        return new Audience(
                Audience.Kind.valueOf(row.getString("audience")),
                Optional.ofNullable(row.getUUID("segment_id")).map(SegmentId::new),
                Optional.ofNullable(row.getString("filters")).map(FilterService::stored));
    }

    private static Optional<Instant> time(Row row, String column) {
        return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
    }

    /** Reads what {@link #json(CampaignCounts)} wrote; a missing count is 0. */
    static CampaignCounts counts(JsonObject counts) {
        return new CampaignCounts(
                counts.getLong("pending", 0L),
                counts.getLong("sent", 0L),
                counts.getLong("unsubscribed", 0L),
                counts.getLong("suppressed", 0L),
                counts.getLong("deleted", 0L),
                counts.getLong("refused", 0L),
                counts.getLong("failed", 0L),
                counts.getLong("cancelled", 0L),
                counts.getLong("delivered", 0L),
                counts.getLong("opened", 0L),
                counts.getLong("clicked", 0L),
                counts.getLong("bounced", 0L),
                counts.getLong("complained", 0L),
                counts.getLong("left", 0L),
                counts.getLong("machineOpens", 0L),
                counts.getLong("machineClicks", 0L));
    }

    /** Writes what {@link #counts(JsonObject)} reads. */
    static JsonObject json(CampaignCounts counts) {
        return new JsonObject()
                .put("pending", counts.pending())
                .put("sent", counts.sent())
                .put("unsubscribed", counts.unsubscribed())
                .put("suppressed", counts.suppressed())
                .put("deleted", counts.deleted())
                .put("refused", counts.refused())
                .put("failed", counts.failed())
                .put("cancelled", counts.cancelled())
                .put("delivered", counts.delivered())
                .put("opened", counts.opened())
                .put("clicked", counts.clicked())
                .put("bounced", counts.bounced())
                .put("complained", counts.complained())
                .put("left", counts.left())
                .put("machineOpens", counts.machineOpens())
                .put("machineClicks", counts.machineClicks());
    }
}
