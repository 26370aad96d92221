package io.godwit.campaigns;

import io.godwit.sending.EmailReason;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;

/** A campaign's rows of the queue, in bounded batches. Rows somebody is writing at this moment are left for the next look. */
final class CampaignOutboxStore {

    private static final String MOVE = """
            WITH those AS MATERIALIZED (
                SELECT email_id FROM outbox
                 WHERE project_id = $1 AND campaign_id = $2 AND lane = $3
                 LIMIT $5 FOR UPDATE SKIP LOCKED)
            UPDATE outbox SET lane = $4
              FROM those
             WHERE outbox.project_id = $1 AND outbox.email_id = those.email_id
            """;

    /**
     * One that is under way ends by itself: its attempt has begun before the campaign was cancelled, or looks at it. One whose
     * node died over it is waited for as long as a rescue would; in a lane nobody serves nobody else would end it. Whatever
     * leaves the queue has to be written off, so that begins anew.
     */
    private static final String EMPTY = """
            WITH those AS MATERIALIZED (
                SELECT ctid FROM outbox
                 WHERE project_id = $1 AND campaign_id = $2 AND (NOT sending OR lease_until < now())
                 LIMIT $3 FOR UPDATE SKIP LOCKED),
            anew AS (
                UPDATE campaigns SET cleared_to = NULL
                 WHERE project_id = $1 AND id = $2 AND cleared_to IS NOT NULL AND EXISTS (SELECT FROM those))
            DELETE FROM outbox WHERE ctid = ANY (ARRAY(SELECT ctid FROM those))
            """;

    /**
     * Mail that waits for nothing any more, a page of the campaign's rows at a time; what is still under way is left alone. Rows
     * are named by their places and looked for in the queue one by one: a planner who remembers a million queued reads all of both
     * tables for every page.
     */
    private static final String WRITE_OFF = """
            WITH page AS MATERIALIZED (
                SELECT ctid AS place, id, contact_id, status FROM emails
                 WHERE project_id = $1 AND campaign_id = $2
                   AND contact_id > (SELECT coalesce(cleared_to, $5) FROM campaigns WHERE project_id = $1 AND campaigns.id = $2)
                 ORDER BY contact_id LIMIT $3 FOR UPDATE),
            gone AS (
                UPDATE emails SET status = 'CANCELLED', error = $4, reason = $6, updated_at = now()
                 WHERE ctid = ANY (ARRAY(
                    SELECT place FROM page
                     WHERE status = 'PENDING'
                       AND (SELECT email_id FROM outbox WHERE outbox.project_id = $1 AND email_id = page.id) IS NULL)))
            UPDATE campaigns SET cleared_to = last.contact_id
              FROM (SELECT contact_id FROM page ORDER BY contact_id DESC LIMIT 1) last
             WHERE project_id = $1 AND id = $2
            RETURNING (SELECT count(*) FROM page)
            """;

    static final short SERVED = 2;
    static final short HELD = 3;

    private static final UUID FIRST = new UUID(0, 0);

    /** How many rows went from one lane into the other. */
    Future<Integer> move(SqlClient db, ClaimedCampaign work, short from, short to, int limit) {
        return db.preparedQuery(MOVE)
                .execute(Tuple.of(work.tenant().project().value(), work.id().value(), from, to, limit))
                .map(rows -> rows.rowCount());
    }

    /** Takes mail of a cancelled campaign out of the queue; how many rows it were. */
    Future<Integer> empty(SqlClient db, ClaimedCampaign work, int limit) {
        return db.preparedQuery(EMPTY).execute(key(work).addValue(limit)).map(rows -> rows.rowCount());
    }

    /** Looks at so many mails of a cancelled campaign and writes off those that cannot go out; false when there were no more. */
    Future<Boolean> writeOff(SqlClient db, ClaimedCampaign work, int limit, EmailReason reason) {
        return db.preparedQuery(WRITE_OFF)
                .execute(key(work)
                        .addValue(limit)
                        .addValue(reason.sentence())
                        .addValue(FIRST)
                        .addValue(reason.name()))
                .map(rows -> rows.size() > 0);
    }

    private static Tuple key(ClaimedCampaign work) {
        return Tuple.of(work.tenant().project().value(), work.id().value());
    }
}
