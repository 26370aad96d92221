package io.godwit.campaigns;

import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Optional;

/** SQL that claims campaigns, extends their leases and ends them. */
final class CampaignClaimStore {

    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT project_id AS project, id AS campaign FROM campaigns
                 WHERE due_at <= now() AND (lease_until IS NULL OR lease_until < now())
                 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            UPDATE campaigns SET lease_until = now() + make_interval(secs => $1), fence = fence + 1
              FROM due
             WHERE project_id = due.project AND id = due.campaign
            RETURNING project_id, id, status, audience, segment_id, filters::text AS filters, email_class, audience_frozen, audience_done, fence
            """;

    /** Takes the row, so that no state changes before the transaction ends. */
    private static final String EXTEND_LEASE = """
            UPDATE campaigns SET lease_until = now() + make_interval(secs => $4)
             WHERE project_id = $1 AND id = $2 AND fence = $3
            RETURNING id
            """;

    private static final String RELEASE = """
            UPDATE campaigns SET lease_until = NULL, fence = fence + 1, due_at = now() + make_interval(secs => $4)
             WHERE project_id = $1 AND id = $2 AND fence = $3
            """;

    /** A row another transaction holds may be in the served lane still. */
    private static final String RELEASE_PAUSED = """
            UPDATE campaigns
               SET lease_until = NULL,
                   fence = fence + 1,
                   due_at = CASE WHEN EXISTS (SELECT FROM outbox
                                               WHERE outbox.project_id = $1 AND outbox.campaign_id = $2 AND lane = $5)
                                 THEN now() + make_interval(secs => $4) END
             WHERE project_id = $1 AND id = $2 AND fence = $3
            """;

    /**
     * Schedules the next refresh of the statistics of an ended campaign, at growing intervals: at least 5 minutes, else a tenth
     * of the time since its end, for 90 days.
     */
    private static final String RELEASE_UNTIL = """
            UPDATE campaigns
               SET lease_until = NULL,
                   fence = fence + 1,
                   due_at = CASE WHEN ended_at > now() - interval '90 days'
                                 THEN now() + greatest(interval '5 minutes', (now() - ended_at) / 10) END
             WHERE project_id = $1 AND id = $2 AND fence = $3
            """;

    private static final String DISABLED = """
            UPDATE campaigns SET status = 'CANCELLED', ended_at = now(), due_at = NULL, lease_until = NULL, updated_at = now()
             WHERE project_id = $1 AND id = $2 AND fence = $3 AND status = 'SCHEDULED'
               AND NOT EXISTS (SELECT FROM projects WHERE id = $1 AND NOT disabled)
            RETURNING id
            """;

    /** The fence is raised as by every change of state; there is no queue to be held. */
    private static final String PAUSE = """
            UPDATE campaigns
               SET status = 'PAUSED', pause_reason = $4, fence = fence + 1, lease_until = NULL, due_at = NULL, updated_at = now()
             WHERE project_id = $1 AND id = $2 AND fence = $3 AND status = 'SENDING'
            """;

    private static final String NOTE_TIMEOUT = """
            UPDATE campaigns SET freeze_failed_at = coalesce(freeze_failed_at, now())
             WHERE project_id = $1 AND id = $2 AND fence = $3
            RETURNING freeze_failed_at < now() - make_interval(secs => $4)
            """;

    /** By the rows that are left and by no counter, so nothing can keep a campaign from ending. */
    private static final String FINISH = """
            UPDATE campaigns SET status = 'SENT', ended_at = now(), updated_at = now()
             WHERE project_id = $1 AND id = $2 AND fence = $3 AND status = 'SENDING' AND audience_done
               AND NOT EXISTS (SELECT FROM outbox WHERE outbox.project_id = $1 AND outbox.campaign_id = $2)
            RETURNING id
            """;

    private static final String QUEUED = """
            SELECT EXISTS (SELECT FROM outbox WHERE project_id = $1 AND campaign_id = $2)
            """;

    private static final String COUNT_IS_OLD = """
            SELECT counted_at IS NULL OR counted_at < now() - interval '30 seconds' FROM campaigns
             WHERE project_id = $1 AND id = $2
            """;

    /** The campaign of any project that is due for longest. */
    Future<Optional<ClaimedCampaign>> claim(SqlClient db, Duration lease) {
        return db.preparedQuery(CLAIM).execute(Tuple.of(Columns.seconds(lease))).map(rows -> CampaignRows.stream(rows)
                .map(CampaignClaimStore::work)
                .findFirst());
    }

    private static ClaimedCampaign work(Row row) {
        return new ClaimedCampaign(
                Tenant.system(new ProjectId(row.getUUID("project_id"))),
                new CampaignId(row.getUUID("id")),
                CampaignStatus.valueOf(row.getString("status")),
                CampaignRows.audience(row),
                !row.getString("email_class").equals("TRANSACTIONAL"),
                row.getBoolean("audience_frozen"),
                row.getBoolean("audience_done"),
                row.getLong("fence"));
    }

    /** Extends the lease; false when the claim is lost. */
    Future<Boolean> extendLease(SqlClient tx, ClaimedCampaign campaign, Duration lease) {
        return changed(tx, EXTEND_LEASE, key(campaign).addValue(Columns.seconds(lease)));
    }

    Future<Void> retryAfter(SqlClient db, ClaimedCampaign campaign, Duration pause) {
        return db.preparedQuery(RELEASE)
                .execute(key(campaign).addValue(Columns.seconds(pause)))
                .mapEmpty();
    }

    /**
     * Releases a paused campaign: until {@code pause} is over when rows of it are left in the served lane; else it is due only
     * after its next change of state, which a request makes.
     */
    Future<Void> releasePaused(SqlClient db, ClaimedCampaign campaign, Duration pause) {
        return db.preparedQuery(RELEASE_PAUSED)
                .execute(key(campaign).addValue(Columns.seconds(pause)).addValue(CampaignOutboxStore.SERVED))
                .mapEmpty();
    }

    /** There is nothing to do but to count what is heard of it. */
    Future<Void> idle(SqlClient db, ClaimedCampaign campaign) {
        return db.preparedQuery(RELEASE_UNTIL).execute(key(campaign)).mapEmpty();
    }

    /** Cancels a scheduled campaign whose project is disabled or deleted; true when it did. */
    Future<Boolean> endedWithItsProject(SqlClient db, ClaimedCampaign campaign) {
        return changed(db, DISABLED, key(campaign));
    }

    /** Pauses the campaign until it is resumed by a request. */
    Future<Void> pause(SqlClient db, ClaimedCampaign campaign, CampaignPauseReason reason) {
        return db.preparedQuery(PAUSE)
                .execute(key(campaign).addValue(reason.name()))
                .mapEmpty();
    }

    /** Notes that its audience was not found in time; true when that happened first longer ago than {@code age}. */
    Future<Boolean> noteTimeout(SqlClient db, ClaimedCampaign campaign, Duration age) {
        return db.preparedQuery(NOTE_TIMEOUT)
                .execute(key(campaign).addValue(Columns.seconds(age)))
                .map(rows -> rows.size() > 0 && rows.iterator().next().getBoolean(0));
    }

    /** Ends the campaign when all its emails have left the outbox; true when it did. */
    Future<Boolean> finish(SqlClient db, ClaimedCampaign campaign) {
        return changed(db, FINISH, key(campaign));
    }

    Future<Boolean> isQueued(SqlClient db, ClaimedCampaign campaign) {
        return ownsLease(db, QUEUED, campaign);
    }

    Future<Boolean> isCountOld(SqlClient db, ClaimedCampaign campaign) {
        return ownsLease(db, COUNT_IS_OLD, campaign);
    }

    private static Future<Boolean> ownsLease(SqlClient db, String sql, ClaimedCampaign campaign) {
        return db.preparedQuery(sql)
                .execute(Tuple.of(
                        campaign.tenant().project().value(), campaign.id().value()))
                .map(rows -> rows.size() > 0 && rows.iterator().next().getBoolean(0));
    }

    private static Future<Boolean> changed(SqlClient db, String sql, Tuple parameters) {
        return db.preparedQuery(sql).execute(parameters).map(rows -> rows.size() > 0);
    }

    static Tuple key(ClaimedCampaign campaign) {
        return Tuple.of(campaign.tenant().project().value(), campaign.id().value(), campaign.fence());
    }
}
