package io.godwit.webhooks;

import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.WebhookCallId;
import io.godwit.db.Columns;
import io.godwit.traces.TraceContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;

/** Finds endpoints with due calls and claims calls of them. */
final class CallClaimStore {

    /** Finds endpoints by stepping along the index, so that ten thousand calls of one endpoint cost no more than one. */
    private static final String ENDPOINTS = """
            WITH RECURSIVE endpoints AS (
                (SELECT project_id, endpoint FROM webhook_calls
                  WHERE (project_id, endpoint) > ($1, $2) ORDER BY project_id, endpoint LIMIT 1)
                UNION ALL
                SELECT next.project_id, next.endpoint
                  FROM endpoints CROSS JOIN LATERAL (
                       SELECT project_id, endpoint FROM webhook_calls
                        WHERE (project_id, endpoint) > (endpoints.project_id, endpoints.endpoint) ORDER BY project_id, endpoint LIMIT 1) next)
            SELECT project_id, endpoint,
                   EXISTS (SELECT FROM webhook_calls call
                            WHERE call.project_id = endpoints.project_id AND call.endpoint = endpoints.endpoint AND due_at <= now())
                   AND NOT EXISTS (SELECT FROM webhook_circuits circuit
                                    WHERE circuit.project_id = endpoints.project_id AND circuit.endpoint = endpoints.endpoint
                                      AND open_until > now()) AS due
              FROM endpoints LIMIT $3
            """;

    /**
     * Claims calls. Of an endpoint whose circuit is open one call is claimed as a probe, by the first statement that
     * extends the open time; the circuit closes when the probe succeeds. From the claim on a call's {@code due_at} is the
     * end of its lease.
     */
    private static final String CLAIM = """
            WITH requested AS MATERIALIZED (
                SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::integer[]) AS w (project_id, endpoint, max_calls)),
            probes AS (
                UPDATE webhook_circuits SET open_until = now() + make_interval(secs => $4), updated_at = now()
                  FROM requested
                 WHERE webhook_circuits.project_id = requested.project_id AND webhook_circuits.endpoint = requested.endpoint
                   AND open_until <= now()
                RETURNING webhook_circuits.project_id, webhook_circuits.endpoint),
            shares AS MATERIALIZED (
                SELECT requested.project_id, requested.endpoint,
                       CASE WHEN probes.endpoint IS NOT NULL THEN 1 WHEN circuit.open_until IS NOT NULL THEN 0 ELSE max_calls END AS max_calls
                  FROM requested
                  LEFT JOIN probes ON probes.project_id = requested.project_id AND probes.endpoint = requested.endpoint
                  LEFT JOIN webhook_circuits circuit ON circuit.project_id = requested.project_id AND circuit.endpoint = requested.endpoint),
            due AS MATERIALIZED (
                SELECT call.project_id, call.id FROM shares CROSS JOIN LATERAL (
                       SELECT project_id, id FROM webhook_calls
                        WHERE webhook_calls.project_id = shares.project_id AND webhook_calls.endpoint = shares.endpoint
                          AND due_at <= now()
                        ORDER BY due_at LIMIT shares.max_calls FOR UPDATE SKIP LOCKED) call)
            UPDATE webhook_calls AS call
               SET due_at = now() + make_interval(secs => $4), fence = fence + 1, attempts = attempts + 1
              FROM due
             WHERE call.project_id = due.project_id AND call.id = due.id
            RETURNING call.project_id, call.id, execution_id, visit, endpoint, call.url_hash, method, url_masked, request_encrypted, fence, attempts, trace_context,
                      last_status, now() AS at, extract(epoch FROM expires_at - now())::double precision AS seconds_left,
                      (SELECT until FROM webhook_gone_urls gone_url
                        WHERE gone_url.project_id = call.project_id AND gone_url.url_hash = call.url_hash AND until > now()) AS gone_until,
                      EXISTS (SELECT FROM projects WHERE projects.id = call.project_id AND NOT disabled) AS enabled,
                      EXISTS (SELECT FROM probes WHERE probes.project_id = call.project_id AND probes.endpoint = call.endpoint) AS probe
            """;

    /** Releases claimed calls; the fence is raised, because a late result of this node must not count. */
    private static final String RELEASE = """
            UPDATE webhook_calls AS call
               SET due_at = now(), fence = call.fence + 1
              FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS claimed (project_id, id, fence)
             WHERE call.project_id = claimed.project_id AND call.id = claimed.id AND call.fence = claimed.fence
            """;

    /**
     * The result of one search for endpoints with due calls.
     *
     * @param due the endpoints with due calls, in the order of their keys
     * @param next the key the next search starts behind; empty for the beginning
     */
    record DueEndpoints(List<EndpointKey> due, Optional<EndpointKey> next) {}

    /** The maximum number of calls to claim of an endpoint. */
    record Share(EndpointKey endpoint, int calls) {}

    /** Examines up to {@code limit} endpoints behind {@code from}. */
    Future<DueEndpoints> findDue(SqlClient db, Optional<EndpointKey> from, int limit) {
        var project = from.map(endpoint -> endpoint.project().value()).orElse(new UUID(0, 0));
        return db.preparedQuery(ENDPOINTS)
                .execute(Tuple.of(project, from.map(EndpointKey::number).orElse(Long.MIN_VALUE), limit))
                .map(rows -> {
                    var seen = StreamSupport.stream(rows.spliterator(), false).toList();
                    return new DueEndpoints(
                            seen.stream()
                                    .filter(row -> row.getBoolean("due"))
                                    .map(CallClaimStore::endpoint)
                                    .toList(),
                            seen.size() < limit ? Optional.empty() : Optional.of(endpoint(seen.get(seen.size() - 1))));
                });
    }

    /** Claims due calls of each endpoint, up to its share; one that is not recorded within {@code lease} becomes due again. */
    Future<List<ClaimedCall>> claim(SqlClient db, List<Share> shares, Duration lease) {
        var parameters = Tuple.tuple()
                .addArrayOfUUID(CallStore.column(
                        shares, UUID.class, share -> share.endpoint().project().value()))
                .addArrayOfLong(CallStore.column(
                        shares, Long.class, share -> share.endpoint().number()))
                .addArrayOfInteger(CallStore.column(shares, Integer.class, Share::calls))
                .addDouble(Columns.seconds(lease));
        return db.preparedQuery(CLAIM).execute(parameters).map(rows -> StreamSupport.stream(rows.spliterator(), false)
                .map(CallClaimStore::claimed)
                .toList());
    }

    /** Releases claimed calls, which are due at once; one that another claim holds stays as it is. */
    Future<Void> release(SqlClient db, List<ClaimedCall> leased) {
        return db.preparedQuery(RELEASE).execute(keys(leased)).mapEmpty();
    }

    /** The project, id and fence of each call, as the first three parameters. */
    static Tuple keys(List<ClaimedCall> calls) {
        return Tuple.tuple()
                .addArrayOfUUID(CallStore.column(
                        calls, UUID.class, call -> call.project().value()))
                .addArrayOfUUID(
                        CallStore.column(calls, UUID.class, call -> call.id().value()))
                .addArrayOfLong(CallStore.column(calls, Long.class, ClaimedCall::fence));
    }

    private static EndpointKey endpoint(Row row) {
        return new EndpointKey(new ProjectId(row.getUUID("project_id")), row.getLong("endpoint"));
    }

    static ClaimedCall claimed(Row row) {
        return new ClaimedCall(
                new ProjectId(row.getUUID("project_id")),
                new WebhookCallId(row.getUUID("id")),
                new ExecutionId(row.getUUID("execution_id")),
                row.getInteger("visit"),
                endpoint(row),
                row.getBuffer("url_hash").getBytes(),
                row.getString("method"),
                row.getString("url_masked"),
                row.getBuffer("request_encrypted").getBytes(),
                row.getLong("fence"),
                row.getInteger("attempts"),
                row.getOffsetDateTime("at").toInstant(),
                System.nanoTime(),
                Duration.ofMillis((long) (row.getDouble("seconds_left") * 1000)),
                Optional.ofNullable(row.getInteger("last_status")),
                Optional.ofNullable(row.getOffsetDateTime("gone_until")).map(until -> until.toInstant()),
                row.getBoolean("enabled"),
                row.getBoolean("probe"),
                Optional.ofNullable(row.getString("trace_context")).flatMap(TraceContext::parse));
    }
}
