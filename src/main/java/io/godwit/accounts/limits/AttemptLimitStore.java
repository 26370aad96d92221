package io.godwit.accounts.limits;

import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;

/** The {@code throttles} table. */
final class AttemptLimitStore {

    /** Counts one attempt; a window begins with the first attempt in it. */
    private static final String COUNT = """
            INSERT INTO throttles AS stored (name, subject, count, ends_at)
            VALUES ($1, $2, 1, now() + make_interval(secs => $3))
            ON CONFLICT (name, subject) DO UPDATE
               SET count = CASE WHEN stored.ends_at > now() THEN stored.count + 1 ELSE 1 END,
                   ends_at = CASE WHEN stored.ends_at > now() THEN stored.ends_at ELSE excluded.ends_at END
            RETURNING count, ceil(extract(epoch FROM ends_at - now()))::bigint AS seconds
            """;

    /** The number of attempts in the window including this one, and the seconds until the window ends. */
    record CountedAttempt(int count, long seconds) {}

    Future<CountedAttempt> countAttempt(SqlClient db, String name, Buffer subject, Duration window) {
        return db.preparedQuery(COUNT)
                .mapping(AttemptLimitStore::counted)
                .execute(Tuple.of(name, subject, Columns.seconds(window)))
                .map(rows -> rows.iterator().next());
    }

    Future<Void> refundAttempt(SqlClient db, String name, Buffer subject) {
        return db.preparedQuery("UPDATE throttles SET count = count - 1 WHERE name = $1 AND subject = $2 AND count > 0")
                .execute(Tuple.of(name, subject))
                .mapEmpty();
    }

    Future<Void> reset(SqlClient db, String name, Buffer subject) {
        return db.preparedQuery("DELETE FROM throttles WHERE name = $1 AND subject = $2")
                .execute(Tuple.of(name, subject))
                .mapEmpty();
    }

    private static CountedAttempt counted(Row row) {
        return new CountedAttempt(row.getInteger("count"), row.getLong("seconds"));
    }
}
