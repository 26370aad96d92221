package io.godwit.sending.queue;

import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;

/** Frees emails of the {@code outbox} that have waited for a suspended site as long as an email is tried. */
public final class ExpiredWaitStore {

    /**
     * Takes rows out of the lanes of their site, which are not claimed while it is suspended, and makes them due: an attempt that gets
     * no connection ends them. The index {@code outbox_delayed} has no email before {@code email.delayed} is told of it.
     */
    private static final String FREE = """
            WITH expired AS MATERIALIZED (
                SELECT waiting.*
                  FROM unnest($1::smallint[]) AS suspended (destination)
                 CROSS JOIN LATERAL (SELECT project_id, email_id
                                       FROM outbox
                                      WHERE outbox.destination = suspended.destination AND outbox.destination <> 0
                                        AND delayed_at IS NOT NULL
                                        AND created_at < now() - make_interval(secs => $2)
                                        AND lane < 3 AND NOT attempt_started AND (lease_until IS NULL OR lease_until < now())
                                      ORDER BY created_at
                                      LIMIT $3
                                        FOR UPDATE SKIP LOCKED) waiting
                 LIMIT $3)
            UPDATE outbox
               SET destination = 0, due_at = now()
              FROM expired
             WHERE outbox.project_id = expired.project_id AND outbox.email_id = expired.email_id
            """;

    /**
     * Frees at most {@code limit} emails to the destinations that are older than {@code age}; completes with their number.
     *
     * @param suspended the numbers of sites
     */
    public Future<Integer> free(SqlClient db, List<Short> suspended, Duration age, int limit) {
        return db.preparedQuery(FREE)
                .execute(Tuple.tuple()
                        .addArrayOfShort(suspended.toArray(Short[]::new))
                        .addDouble(Columns.seconds(age))
                        .addInteger(limit))
                .map(SqlResult::rowCount);
    }
}
