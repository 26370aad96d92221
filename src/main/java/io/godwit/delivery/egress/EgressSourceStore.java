package io.godwit.delivery.egress;

import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** Reads and writes the table {@code egress_sources}. */
final class EgressSourceStore {

    /** Takes or renews leases; a source another node holds is left alone. */
    private static final String LEASE = """
            INSERT INTO egress_sources AS source (name, ehlo, pool, holder, lease_until, fence)
            SELECT name, ehlo, pool, $4, now() + make_interval(secs => $5), 1
              FROM unnest($1::text[], $2::text[], $3::text[]) AS own (name, ehlo, pool)
             ORDER BY name
                ON CONFLICT (name) DO UPDATE
               SET ehlo = excluded.ehlo, pool = excluded.pool, holder = excluded.holder, lease_until = excluded.lease_until,
                   fence = source.fence + (source.holder IS DISTINCT FROM excluded.holder)::integer
             WHERE source.holder IS NOT DISTINCT FROM excluded.holder OR source.lease_until IS NULL OR source.lease_until < now()
            RETURNING name, fence
            """;

    private static final String FOREIGN = """
            SELECT name, pool FROM egress_sources WHERE holder <> $1 AND lease_until > now()
            """;

    private static final String RELEASE = """
            UPDATE egress_sources SET lease_until = NULL WHERE holder = $1
            """;

    /** Completes with the sources this node holds until {@code lease} has passed, and their fences. */
    Future<Map<String, Long>> lease(SqlClient db, List<EgressSource> sources, UUID holder, Duration lease) {
        return db.preparedQuery(LEASE)
                .execute(Tuple.tuple()
                        .addArrayOfString(texts(sources, EgressSource::name))
                        .addArrayOfString(texts(sources, EgressSource::helloName))
                        .addArrayOfString(texts(sources, EgressSource::pool))
                        .addUUID(holder)
                        .addDouble(Columns.seconds(lease)))
                .map(rows -> {
                    var nameToFence = new HashMap<String, Long>();
                    rows.forEach(row -> nameToFence.put(row.getString("name"), row.getLong("fence")));
                    return nameToFence;
                });
    }

    /** Completes with the names of the sources other nodes hold, and their pools. */
    Future<Map<String, String>> foreign(SqlClient db, UUID holder) {
        return db.preparedQuery(FOREIGN).execute(Tuple.of(holder)).map(rows -> {
            var nameToPool = new HashMap<String, String>();
            rows.forEach(row -> nameToPool.put(row.getString("name"), row.getString("pool")));
            return nameToPool;
        });
    }

    /** Gives up all leases of this node. */
    Future<Void> release(SqlClient db, UUID holder) {
        return db.preparedQuery(RELEASE).execute(Tuple.of(holder)).mapEmpty();
    }

    private static String[] texts(Collection<EgressSource> sources, Function<EgressSource, String> text) {
        return sources.stream().map(text).toArray(String[]::new);
    }
}
