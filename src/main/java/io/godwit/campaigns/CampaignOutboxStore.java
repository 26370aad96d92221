package io.godwit.campaigns;

import io.godwit.sending.EmailReason;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;

/** SQL of a campaign's rows in the outbox, in bounded batches. Rows locked by another transaction are left for the next call. */
final class CampaignOutboxStore {

    /**
     * Locks the campaign before its rows, so that no change of its state comes between: rows of a campaign that has just been
     * paused would be served again, and only a sender that takes one of them would move it back. An email that is served again is as
     * old as a new one: the time of a pause is none in which it was tried.
     */
    private static final String MOVE = """
            WITH campaign AS MATERIALIZED (
                SELECT id FROM campaigns WHERE project_id = $1 AND id = $2 AND fence = $3 FOR SHARE),
            batch AS MATERIALIZED (
                SELECT email_id FROM outbox
                 WHERE project_id = $1 AND campaign_id = $2 AND lane = $4 AND EXISTS (SELECT FROM campaign)
                 LIMIT $6 FOR UPDATE SKIP LOCKED)
            UPDATE outbox SET lane = $5, created_at = CASE WHEN $5 = 3 THEN outbox.created_at ELSE greatest(outbox.created_at, now()) END
              FROM batch
             WHERE outbox.project_id = $1 AND outbox.email_id = batch.email_id
            """;

    /**
     * Deletes outbox rows of a cancelled campaign. A row that is being sent ends by itself: its attempt began before the
     * cancellation, or reads the campaign's state. A row whose node died is deleted when its lease has ended; in a lane that is
     * not served no other worker would end it. Emails that leave the outbox have to be written off, so {@code cancel_cursor} is
     * reset.
     */
    private static final String EMPTY = """
            WITH batch AS MATERIALIZED (
                SELECT ctid FROM outbox
                 WHERE project_id = $1 AND campaign_id = $2 AND (NOT attempt_started OR lease_until < now())
                 LIMIT $3 FOR UPDATE SKIP LOCKED),
            reset_cursor AS (
                UPDATE campaigns SET cancel_cursor = NULL
                 WHERE project_id = $1 AND id = $2 AND cancel_cursor IS NOT NULL AND EXISTS (SELECT FROM batch))
            DELETE FROM outbox WHERE ctid = ANY (ARRAY(SELECT ctid FROM batch))
            """;

    /**
     * Cancels pending emails without an outbox row, a page of the campaign's rows at a time; emails that are being sent are left
     * alone. Rows are named by {@code ctid} and looked up in the outbox one by one: a planner with statistics of a million outbox
     * rows reads all of both tables for every page.
     */
    private static final String WRITE_OFF = """
            WITH page AS MATERIALIZED (
                SELECT ctid AS place, id, contact_id, status FROM emails
                 WHERE project_id = $1 AND campaign_id = $2
                   AND contact_id > (SELECT coalesce(cancel_cursor, $5) FROM campaigns WHERE project_id = $1 AND campaigns.id = $2)
                 ORDER BY contact_id LIMIT $3 FOR UPDATE),
            cancelled AS (
                UPDATE emails SET status = 'CANCELLED', error = $4, reason = $6, updated_at = now()
                 WHERE ctid = ANY (ARRAY(
                    SELECT place FROM page
                     WHERE status = 'PENDING'
                       AND (SELECT email_id FROM outbox WHERE outbox.project_id = $1 AND email_id = page.id) IS NULL)))
            UPDATE campaigns SET cancel_cursor = last.contact_id
              FROM (SELECT contact_id FROM page ORDER BY contact_id DESC LIMIT 1) last
             WHERE project_id = $1 AND id = $2
            RETURNING (SELECT count(*) FROM page)
            """;

    static final short SERVED = 2;
    static final short HELD_LANE = 3;

    private static final UUID FIRST = new UUID(0, 0);

    /** Moves rows from one lane to another; answers how many. None when the claim of the campaign is lost. */
    Future<Integer> move(SqlClient db, ClaimedCampaign campaign, short from, short to, int limit) {
        return db.preparedQuery(MOVE)
                .execute(CampaignClaimStore.key(campaign)
                        .addValue(from)
                        .addValue(to)
                        .addValue(limit))
                .map(rows -> rows.rowCount());
    }

    /** Deletes outbox rows of a cancelled campaign; answers how many. */
    Future<Integer> empty(SqlClient db, ClaimedCampaign campaign, int limit) {
        return db.preparedQuery(EMPTY).execute(key(campaign).addValue(limit)).map(rows -> rows.rowCount());
    }

    /**
     * Reads the next emails of a cancelled campaign, up to the limit, and cancels those that cannot go out; false when there were
     * no more.
     */
    Future<Boolean> writeOff(SqlClient db, ClaimedCampaign campaign, int limit, EmailReason reason) {
        return db.preparedQuery(WRITE_OFF)
                .execute(key(campaign)
                        .addValue(limit)
                        .addValue(reason.sentence())
                        .addValue(FIRST)
                        .addValue(reason.name()))
                .map(rows -> rows.size() > 0);
    }

    private static Tuple key(ClaimedCampaign campaign) {
        return Tuple.of(campaign.tenant().project().value(), campaign.id().value());
    }
}
