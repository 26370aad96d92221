package io.godwit.workflows.editor;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Reads the keys of the data of the newest events. */
final class EventKeyStore {

    /** Reads, of the newest 2,000 events, the newest 100 that have data. */
    private static final String KEYS = """
            SELECT DISTINCT key
              FROM (SELECT data
                      FROM (SELECT id, data FROM events WHERE project_id = $1 %s ORDER BY id DESC LIMIT 2000) AS newest
                     WHERE jsonb_typeof(data) = 'object' AND data <> '{}'
                     ORDER BY id DESC
                     LIMIT 100) AS with_data, jsonb_object_keys(data) AS key
            """;

    /** The top-level keys of events; of one event name only when it is given. */
    Future<List<String>> newest(SqlClient db, Tenant tenant, Optional<String> event) {
        var parameters = Tuple.of(tenant.project().value());
        event.ifPresent(parameters::addString);
        return db.preparedQuery(KEYS.formatted(event.isPresent() ? "AND name = $2" : ""))
                .execute(parameters)
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> row.getString(0))
                        .toList());
    }
}
