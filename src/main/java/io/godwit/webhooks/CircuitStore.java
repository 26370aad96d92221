package io.godwit.webhooks;

import io.godwit.core.id.ProjectId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** The {@code webhook_lanes} table: the circuit breakers of endpoints. In its columns a closed lane is an open circuit. */
final class CircuitStore {

    private static final String DELETE = """
            DELETE FROM webhook_lanes state USING unnest($1::uuid[], $2::bigint[]) AS well (project_id, lane)
             WHERE state.project_id = well.project_id AND state.lane = well.lane
            """;

    private static final String ENSURE = """
            INSERT INTO webhook_lanes (project_id, lane)
            SELECT project_id, lane FROM unnest($1::uuid[], $2::bigint[]) AS ill (project_id, lane) ORDER BY project_id, lane
            ON CONFLICT (project_id, lane) DO NOTHING
            """;

    /**
     * Opens the circuit of an endpoint after too many failures in a row, and of one whose probe failed, for a time that
     * doubles; and of any endpoint for as long as its receiver asks. Results of calls begun before do not extend the time.
     */
    private static final String ILL = """
            UPDATE webhook_lanes state
               SET failures = state.failures + ill.failures,
                   updated_at = now(),
                   closings = state.closings + CASE WHEN closes THEN 1 ELSE 0 END,
                   closed_until = CASE
                       WHEN closes THEN now() + make_interval(secs =>
                            greatest(asked, least($8::double precision, $7::double precision * power(2, least(state.closings, $9)))))
                       WHEN asked > 0 THEN greatest(state.closed_until, now() + make_interval(secs => asked))
                       ELSE state.closed_until END
              FROM (SELECT ill.*, probe OR (known.closed_until IS NULL AND known.failures + ill.failures >= $6::integer) AS closes
                      FROM unnest($1::uuid[], $2::bigint[], $3::integer[], $4::double precision[], $5::boolean[])
                           AS ill (project_id, lane, failures, asked, probe)
                      JOIN webhook_lanes known ON known.project_id = ill.project_id AND known.lane = ill.lane
                     ORDER BY ill.project_id, ill.lane FOR UPDATE OF known) ill
             WHERE state.project_id = ill.project_id AND state.lane = ill.lane
            RETURNING state.project_id, state.lane, closes AND closings = 1 AS closed
            """;

    /** Lets another probe run at once, because the last one never reached the receiver. */
    private static final String UNKNOWN = """
            UPDATE webhook_lanes state SET closed_until = now()
              FROM unnest($1::uuid[], $2::bigint[]) AS probe (project_id, lane)
             WHERE state.project_id = probe.project_id AND state.lane = probe.lane AND closed_until IS NOT NULL
            """;

    /** Deletes circuits that have not changed for two days. */
    private static final String DELETE_STALE = """
            DELETE FROM webhook_lanes WHERE updated_at < now() - interval '2 days'
            """;

    private static final String CLOSED = """
            SELECT count(*) FROM (SELECT FROM webhook_lanes WHERE closed_until IS NOT NULL LIMIT 100000) closed
            """;

    /**
     * The failures of an endpoint's calls one after the other.
     *
     * @param asked the time its receiver asks for in {@code Retry-After}
     * @param probe true: one of the calls was a probe of an open circuit
     */
    record FailureStreak(EndpointKey lane, int failures, Duration asked, boolean probe) {}

    Future<Void> markHealthy(SqlClient tx, List<EndpointKey> lanes) {
        return tx.preparedQuery(DELETE).execute(keys(lanes)).mapEmpty();
    }

    Future<Void> unknown(SqlClient tx, List<EndpointKey> lanes) {
        return tx.preparedQuery(UNKNOWN).execute(keys(lanes)).mapEmpty();
    }

    /** Adds failures; completes with the endpoints whose circuit was opened by them for the first time. */
    Future<List<EndpointKey>> ill(SqlClient tx, List<FailureStreak> illnesses, int threshold, CallBackoff backoff) {
        var lanes = illnesses.stream().map(FailureStreak::lane).toList();
        return tx.preparedQuery(ENSURE)
                .execute(keys(lanes))
                .compose(ignored -> tx.preparedQuery(ILL)
                        .execute(keys(lanes)
                                .addArrayOfInteger(CallStore.column(illnesses, Integer.class, FailureStreak::failures))
                                .addArrayOfDouble(CallStore.column(
                                        illnesses, Double.class, illness -> Columns.seconds(illness.asked())))
                                .addArrayOfBoolean(CallStore.column(illnesses, Boolean.class, FailureStreak::probe))
                                .addInteger(threshold)
                                .addDouble(Columns.seconds(backoff.firstClosing()))
                                .addDouble(Columns.seconds(backoff.maxOpenDuration()))
                                .addInteger(CallBackoff.maxDoublings())))
                .map(rows -> CallResultStore.list(rows).stream()
                        .filter(row -> row.getBoolean("closed"))
                        .map(row -> new EndpointKey(new ProjectId(row.getUUID("project_id")), row.getLong("lane")))
                        .toList());
    }

    Future<Void> deleteOld(SqlClient db) {
        return db.preparedQuery(DELETE_STALE).execute().mapEmpty();
    }

    Future<Long> closed(SqlClient db) {
        return db.preparedQuery(CLOSED)
                .execute()
                .map(rows -> rows.iterator().next().getLong(0));
    }

    private static Tuple keys(List<EndpointKey> lanes) {
        return Tuple.tuple()
                .addArrayOfUUID(CallStore.column(
                        lanes, UUID.class, lane -> lane.project().value()))
                .addArrayOfLong(CallStore.column(lanes, Long.class, EndpointKey::number));
    }
}
