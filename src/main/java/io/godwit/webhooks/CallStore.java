package io.godwit.webhooks;

import io.godwit.core.Crypto;
import io.godwit.core.Tenant;
import io.godwit.core.id.ExecutionId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.reflect.Array;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Enqueues, cancels and shows calls for other features, in the caller's transaction. */
final class CallStore {

    private static final String ENQUEUE = """
            INSERT INTO webhook_calls (project_id, id, execution_id, visit, endpoint, url_hash, method, url_masked, request_encrypted, expires_at)
            SELECT c.*, now() + make_interval(secs => $10)
              FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::bigint[], $6::bytea[], $7::text[], $8::text[],
                          $9::bytea[]) AS c
            ON CONFLICT (project_id, id) DO NOTHING
            """;

    private static final String TRACES = """
            UPDATE webhook_calls AS call
               SET trace_context = traced.trace_context
              FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS traced (project_id, id, trace_context)
             WHERE call.project_id = traced.project_id AND call.id = traced.id
            """;

    /** Cancels the calls of executions; an attempt in progress runs to its end without a result. */
    private static final String CANCEL = """
            DELETE FROM webhook_calls WHERE project_id = $1 AND execution_id = ANY ($2)
            """;

    private static final String ATTEMPTS = """
            SELECT visit, attempt, at, method, url_masked, status, error, took_ms FROM webhook_attempts
             WHERE project_id = $1 AND execution_id = $2
             ORDER BY visit, attempt LIMIT 1000
            """;

    Future<Void> enqueue(SqlClient tx, List<NewCall> calls, Crypto crypto, Duration expireAfter) {
        return tx.preparedQuery(ENQUEUE)
                .execute(Tuple.tuple()
                        .addArrayOfUUID(
                                column(calls, UUID.class, call -> call.project().value()))
                        .addArrayOfUUID(
                                column(calls, UUID.class, call -> call.id().value()))
                        .addArrayOfUUID(column(
                                calls, UUID.class, call -> call.execution().value()))
                        .addArrayOfInteger(column(calls, Integer.class, NewCall::visit))
                        .addArrayOfLong(column(calls, Long.class, call -> EndpointKey.of(call.project(), call.url())
                                .number()))
                        .addArrayOfBuffer(
                                column(calls, Buffer.class, call -> Buffer.buffer(EndpointKey.urlHash(call.url()))))
                        .addArrayOfString(column(calls, String.class, CallStore::method))
                        .addArrayOfString(column(calls, String.class, call -> SecretMasker.url(call.url())))
                        .addArrayOfBuffer(column(
                                calls,
                                Buffer.class,
                                call -> Buffer.buffer(CallRequest.of(call).seal(crypto, call.project(), call.id()))))
                        .addDouble(Columns.seconds(expireAfter)))
                .mapEmpty();
    }

    /** Writes the trace contexts of calls that are traced; apart from the calls, because few are. */
    Future<Void> insertTraces(SqlClient tx, List<NewCall> traced) {
        return tx.preparedQuery(TRACES)
                .execute(Tuple.tuple()
                        .addArrayOfUUID(column(
                                traced, UUID.class, call -> call.project().value()))
                        .addArrayOfUUID(
                                column(traced, UUID.class, call -> call.id().value()))
                        .addArrayOfString(column(traced, String.class, call -> call.trace()
                                .orElseThrow()
                                .traceparent())))
                .mapEmpty();
    }

    /** The method to store; an unknown one is rejected when the call is made. */
    private static String method(NewCall call) {
        return CallHeaders.METHODS.contains(call.method()) ? call.method() : "?";
    }

    /** Deletes the calls of executions; completes with their number. */
    Future<Integer> cancel(SqlClient tx, Tenant tenant, Collection<ExecutionId> executions) {
        return tx.preparedQuery(CANCEL)
                .execute(Tuple.of(tenant.project().value())
                        .addArrayOfUUID(
                                executions.stream().map(ExecutionId::value).toArray(UUID[]::new)))
                .map(rows -> rows.rowCount());
    }

    Future<List<CallAttempt>> attempts(SqlClient db, Tenant tenant, ExecutionId execution) {
        return db.preparedQuery(ATTEMPTS)
                .execute(Tuple.of(tenant.project().value(), execution.value()))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(CallStore::attempt)
                        .toList());
    }

    private static CallAttempt attempt(Row row) {
        return new CallAttempt(
                row.getInteger("visit"),
                row.getInteger("attempt"),
                row.getOffsetDateTime("at")
                        .withOffsetSameInstant(ZoneOffset.UTC)
                        .toInstant(),
                row.getString("method"),
                row.getString("url_masked"),
                Optional.ofNullable(row.getInteger("status")),
                Optional.ofNullable(row.getString("error")),
                Duration.ofMillis(row.getInteger("took_ms")));
    }

    @SuppressWarnings("unchecked")
    static <R, V> V[] column(List<R> rows, Class<V> type, Function<R, @Nullable V> value) {
        var column = (V[]) Array.newInstance(type, rows.size());
        for (var at = 0; at < column.length; at++) {
            column[at] = value.apply(rows.get(at));
        }
        return column;
    }
}
