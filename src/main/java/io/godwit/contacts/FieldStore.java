package io.godwit.contacts;

import io.godwit.contacts.NewFields.Field;
import io.godwit.core.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The {@code fields} table: the sticky type of each custom field. */
final class FieldStore {

    private static final String LEARN = """
            INSERT INTO fields (project_id, name, type)
            SELECT project_id, name, type
              FROM unnest($1::uuid[], $2::text[], $3::text[]) AS learnt (project_id, name, type)
                ON CONFLICT DO NOTHING
            RETURNING project_id, name
            """;

    /** The type that stands already wins; answers those that had none. */
    Future<Set<Field>> learn(SqlClient tx, List<Map.Entry<Field, FieldType>> fields) {
        var projects = new UUID[fields.size()];
        var names = new String[fields.size()];
        var types = new String[fields.size()];
        for (var at = 0; at < fields.size(); at++) {
            projects[at] = fields.get(at).getKey().project().value();
            names[at] = fields.get(at).getKey().name();
            types[at] = fields.get(at).getValue().code();
        }
        return tx.preparedQuery(LEARN).execute(Tuple.of(projects, names, types)).map(rows -> {
            var fresh = new HashSet<Field>();
            rows.forEach(row -> fresh.add(new Field(new ProjectId(row.getUUID(0)), row.getString(1))));
            return fresh;
        });
    }
}
