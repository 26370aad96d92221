package io.godwit.billing;

import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Optional;

/** The {@code stripe_events} table. */
final class StripeEventStore {

    private static final String INSERT = """
            INSERT INTO stripe_events (id, type, object_id, made_at, body) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (id) DO NOTHING
            """;

    /** The event that is due for longest; events locked by another node are skipped. */
    private static final String NEXT = """
            SELECT id FROM stripe_events
             WHERE processed_at IS NULL AND due_at <= now()
             ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
            """;

    private static final String LOCK = """
            SELECT body FROM stripe_events WHERE id = $1 AND processed_at IS NULL FOR UPDATE SKIP LOCKED
            """;

    private static final String LATER = """
            UPDATE stripe_events
               SET attempts = attempts + 1, outcome = $2,
                   due_at = now() + least(interval '1 hour', interval '5 seconds' * power(2, least(attempts, 20)))
             WHERE id = $1
            """;

    /** Deletes processed events that are older than Stripe repeats them or lets them be looked up. */
    private static final String EXPIRE = """
            DELETE FROM stripe_events WHERE received_at < now() - make_interval(secs => $1) AND processed_at IS NOT NULL
            """;

    /** Inserts an event; false when it is stored already. */
    Future<Boolean> insert(SqlClient db, String id, StripeEvent event, String body) {
        return db.preparedQuery(INSERT)
                .execute(Tuple.of(
                        id,
                        event.type(),
                        event.text("id").orElse(null),
                        event.madeAt().atOffset(ZoneOffset.UTC),
                        body))
                .map(rows -> rows.rowCount() == 1);
    }

    /** Finds the id of the event that is due for longest. */
    Future<Optional<String>> next(SqlClient db) {
        return db.preparedQuery(NEXT).mapping(row -> row.getString(0)).execute().map(rows -> rows.stream()
                .findFirst());
    }

    /** Locks an event until the transaction ends and reads its body; empty when another node has locked or processed it. */
    Future<Optional<String>> lock(SqlClient tx, String id) {
        return tx.preparedQuery(LOCK)
                .mapping(row -> row.getString(0))
                .execute(Tuple.of(id))
                .map(rows -> rows.stream().findFirst());
    }

    Future<Void> processed(SqlClient tx, String id, String outcome) {
        return tx.preparedQuery("UPDATE stripe_events SET processed_at = now(), outcome = $2 WHERE id = $1")
                .execute(Tuple.of(id, outcome))
                .mapEmpty();
    }

    /** Schedules another attempt: after 5 s, doubled each time, up to an hour. */
    Future<Void> retryAfter(SqlClient db, String id, String why) {
        return db.preparedQuery(LATER).execute(Tuple.of(id, why)).mapEmpty();
    }

    /** Tells whether the end of this subscription was received, which may come before its beginning. */
    Future<Boolean> hasEnded(SqlClient tx, String subscription) {
        return tx.preparedQuery("""
                        SELECT EXISTS (SELECT FROM stripe_events
                                        WHERE object_id = $1 AND type = 'customer.subscription.deleted')
                        """)
                .execute(Tuple.of(subscription))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    Future<Integer> expire(SqlClient db, Duration age) {
        return db.preparedQuery(EXPIRE).execute(Tuple.of(Columns.seconds(age))).map(rows -> rows.rowCount());
    }
}
