package io.godwit.web.idempotency;

import io.godwit.web.IdempotencyClaim;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * SQL of the {@code idempotency_keys} table, and of the advisory locks on keys whose work is not done yet. Every statement takes
 * any number of claims and runs on the client it is given.
 */
final class IdempotencyStore {

    private static final String LOCK = """
            SELECT number, pg_try_advisory_xact_lock(lock) AS locked
              FROM unnest($1::bigint[]) WITH ORDINALITY AS claim (lock, number)
            """;

    private static final String FIND = """
            SELECT number, stored.request, stored.status, stored.answer, stored.created_at
              FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS claim (scope_id, key, number)
              JOIN idempotency_keys AS stored USING (scope_id, key)
             WHERE stored.created_at > now() - interval '24 hours'
            """;

    /** A row of yesterday is as good as none. */
    private static final String KEEP = """
            INSERT INTO idempotency_keys (scope_id, key, request, status, answer)
            SELECT * FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::smallint[], $5::bytea[])
                ON CONFLICT (scope_id, key) DO UPDATE
               SET request = excluded.request, status = excluded.status, answer = excluded.answer, created_at = now()
             WHERE idempotency_keys.created_at <= now() - interval '24 hours'
            """;

    private static final String EXPIRE = """
            DELETE FROM idempotency_keys
             WHERE ctid = ANY (ARRAY(
                   SELECT ctid FROM idempotency_keys WHERE created_at < now() - interval '24 hours' LIMIT $1))
            """;

    Future<List<Boolean>> lock(SqlClient tx, List<IdempotencyClaim> claims) {
        var locks = claims.stream().map(IdempotencyStore::lockOf).toArray(Long[]::new);
        return tx.preparedQuery(LOCK).execute(Tuple.of((Object) locks)).map(rows -> lockResults(rows, claims.size()));
    }

    private static List<Boolean> lockResults(RowSet<Row> rows, int count) {
        var locked = new Boolean[count];
        rows.forEach(row -> locked[row.getInteger("number") - 1] = row.getBoolean("locked"));
        return List.of(locked);
    }

    Future<List<Optional<StoredResponse>>> find(SqlClient tx, List<IdempotencyClaim> claims) {
        return tx.preparedQuery(FIND)
                .execute(Tuple.of(scopes(claims), (Object) keys(claims)))
                .map(rows -> found(rows, claims));
    }

    private static List<Optional<StoredResponse>> found(RowSet<Row> rows, List<IdempotencyClaim> claims) {
        var found = new ArrayList<Optional<StoredResponse>>(claims.size());
        claims.forEach(ignored -> found.add(Optional.empty()));
        for (var row : rows) {
            var index = row.getInteger("number") - 1;
            found.set(index, Optional.of(stored(row, claims.get(index))));
        }
        return found;
    }

    private static StoredResponse stored(Row row, IdempotencyClaim claim) {
        var first = new IdempotencyClaim(
                claim.scope(), claim.key(), row.getBuffer("request").getBytes());
        Instant at = row.get(OffsetDateTime.class, "created_at").toInstant();
        return new StoredResponse(
                first, row.getShort("status"), row.getBuffer("answer").getBytes(), at);
    }

    /** Answers the number of rows written; less than asked for when the response of another request is there already. */
    Future<Integer> storeResponses(SqlClient tx, List<StoredResponse> stored) {
        var claims = stored.stream().map(StoredResponse::claim).toList();
        return tx.preparedQuery(KEEP)
                .execute(Tuple.of(
                        scopes(claims),
                        keys(claims),
                        buffers(stored, one -> one.claim().request()),
                        stored.stream().map(one -> (short) one.status()).toArray(Short[]::new),
                        buffers(stored, StoredResponse::deflated)))
                .map(RowSet::rowCount);
    }

    Future<Integer> expire(SqlClient db, int max) {
        return db.preparedQuery(EXPIRE).execute(Tuple.of(max)).map(RowSet::rowCount);
    }

    private static UUID[] scopes(List<IdempotencyClaim> claims) {
        return claims.stream().map(IdempotencyClaim::scope).toArray(UUID[]::new);
    }

    private static String[] keys(List<IdempotencyClaim> claims) {
        return claims.stream().map(IdempotencyClaim::key).toArray(String[]::new);
    }

    private static Buffer[] buffers(List<StoredResponse> stored, Function<StoredResponse, byte[]> part) {
        return stored.stream().map(part).map(Buffer::buffer).toArray(Buffer[]::new);
    }

    /** Answers 64 bits of a cryptographic hash, so that keys cannot be chosen to collide with those of another project. */
    private static Long lockOf(IdempotencyClaim claim) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(claim.scope().toString().getBytes(StandardCharsets.US_ASCII));
            return ByteBuffer.wrap(digest.digest(claim.key().getBytes(StandardCharsets.UTF_8)))
                    .getLong();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JDK has SHA-256", impossible);
        }
    }
}
