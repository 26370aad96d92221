package io.godwit.system;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** Raises and reads {@code schema_floor}, by what {@code nodes} says of the jars that run. */
final class SchemaFloorStore {

    /**
     * Raises the floor when all nodes that were seen within the hour know the migration, and one of them has run for an hour: so long
     * an upgrade can be taken back.
     */
    private static final String RAISE = """
            UPDATE schema_floor
               SET version = $1, raised_at = now()
             WHERE version < $1
               AND NOT EXISTS (SELECT FROM nodes WHERE schema_version < $1)
               AND EXISTS (SELECT FROM nodes WHERE started_at < now() - interval '1 hour' AND seen_at > now() - interval '1 minute')
            """;

    /** A jar that was started just before the floor was raised is among the nodes two minutes later. */
    private static final String REACHED = """
            SELECT version >= $1 AND raised_at < now() - interval '2 minutes'
                   AND NOT EXISTS (SELECT FROM nodes WHERE schema_version < $1) AS reached
              FROM schema_floor
            """;

    /** Completes with whether no jar runs or can be started that does not know the migration. */
    Future<Boolean> raise(SqlClient db, int migration) {
        return db.preparedQuery(RAISE)
                .execute(Tuple.of(migration))
                .compose(ignored -> db.preparedQuery(REACHED).execute(Tuple.of(migration)))
                .map(rows -> rows.iterator().next().getBoolean("reached"));
    }
}
