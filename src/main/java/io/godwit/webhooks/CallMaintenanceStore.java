package io.godwit.webhooks;

import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;

/** Periodic queries: expired calls, old attempts, and the depth of the queue. */
final class CallMaintenanceStore {

    /**
     * Claims expired calls that could not be tried in time, because their circuit is open or other calls were before them.
     */
    private static final String EXPIRED = """
            WITH late AS MATERIALIZED (
                SELECT project_id, id FROM webhook_calls
                 WHERE expires_at < now() AND due_at <= now()
                 ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)
            UPDATE webhook_calls AS call
               SET due_at = now() + make_interval(secs => $2), fence = fence + 1
              FROM late
             WHERE call.project_id = late.project_id AND call.id = late.id
            RETURNING call.project_id, call.id, execution_id, visit, endpoint, url_hash, method, url_masked, ''::bytea AS request_encrypted, fence,
                      attempts, trace_context, last_status, now() AS at, 0::double precision AS seconds_left, NULL::timestamptz AS gone_until,
                      true AS enabled, false AS probe
            """;

    /** Deletes old attempts in bounded parts, so that no transaction is long. */
    private static final String OLD_ATTEMPTS = """
            DELETE FROM webhook_attempts WHERE ctid = ANY (ARRAY (
                SELECT ctid FROM webhook_attempts WHERE at < now() - make_interval(secs => $1) LIMIT 5000))
            """;

    private static final String NO_LONGER_GONE = """
            DELETE FROM webhook_gone_urls WHERE until < now()
            """;

    /** Counts up to 100,000 calls, which takes some 10 ms. */
    private static final String DEPTH = """
            SELECT count(*) AS depth, coalesce(extract(epoch FROM now() - min(created_at)), 0)::bigint AS oldest
              FROM (SELECT created_at FROM webhook_calls LIMIT 100000) unfinished
            """;

    /** The number of waiting calls, and the age of the oldest in seconds. */
    record Depth(long calls, long oldestSeconds) {}

    Future<List<ClaimedCall>> expired(SqlClient db, int limit, Duration lease) {
        return db.preparedQuery(EXPIRED)
                .execute(Tuple.of(limit, Columns.seconds(lease)))
                .map(rows -> CallResultStore.list(rows).stream()
                        .map(CallClaimStore::claimed)
                        .toList());
    }

    /** Deletes some old attempts; completes with their number, and there may be more. */
    Future<Integer> deleteAttempts(SqlClient db, Duration retention) {
        return db.preparedQuery(OLD_ATTEMPTS)
                .execute(Tuple.of(Columns.seconds(retention)))
                .map(rows -> rows.rowCount());
    }

    Future<Void> deleteExpiredGone(SqlClient db) {
        return db.preparedQuery(NO_LONGER_GONE).execute().mapEmpty();
    }

    Future<Depth> depth(SqlClient db) {
        return db.preparedQuery(DEPTH)
                .execute()
                .map(rows -> depth(rows.iterator().next()));
    }

    private static Depth depth(Row row) {
        return new Depth(row.getLong("depth"), row.getLong("oldest"));
    }
}
