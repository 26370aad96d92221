package io.godwit.webhooks;

import io.godwit.core.id.ProjectId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** The {@code webhook_circuits} table: the circuit breakers of endpoints. */
final class CircuitStore {

    private static final String DELETE = """
            DELETE FROM webhook_circuits state USING unnest($1::uuid[], $2::bigint[]) AS healthy (project_id, endpoint)
             WHERE state.project_id = healthy.project_id AND state.endpoint = healthy.endpoint
            """;

    private static final String ENSURE = """
            INSERT INTO webhook_circuits (project_id, endpoint)
            SELECT project_id, endpoint FROM unnest($1::uuid[], $2::bigint[]) AS failing (project_id, endpoint) ORDER BY project_id, endpoint
            ON CONFLICT (project_id, endpoint) DO NOTHING
            """;

    /**
     * Opens the circuit of an endpoint after too many failures in a row, and of one whose probe failed, for a time that
     * doubles; and of any endpoint for as long as its receiver asks. Results of calls begun before do not extend the time.
     */
    private static final String ADD_FAILURES = """
            UPDATE webhook_circuits state
               SET failures = state.failures + failing.failures,
                   updated_at = now(),
                   open_count = state.open_count + CASE WHEN opens THEN 1 ELSE 0 END,
                   open_until = CASE
                       WHEN opens THEN now() + make_interval(secs =>
                            greatest(retry_after, least($8::double precision, $7::double precision * power(2, least(state.open_count, $9)))))
                       WHEN retry_after > 0 THEN greatest(state.open_until, now() + make_interval(secs => retry_after))
                       ELSE state.open_until END
              FROM (SELECT failing.*, probe OR (circuit.open_until IS NULL AND circuit.failures + failing.failures >= $6::integer) AS opens
                      FROM unnest($1::uuid[], $2::bigint[], $3::integer[], $4::double precision[], $5::boolean[])
                           AS failing (project_id, endpoint, failures, retry_after, probe)
                      JOIN webhook_circuits circuit ON circuit.project_id = failing.project_id AND circuit.endpoint = failing.endpoint
                     ORDER BY failing.project_id, failing.endpoint FOR UPDATE OF circuit) failing
             WHERE state.project_id = failing.project_id AND state.endpoint = failing.endpoint
            RETURNING state.project_id, state.endpoint, opens AND open_count = 1 AS opened
            """;

    /** Lets another probe run at once, because the last one never reached the receiver. */
    private static final String UNKNOWN = """
            UPDATE webhook_circuits state SET open_until = now()
              FROM unnest($1::uuid[], $2::bigint[]) AS probe (project_id, endpoint)
             WHERE state.project_id = probe.project_id AND state.endpoint = probe.endpoint AND open_until IS NOT NULL
            """;

    /** Deletes circuits that have not changed for two days. */
    private static final String DELETE_STALE = """
            DELETE FROM webhook_circuits WHERE updated_at < now() - interval '2 days'
            """;

    private static final String COUNT_OPEN = """
            SELECT count(*) FROM (SELECT FROM webhook_circuits WHERE open_until IS NOT NULL LIMIT 100000) open_circuits
            """;

    /**
     * The failures of an endpoint's calls one after the other.
     *
     * @param retryAfter the time its receiver asks for in {@code Retry-After}
     * @param probe true: one of the calls was a probe of an open circuit
     */
    record FailureStreak(EndpointKey endpoint, int failures, Duration retryAfter, boolean probe) {}

    Future<Void> markHealthy(SqlClient tx, List<EndpointKey> endpoints) {
        return tx.preparedQuery(DELETE).execute(keys(endpoints)).mapEmpty();
    }

    Future<Void> unknown(SqlClient tx, List<EndpointKey> endpoints) {
        return tx.preparedQuery(UNKNOWN).execute(keys(endpoints)).mapEmpty();
    }

    /** Adds failures; completes with the endpoints whose circuit was opened by them for the first time. */
    Future<List<EndpointKey>> addFailures(
            SqlClient tx, List<FailureStreak> streaks, int threshold, CallBackoff backoff) {
        var endpoints = streaks.stream().map(FailureStreak::endpoint).toList();
        return tx.preparedQuery(ENSURE)
                .execute(keys(endpoints))
                .compose(ignored -> tx.preparedQuery(ADD_FAILURES)
                        .execute(keys(endpoints)
                                .addArrayOfInteger(CallStore.column(streaks, Integer.class, FailureStreak::failures))
                                .addArrayOfDouble(CallStore.column(
                                        streaks, Double.class, streak -> Columns.seconds(streak.retryAfter())))
                                .addArrayOfBoolean(CallStore.column(streaks, Boolean.class, FailureStreak::probe))
                                .addInteger(threshold)
                                .addDouble(Columns.seconds(backoff.firstOpenDuration()))
                                .addDouble(Columns.seconds(backoff.maxOpenDuration()))
                                .addInteger(CallBackoff.maxDoublings())))
                .map(rows -> CallResultStore.list(rows).stream()
                        .filter(row -> row.getBoolean("opened"))
                        .map(row -> new EndpointKey(new ProjectId(row.getUUID("project_id")), row.getLong("endpoint")))
                        .toList());
    }

    Future<Void> deleteOld(SqlClient db) {
        return db.preparedQuery(DELETE_STALE).execute().mapEmpty();
    }

    Future<Long> countOpen(SqlClient db) {
        return db.preparedQuery(COUNT_OPEN)
                .execute()
                .map(rows -> rows.iterator().next().getLong(0));
    }

    private static Tuple keys(List<EndpointKey> endpoints) {
        return Tuple.tuple()
                .addArrayOfUUID(CallStore.column(
                        endpoints, UUID.class, endpoint -> endpoint.project().value()))
                .addArrayOfLong(CallStore.column(endpoints, Long.class, EndpointKey::number));
    }
}
