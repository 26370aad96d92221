package io.godwit.delivery.egress;

import io.godwit.db.Columns;
import io.godwit.delivery.egress.ConnectionHold.HoldKey;
import io.godwit.delivery.egress.ConnectionHold.Kind;
import io.godwit.delivery.shaping.ShapingKey;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.StreamSupport;

/** Reads and writes the table {@code connection_holds}. */
final class ConnectionHoldStore {

    /** Writes the rows of the sources whose lease is not older than the one that wrote them last; one without a time has ended. */
    private static final String SAVE = """
            WITH changed AS (
                SELECT *
                  FROM jsonb_to_recordset($1) AS changed (
                       source text, site text, kind text, subject text, fence bigint, sentence text, failed_at timestamptz,
                       held_until timestamptz, times integer)),
            old AS (
                DELETE FROM connection_holds stored
                 WHERE failed_at < now() - make_interval(secs => $2)
                   AND NOT EXISTS (SELECT FROM changed
                                    WHERE (changed.source, changed.site, changed.kind, changed.subject)
                                        = (stored.source, stored.site, stored.kind, stored.subject))),
            ended AS (
                DELETE FROM connection_holds stored
                 USING changed
                 WHERE changed.times IS NULL AND stored.fence <= changed.fence
                   AND (changed.source, changed.site, changed.kind, changed.subject)
                     = (stored.source, stored.site, stored.kind, stored.subject))
            INSERT INTO connection_holds AS stored (source, site, kind, subject, fence, sentence, failed_at, held_until, times)
            SELECT source, site, kind, subject, fence, sentence, failed_at, held_until, times
              FROM changed
             WHERE times IS NOT NULL
             ORDER BY source, site, kind, subject
                ON CONFLICT (source, site, kind, subject) DO UPDATE
               SET fence = excluded.fence, sentence = excluded.sentence, failed_at = excluded.failed_at,
                   held_until = excluded.held_until, times = excluded.times
             WHERE stored.fence <= excluded.fence
            """;

    private static final String LOAD = """
            SELECT source, site, kind, subject, sentence, failed_at, held_until, times
              FROM connection_holds
             WHERE source = ANY ($1) AND failed_at > now() - make_interval(secs => $2)
             ORDER BY failed_at DESC
             LIMIT $3
            """;

    /**
     * Writes changes in one statement, and deletes what is forgotten.
     *
     * @param changes empty for a hold that has ended
     * @param sourceToFence the fence of the lease of a source
     */
    Future<Void> save(
            SqlClient db, Map<HoldKey, Optional<ConnectionHold>> changes, ToLongFunction<String> sourceToFence) {
        var rows = new JsonArray();
        changes.forEach((key, hold) -> rows.add(
                row(key, hold).put("fence", sourceToFence.applyAsLong(key.site().source()))));
        return db.preparedQuery(SAVE)
                .execute(Tuple.of(rows, Columns.seconds(FailureHolds.MEMORY)))
                .mapEmpty();
    }

    private static JsonObject row(HoldKey key, Optional<ConnectionHold> hold) {
        var row = new JsonObject()
                .put("source", key.site().source())
                .put("site", key.site().site())
                .put("kind", key.kind().text())
                .put("subject", key.subject());
        hold.ifPresent(present -> row.put("sentence", present.sentence())
                .put("failed_at", present.since().toString())
                .put("held_until", present.until().toString())
                .put("times", present.times()));
        return row;
    }

    /** Reads the latest holds of the sources, at most {@link FailureHolds#MAX_FAILURES}. */
    Future<List<ConnectionHold>> load(SqlClient db, Collection<String> sources) {
        return db.preparedQuery(LOAD)
                .mapping(ConnectionHoldStore::hold)
                .execute(Tuple.tuple()
                        .addArrayOfString(sources.toArray(String[]::new))
                        .addDouble(Columns.seconds(FailureHolds.MEMORY))
                        .addInteger(FailureHolds.MAX_FAILURES))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false).toList());
    }

    private static ConnectionHold hold(Row row) {
        return new ConnectionHold(
                new HoldKey(
                        new ShapingKey(row.getString("source"), row.getString("site")),
                        Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
                        row.getString("subject")),
                row.getString("sentence"),
                row.getOffsetDateTime("failed_at").toInstant(),
                row.getOffsetDateTime("held_until").toInstant(),
                row.getInteger("times"));
    }
}
