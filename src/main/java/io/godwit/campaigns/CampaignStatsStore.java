package io.godwit.campaigns;

import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.godwit.sending.EmailReason;
import io.godwit.sending.EmailStatus;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** Counts a campaign's emails by result: one pass over its {@code emails} rows, in one snapshot with the campaign's own row. */
final class CampaignStatsStore {

    /**
     * Counts emails by result. Members of a scheduled campaign, as they were counted last, and those the pass over the audience
     * has not reached are pending, or cancelled with the campaign. Those it has passed that have no {@code emails} row any more,
     * and those it never found, were deleted. Once the campaign is cancelled, only emails that are being sent can still go out:
     * the rest counts as cancelled, though its rows may be updated later. Emails with one reason code count together, though
     * the code's sentence may have been reworded meanwhile; replies of mail servers have no code and count by their words. The
     * rate is that of the last minute, or of the time since the campaign began or was resumed. Emails that are tried again are
     * found along {@code outbox_retries}, which has no others.
     */
    private static final String COUNT = """
            WITH sent_window AS (
                SELECT greatest(updated_at, now() - interval '1 minute') AS window_from
                  FROM campaigns
                 WHERE project_id = $1 AND id = $2),
            email_groups AS MATERIALIZED (
                SELECT status, error, reason, sent_at IS NOT NULL AS was_sent, count(*) AS rows, count(delivered_at) AS delivered,
                       count(opened_at) AS opened, count(clicked_at) AS clicked, count(bounced_at) AS bounced,
                       count(complained_at) AS complained, count(unsubscribed_at) AS "left",
                       count(*) FILTER (WHERE machine_opens > 0) AS machine_opens,
                       count(*) FILTER (WHERE machine_clicks > 0) AS machine_clicks, max(updated_at) AS last_at,
                       count(*) FILTER (WHERE sent_at > (SELECT window_from FROM sent_window)) AS sent_in_window,
                       count(*) FILTER (WHERE status <> 'PENDING'
                                          AND coalesce(sent_at, updated_at) > (SELECT window_from FROM sent_window)) AS ended_in_window
                  FROM emails
                 WHERE project_id = $1 AND campaign_id = $2
                 GROUP BY status, error, reason, was_sent)
            SELECT total.*,
                   status IN ('SENDING', 'PAUSED') AS is_unfinished, status = 'PAUSED' AS is_paused,
                   (SELECT extract(epoch FROM now() - window_from)::float8 FROM sent_window) AS window_seconds,
                   CASE WHEN status IN ('SENDING', 'PAUSED')
                        THEN (SELECT coalesce(json_agg(latest), '[]')::text
                                FROM (SELECT status AS outcome, reason AS code, max(error) AS reason, sum(rows) AS count,
                                             max(last_at) AS at, NULL::timestamptz AS next
                                        FROM email_groups
                                       WHERE error IS NOT NULL AND status IN ('BOUNCED', 'FAILED')
                                       GROUP BY status, email_groups.reason, CASE WHEN email_groups.reason IS NULL THEN error END
                                       UNION ALL
                                      SELECT 'DEFERRED', NULL, last_reply, count(*), NULL, min(due_at)
                                        FROM outbox
                                       WHERE outbox.project_id = $1 AND outbox.campaign_id = $2 AND last_reply IS NOT NULL
                                         AND message_date IS NOT NULL AND NOT attempt_started
                                       GROUP BY last_reply
                                       ORDER BY at DESC, count DESC, reason
                                       LIMIT 10) latest) END AS errors,
                   (SELECT coalesce(json_agg(top), '[]')::text
                      FROM (SELECT status AS outcome, reason AS code, max(error) AS reason, sum(rows) AS count
                              FROM email_groups
                             WHERE error IS NOT NULL AND status IN ('BOUNCED', 'FAILED', 'SUPPRESSED', 'CANCELLED')
                             GROUP BY status, email_groups.reason, CASE WHEN email_groups.reason IS NULL THEN error END
                             ORDER BY sum(rows) DESC, status, max(error)
                             LIMIT 20) top) AS reasons,
                   CASE WHEN NOT began THEN 0 WHEN audience_done THEN recipients - total.rows
                        ELSE audience_passed - total.rows END AS deleted,
                   CASE WHEN status = 'SCHEDULED' THEN recipients WHEN NOT began OR audience_done THEN 0
                        ELSE recipients - audience_passed END AS ahead,
                   status = 'CANCELLED' AS is_cancelled,
                   CASE WHEN status = 'CANCELLED'
                        THEN (SELECT count(*) FROM outbox
                               WHERE outbox.project_id = $1 AND outbox.campaign_id = $2 AND attempt_started) END AS in_flight,
                   now() AS counted_at
              FROM campaigns
             CROSS JOIN LATERAL (SELECT started_at IS NOT NULL AS began) begun
             CROSS JOIN (
                   SELECT coalesce(sum(rows), 0)::bigint AS rows,
                          coalesce(sum(rows) FILTER (WHERE status = 'PENDING'), 0)::bigint AS pending,
                          coalesce(sum(rows) FILTER (WHERE status = 'CANCELLED'), 0)::bigint AS cancelled,
                          coalesce(sum(rows) FILTER (WHERE status = 'SUPPRESSED' AND reason = $3), 0)::bigint AS unsubscribed,
                          coalesce(sum(rows) FILTER (WHERE status = 'SUPPRESSED' AND reason IS DISTINCT FROM $3), 0)::bigint
                              AS suppressed,
                          coalesce(sum(rows) FILTER (WHERE status = 'FAILED'), 0)::bigint AS failed,
                          coalesce(sum(rows) FILTER (WHERE status = 'BOUNCED' AND NOT was_sent), 0)::bigint AS refused,
                          coalesce(sum(rows) FILTER (WHERE status IN ('SENT', 'DELIVERED', 'OPENED', 'CLICKED', 'COMPLAINED',
                              'RECEIVED') OR (status = 'BOUNCED' AND was_sent)), 0)::bigint AS sent,
                          coalesce(sum(delivered), 0)::bigint AS delivered,
                          coalesce(sum(opened), 0)::bigint AS opened,
                          coalesce(sum(clicked), 0)::bigint AS clicked,
                          coalesce(sum(bounced), 0)::bigint AS bounced,
                          coalesce(sum(complained), 0)::bigint AS complained,
                          coalesce(sum("left"), 0)::bigint AS "left",
                          coalesce(sum(machine_opens), 0)::bigint AS machine_opens,
                          coalesce(sum(machine_clicks), 0)::bigint AS machine_clicks,
                          coalesce(sum(sent_in_window), 0)::bigint AS sent_in_window,
                          coalesce(sum(ended_in_window), 0)::bigint AS ended_in_window
                     FROM email_groups) total
             WHERE campaigns.project_id = $1 AND campaigns.id = $2
            """;

    /**
     * Reads the last count; one made before the last change of state is not usable. While a campaign is being sent, counting it
     * may take a fifth of the time.
     */
    private static final String FIND_STORED = """
            SELECT stats, reasons::text AS reasons, counted_at, recipients, sending::text AS sending,
                   counted_at >= updated_at AND counted_at > now() - interval '10 minutes' AS usable,
                   counted_at > now() - CASE WHEN status = 'SENDING'
                                             THEN greatest(interval '2 seconds', recipients * interval '5 microseconds')
                                             ELSE interval '10 seconds' END AS fresh
              FROM campaigns
             WHERE project_id = $1 AND id = $2
            """;

    private static final String KEEP = """
            UPDATE campaigns SET stats = $3, reasons = $4::text::json, counted_at = $5, sending = $6::text::json
             WHERE project_id = $1 AND id = $2 AND (counted_at IS NULL OR counted_at < $5)
            """;

    /**
     * The stats of a campaign at one moment.
     *
     * @param reasons the twenty most frequent reasons why emails were not sent
     * @param sending empty unless it is being sent or is paused
     * @param countedAt by the database's clock
     */
    record StatsSnapshot(
            CampaignCounts counts,
            List<CampaignStatsResponse.Reason> reasons,
            Optional<CampaignSending> sending,
            Instant countedAt) {

        StatsSnapshot {
            reasons = List.copyOf(reasons);
        }
    }

    /**
     * The count that was stored last.
     *
     * @param usable not too old, and of the state the campaign is in
     * @param fresh so young that counting again is not worth it
     */
    record StoredStats(StatsSnapshot snapshot, long recipients, boolean usable, boolean fresh) {}

    /** Counts the emails of a campaign now; empty when there is no such campaign. */
    Future<Optional<StatsSnapshot>> count(SqlClient db, Tenant tenant, CampaignId id) {
        return db.preparedQuery(COUNT)
                .execute(Tuple.of(tenant.project().value(), id.value(), EmailReason.UNSUBSCRIBED.name()))
                .map(rows -> CampaignRows.stream(rows)
                        .map(CampaignStatsStore::counted)
                        .findFirst());
    }

    /** Reads the count that was stored last; empty when there is no such campaign. */
    Future<Optional<StoredStats>> findStored(SqlClient db, Tenant tenant, CampaignId id) {
        return db.preparedQuery(FIND_STORED)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> CampaignRows.stream(rows)
                        .map(CampaignStatsStore::findStored)
                        .findFirst());
    }

    private static StoredStats findStored(Row row) {
        return new StoredStats(
                snapshot(
                        row,
                        CampaignRows.counts(row.getJsonObject("stats")),
                        Optional.ofNullable(row.getString("sending")).map(CampaignSendingRows::stored)),
                row.getLong("recipients"),
                Boolean.TRUE.equals(row.getBoolean("usable")),
                Boolean.TRUE.equals(row.getBoolean("fresh")));
    }

    private static StatsSnapshot counted(Row row) {
        var counts = counts(row);
        var sending = row.getBoolean("is_unfinished")
                ? Optional.of(CampaignSendingRows.counted(row, counts.pending()))
                : Optional.<CampaignSending>empty();
        return snapshot(row, counts, sending);
    }

    private static StatsSnapshot snapshot(Row row, CampaignCounts counts, Optional<CampaignSending> sending) {
        return new StatsSnapshot(
                counts,
                reasons(new JsonArray(row.getString("reasons"))),
                sending,
                Optional.ofNullable(row.getOffsetDateTime("counted_at"))
                        .map(OffsetDateTime::toInstant)
                        .orElse(Instant.EPOCH));
    }

    private static List<CampaignStatsResponse.Reason> reasons(JsonArray reasons) {
        return reasons.stream()
                .map(JsonObject.class::cast)
                .map(CampaignStatsStore::reason)
                .toList();
    }

    /** Reads one reason; counts kept by earlier versions have no {@code code}. */
    private static CampaignStatsResponse.Reason reason(JsonObject reason) {
        return new CampaignStatsResponse.Reason(
                EmailStatus.valueOf(reason.getString("outcome")),
                reason.getString("reason"),
                Optional.ofNullable(reason.getString("code")).map(EmailReason::valueOf),
                reason.getLong("count"));
    }

    private static CampaignCounts counts(Row row) {
        var ahead = row.getLong("ahead");
        var cancelled = row.getBoolean("is_cancelled");
        var pending = row.getLong("pending");
        var waiting = cancelled ? Math.min(pending, row.getLong("in_flight")) : pending + ahead;
        return new CampaignCounts(
                waiting,
                row.getLong("sent"),
                row.getLong("unsubscribed"),
                row.getLong("suppressed"),
                row.getLong("deleted"),
                row.getLong("refused"),
                row.getLong("failed"),
                row.getLong("cancelled") + pending + ahead - waiting,
                row.getLong("delivered"),
                row.getLong("opened"),
                row.getLong("clicked"),
                row.getLong("bounced"),
                row.getLong("complained"),
                row.getLong("left"),
                row.getLong("machine_opens"),
                row.getLong("machine_clicks"));
    }

    /**
     * Stores a count, for lists and for campaigns that are too large to be counted for each caller. Changes nothing when a newer one is
     * stored.
     */
    Future<Void> saveStats(SqlClient db, Tenant tenant, CampaignId id, StatsSnapshot snapshot) {
        return db.preparedQuery(KEEP)
                .execute(Tuple.of(
                        tenant.project().value(),
                        id.value(),
                        CampaignRows.json(snapshot.counts()),
                        json(snapshot.reasons()).encode(),
                        snapshot.countedAt().atOffset(ZoneOffset.UTC),
                        snapshot.sending().map(CampaignSendingRows::json).orElse(null)))
                .mapEmpty();
    }

    private static JsonArray json(List<CampaignStatsResponse.Reason> reasons) {
        return new JsonArray(reasons.stream()
                .map(reason -> new JsonObject()
                        .put("outcome", reason.outcome().name())
                        .put("reason", reason.reason())
                        .put("code", EmailReason.name(reason.reasonCode()))
                        .put("count", reason.count()))
                .toList());
    }
}
