package io.godwit.sending.queue;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Counts the emails that wait in the {@code outbox}. */
public final class OutboxDepthStore {

    /** Counts up to 100,000 rows, which takes some 10 ms; emails whose time has not come are not counted. */
    private static final String DEPTH = """
            SELECT count(*) AS depth,
                   coalesce(extract(epoch FROM now() - min(created_at)), 0)::bigint AS oldest,
                   count(*) FILTER (WHERE deferred) AS deferred,
                   coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE deferred)), 0)::bigint AS oldest_deferred
              FROM (SELECT created_at, attempts > 0 AND NOT attempt_started AND due_at > now() AS deferred
                      FROM outbox LIMIT 100000) unfinished
             WHERE created_at <= now()
            """;

    /**
     * The backlog: the number of waiting emails and the age of the oldest.
     *
     * @param deferred those that were tried and wait for their next attempt
     */
    public record Depth(long rows, long oldestSeconds, long deferred, long oldestDeferredSeconds) {}

    public Future<Depth> depth(SqlClient db) {
        return db.preparedQuery(DEPTH)
                .mapping(row -> new Depth(
                        row.getLong("depth"),
                        row.getLong("oldest"),
                        row.getLong("deferred"),
                        row.getLong("oldest_deferred")))
                .execute()
                .map(rows -> rows.iterator().next());
    }
}
