package io.godwit.contacts;

import io.godwit.contacts.NewFields.Field;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The {@code fields} table: the sticky type of each custom field. */
final class FieldStore {

    private static final String LEARN = """
            INSERT INTO fields (project_id, name, type)
            SELECT project_id, name, type
              FROM unnest($1::uuid[], $2::text[], $3::text[]) AS learnt (project_id, name, type)
                ON CONFLICT DO NOTHING
            """;

    /** The type that stands already wins. */
    Future<Void> learn(SqlClient tx, List<Map.Entry<Field, FieldType>> fields) {
        var projects = new UUID[fields.size()];
        var names = new String[fields.size()];
        var types = new String[fields.size()];
        for (var at = 0; at < fields.size(); at++) {
            projects[at] = fields.get(at).getKey().project().value();
            names[at] = fields.get(at).getKey().name();
            types[at] = fields.get(at).getValue().code();
        }
        return tx.preparedQuery(LEARN).execute(Tuple.of(projects, names, types)).mapEmpty();
    }
}
