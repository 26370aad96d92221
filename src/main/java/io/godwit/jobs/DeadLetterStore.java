package io.godwit.jobs;

import io.godwit.core.Tenant;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reads, counts and expires rows of the {@code dead_letters} table. */
final class DeadLetterStore {

    private static final String PAGE = """
            SELECT kind, id, reason, died_at
              FROM dead_letters
             WHERE project_id = $1 AND ($2::text IS NULL OR kind = $2) AND ($3::uuid IS NULL OR id < $3)
             ORDER BY id DESC
             LIMIT $4
            """;

    private static final String COUNT = """
            SELECT count(*) FROM dead_letters WHERE project_id = $1 AND ($2::text IS NULL OR kind = $2)
            """;

    /** Skips rows that another call retries at the same time. */
    private static final String PICK = """
            SELECT id FROM dead_letters
             WHERE project_id = $1 AND kind = $2 AND (cardinality($3::uuid[]) = 0 OR id = ANY ($3))
             ORDER BY id
             LIMIT $4
               FOR UPDATE SKIP LOCKED
            """;

    private static final String COUNTS = "SELECT kind, count(*) AS letters FROM dead_letters GROUP BY kind";

    private static final String EXPIRE = """
            DELETE FROM dead_letters
             WHERE ctid = ANY (ARRAY(
                   SELECT ctid FROM dead_letters WHERE died_at < now() - make_interval(secs => $1) LIMIT $2 FOR UPDATE SKIP LOCKED))
            """;

    /** One row of {@code dead_letters}: the id is that of its row. */
    record DeadLetter(DeadLetterRequeuer.DeadLetterKind kind, UUID id, String reason, Instant deadAt) {}

    /** A page of dead letters, the newest first. */
    Future<List<DeadLetter>> page(
            SqlClient db,
            Tenant tenant,
            Optional<DeadLetterRequeuer.DeadLetterKind> requeuer,
            Optional<UUID> before,
            int limit) {
        return db.preparedQuery(PAGE)
                .mapping(DeadLetterStore::deadLetter)
                .execute(Tuple.of(
                        tenant.project().value(), requeuer.map(Enum::name).orElse(null), before.orElse(null), limit))
                .map(rows -> rows.stream().toList());
    }

    Future<Long> count(SqlClient db, Tenant tenant, Optional<DeadLetterRequeuer.DeadLetterKind> requeuer) {
        return db.preparedQuery(COUNT)
                .execute(Tuple.of(
                        tenant.project().value(), requeuer.map(Enum::name).orElse(null)))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /** Locks rows of a kind until the transaction ends; without ids any rows. */
    Future<List<UUID>> pick(
            SqlClient tx, Tenant tenant, DeadLetterRequeuer.DeadLetterKind requeuer, List<UUID> ids, int limit) {
        return tx.preparedQuery(PICK)
                .mapping(row -> row.getUUID("id"))
                .execute(Tuple.of(tenant.project().value(), requeuer.name(), ids.toArray(UUID[]::new), limit))
                .map(rows -> rows.stream().toList());
    }

    /** The number of dead letters of all projects, by kind. */
    Future<Map<String, Long>> counts(SqlClient db) {
        return db.query(COUNTS).execute().map(rows -> {
            var kindToCount = new HashMap<String, Long>();
            rows.forEach(row -> kindToCount.put(row.getString("kind"), row.getLong("letters")));
            return kindToCount;
        });
    }

    /** Deletes up to {@code limit} that died longer ago than {@code retention}; completes with the number of deleted rows. */
    Future<Integer> expire(SqlClient db, Duration retention, int limit) {
        return db.preparedQuery(EXPIRE)
                .execute(Tuple.of(Columns.seconds(retention), limit))
                .map(rows -> rows.rowCount());
    }

    private static DeadLetter deadLetter(Row row) {
        return new DeadLetter(
                DeadLetterRequeuer.DeadLetterKind.valueOf(row.getString("kind")),
                row.getUUID("id"),
                row.getString("reason"),
                row.getOffsetDateTime("died_at").toInstant());
    }
}
