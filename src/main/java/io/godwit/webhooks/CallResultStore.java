package io.godwit.webhooks;

import io.godwit.core.id.WebhookCallId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.StreamSupport;

/** Writes the results of calls, one statement for each table however many there are. */
final class CallResultStore {

    private static final String FIND_LEASED = """
            SELECT call.id FROM webhook_calls call
              JOIN unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS claimed (project_id, id, fence) USING (project_id, id, fence)
            """;

    private static final String END = """
            DELETE FROM webhook_calls call
             USING unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS claimed (project_id, id, fence)
             WHERE call.project_id = claimed.project_id AND call.id = claimed.id AND call.fence = claimed.fence
            """;

    private static final String RETRY_AFTER = """
            UPDATE webhook_calls AS call
               SET due_at = now() + make_interval(secs => claimed.pause), fence = call.fence + 1,
                   last_status = claimed.status, last_error = claimed.error
              FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::double precision[], $5::integer[], $6::text[])
                   AS claimed (project_id, id, fence, pause, status, error)
             WHERE call.project_id = claimed.project_id AND call.id = claimed.id AND call.fence = claimed.fence
            """;

    private static final String ATTEMPTS = """
            INSERT INTO webhook_attempts (project_id, execution_id, visit, attempt, call_id, method, url_masked, status, error, took_ms)
            SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::uuid[], $6::text[], $7::text[],
                                 $8::integer[], $9::text[], $10::integer[])
            ON CONFLICT DO NOTHING
            """;

    private static final String MARK_GONE = """
            INSERT INTO webhook_gone_urls (project_id, url_hash, until)
            SELECT DISTINCT project_id, url_hash, now() + make_interval(secs => $3)
              FROM unnest($1::uuid[], $2::bytea[]) AS gone_url (project_id, url_hash)
             ORDER BY project_id, url_hash
            ON CONFLICT (project_id, url_hash) DO UPDATE SET until = excluded.until
            """;

    /** Finds the calls that are still claimed by this node. */
    Future<Set<WebhookCallId>> findLeased(SqlClient db, List<ClaimedCall> calls) {
        return db.preparedQuery(FIND_LEASED).execute(CallClaimStore.keys(calls)).map(rows -> {
            var leased = new HashSet<WebhookCallId>();
            rows.forEach(row -> leased.add(new WebhookCallId(row.getUUID("id"))));
            return leased;
        });
    }

    /** Deletes ended calls; completes with the number that were still claimed. */
    Future<Integer> end(SqlClient tx, List<CallOutcome> outcomes) {
        return tx.preparedQuery(END).execute(keys(outcomes)).map(rows -> rows.rowCount());
    }

    /** Schedules further attempts; completes with the number of calls that were still claimed. */
    Future<Integer> retryAfter(SqlClient tx, List<CallOutcome> outcomes) {
        return tx.preparedQuery(RETRY_AFTER)
                .execute(keys(outcomes)
                        .addArrayOfDouble(CallStore.column(
                                outcomes,
                                Double.class,
                                outcome -> Columns.seconds(outcome.pause().orElse(Duration.ZERO))))
                        .addArrayOfInteger(statuses(outcomes))
                        .addArrayOfString(errors(outcomes)))
                .map(rows -> rows.rowCount());
    }

    Future<Void> attempts(SqlClient tx, List<CallOutcome> outcomes) {
        return tx.preparedQuery(ATTEMPTS)
                .execute(Tuple.tuple()
                        .addArrayOfUUID(projects(outcomes))
                        .addArrayOfUUID(CallStore.column(outcomes, UUID.class, outcome -> outcome.call()
                                .execution()
                                .value()))
                        .addArrayOfInteger(CallStore.column(outcomes, Integer.class, outcome -> outcome.call()
                                .visit()))
                        .addArrayOfInteger(CallStore.column(outcomes, Integer.class, outcome -> outcome.call()
                                .attempt()))
                        .addArrayOfUUID(CallStore.column(outcomes, UUID.class, outcome -> outcome.call()
                                .id()
                                .value()))
                        .addArrayOfString(CallStore.column(outcomes, String.class, outcome -> outcome.call()
                                .method()))
                        .addArrayOfString(CallStore.column(outcomes, String.class, outcome -> outcome.call()
                                .url()))
                        .addArrayOfInteger(statuses(outcomes))
                        .addArrayOfString(errors(outcomes))
                        .addArrayOfInteger(CallStore.column(outcomes, Integer.class, outcome ->
                                (int) outcome.duration().toMillis())))
                .mapEmpty();
    }

    /** Marks the URLs of these calls as gone for {@code pause}. */
    Future<Void> markGone(SqlClient tx, List<CallOutcome> outcomes, Duration pause) {
        return tx.preparedQuery(MARK_GONE)
                .execute(Tuple.tuple()
                        .addArrayOfUUID(projects(outcomes))
                        .addArrayOfBuffer(CallStore.column(
                                outcomes,
                                Buffer.class,
                                outcome -> Buffer.buffer(outcome.call().urlHash())))
                        .addDouble(Columns.seconds(pause)))
                .mapEmpty();
    }

    private static Tuple keys(List<CallOutcome> outcomes) {
        return CallClaimStore.keys(outcomes.stream().map(CallOutcome::call).toList());
    }

    private static UUID[] projects(List<CallOutcome> outcomes) {
        return CallStore.column(
                outcomes, UUID.class, outcome -> outcome.call().project().value());
    }

    private static Integer[] statuses(List<CallOutcome> outcomes) {
        return CallStore.column(
                outcomes, Integer.class, outcome -> outcome.status().orElse(null));
    }

    private static String[] errors(List<CallOutcome> outcomes) {
        return CallStore.column(
                outcomes, String.class, outcome -> outcome.error().orElse(null));
    }

    static List<Row> list(Iterable<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false).toList();
    }
}
