package io.godwit.sending.queue;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Reads and writes the token buckets of throttled projects: the database's clock fills them, all
 * nodes share them.
 */
final class RateBucketStore {

    private static final String RATES = """
            SELECT id, coalesce(emails_per_second, $2) AS rate FROM projects WHERE id = ANY ($1)
            """;

    /**
     * Takes tokens. A full bucket holds one second's worth. Rows are locked in the order of their projects, so two nodes cannot
     * deadlock.
     */
    private static final String ACQUIRE = """
            WITH requested AS (
                SELECT * FROM unnest($1::uuid[], $2::integer[], $3::integer[]) AS requested (project_id, rate, emails)),
            bucket AS MATERIALIZED (
                SELECT project_id, requested.emails,
                       least(rate, tokens + rate * greatest(0, extract(epoch FROM now() - refilled_at))) AS filled
                  FROM send_rate_buckets
                  JOIN requested USING (project_id)
                 ORDER BY project_id
                   FOR UPDATE OF send_rate_buckets),
            taken AS (
                UPDATE send_rate_buckets
                   SET tokens = filled - least(emails, floor(filled)), refilled_at = greatest(refilled_at, now())
                  FROM bucket
                 WHERE send_rate_buckets.project_id = bucket.project_id
                RETURNING send_rate_buckets.project_id, least(emails, floor(filled))::integer AS granted),
            begun AS (
                INSERT INTO send_rate_buckets (project_id, tokens)
                SELECT project_id, rate - least(emails, rate)
                  FROM requested
                 WHERE NOT EXISTS (SELECT FROM send_rate_buckets WHERE send_rate_buckets.project_id = requested.project_id)
                ON CONFLICT DO NOTHING
                RETURNING project_id)
            SELECT project_id, granted FROM taken
             UNION ALL
            SELECT project_id, least(requested.emails, requested.rate) FROM begun JOIN requested USING (project_id)
            """;

    private static final String RELEASE = """
            UPDATE send_rate_buckets
               SET tokens = tokens + unused.emails
              FROM unnest($1::uuid[], $2::integer[]) AS unused (project_id, emails)
             WHERE send_rate_buckets.project_id = unused.project_id
            """;

    /** Completes with the emails per second of each existing project; 0 means no limit. */
    Future<Map<UUID, Integer>> rates(SqlClient db, Collection<UUID> projects, int byDefault) {
        return db.preparedQuery(RATES)
                .execute(Tuple.of(projects.toArray(UUID[]::new), byDefault))
                .map(rows -> numbers(rows, "id", "rate"));
    }

    /** Completes with the emails each project may send now, at most as many as it wants. */
    Future<Map<UUID, Integer>> acquire(SqlClient db, Map<UUID, Integer> rates, Map<UUID, Integer> wanted) {
        var sorted = new TreeMap<>(wanted);
        var parameters = Tuple.tuple()
                .addArrayOfUUID(sorted.keySet().toArray(UUID[]::new))
                .addArrayOfInteger(sorted.keySet().stream().map(rates::get).toArray(Integer[]::new))
                .addArrayOfInteger(sorted.values().toArray(Integer[]::new));
        return db.preparedQuery(ACQUIRE).execute(parameters).map(rows -> numbers(rows, "project_id", "granted"));
    }

    Future<Void> release(SqlClient db, Map<UUID, Integer> unused) {
        var sorted = new TreeMap<>(unused);
        return db.preparedQuery(RELEASE)
                .execute(Tuple.tuple()
                        .addArrayOfUUID(sorted.keySet().toArray(UUID[]::new))
                        .addArrayOfInteger(sorted.values().toArray(Integer[]::new)))
                .mapEmpty();
    }

    private static Map<UUID, Integer> numbers(Iterable<Row> rows, String project, String number) {
        var projectToNumber = new HashMap<UUID, Integer>();
        rows.forEach(row -> projectToNumber.put(row.getUUID(project), row.getInteger(number)));
        return projectToNumber;
    }
}
