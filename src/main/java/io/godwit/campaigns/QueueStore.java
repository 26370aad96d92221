package io.godwit.campaigns;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** A campaign's rows of the queue, in bounded batches. Rows somebody is writing at this moment are left for the next look. */
final class QueueStore {

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
     * node died over it is waited for as long as a rescue would; in a lane nobody serves nobody else would end it.
     */
    private static final String CANCEL = """
            WITH those AS MATERIALIZED (
                SELECT email_id FROM outbox
                 WHERE project_id = $1 AND campaign_id = $2 AND (NOT sending OR lease_until < now())
                 LIMIT $3 FOR UPDATE SKIP LOCKED),
            gone AS (
                DELETE FROM outbox USING those
                 WHERE outbox.project_id = $1 AND outbox.email_id = those.email_id
                RETURNING outbox.email_id)
            UPDATE emails SET status = 'CANCELLED', error = $4, updated_at = now()
              FROM gone
             WHERE emails.project_id = $1 AND emails.id = gone.email_id AND emails.status = 'PENDING'
            """;

    static final short SERVED = 2;
    static final short HELD = 3;

    /** How many rows went from one lane into the other. */
    Future<Integer> move(SqlClient db, Work work, short from, short to, int limit) {
        return db.preparedQuery(MOVE)
                .execute(Tuple.of(work.tenant().project().value(), work.id().value(), from, to, limit))
                .map(rows -> rows.rowCount());
    }

    /** How many mails were cancelled. */
    Future<Integer> cancel(SqlClient db, Work work, int limit, String reason) {
        return db.preparedQuery(CANCEL)
                .execute(Tuple.of(work.tenant().project().value(), work.id().value(), limit, reason))
                .map(rows -> rows.rowCount());
    }
}
