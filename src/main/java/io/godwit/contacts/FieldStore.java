package io.godwit.contacts;

import static java.util.Objects.requireNonNull;

import io.godwit.contacts.FieldDiscovery.Field;
import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.StreamSupport;

/** SQL of the {@code fields} table, which holds the sticky type of each custom field. */
public final class FieldStore {

    private static final String REGISTER = """
            INSERT INTO fields (project_id, name, type)
            SELECT project_id, name, type
              FROM unnest($1::uuid[], $2::text[], $3::text[]) AS field (project_id, name, type)
                ON CONFLICT DO NOTHING
            RETURNING project_id, name
            """;

    private static final String TYPES = "SELECT name, type FROM fields WHERE project_id = $1";

    /** Deletes a field with whatever is inside it; a path compares by its characters, not as a pattern. */
    private static final String DELETE = """
            DELETE FROM fields WHERE project_id = $1 AND (name = $2 OR starts_with(name, $2 || '.'))
            """;

    /** In the order of the primary key, so that a deletion passes each contact once. */
    private static final String HAVING = """
            SELECT id FROM contacts
             WHERE project_id = $1 AND id > $2 AND data ?| $3::text[]
             ORDER BY id LIMIT $4
            """;

    /**
     * 20,000 values of the newest 100,000 contacts that may have the field, so that a field which is in all contacts or in none
     * takes no longer. What is inside an object has fields of its own, and a text of a page is nothing to choose from.
     */
    private static final String VALUES = """
            SELECT value::text
              FROM (SELECT DISTINCT value
                      FROM (SELECT value
                              FROM (SELECT data FROM contacts
                                     WHERE project_id = $1 AND data ?| $2::text[]
                                     ORDER BY id DESC LIMIT 100000) having_key,
                                   unnest(ARRAY[%s]) AS value
                             WHERE jsonb_typeof(value) IN ('string', 'number', 'boolean')
                               AND length(value #>> '{}') BETWEEN 1 AND 500
                             LIMIT 20000) newest) distinct_values
             ORDER BY value #>> '{}' COLLATE "C" LIMIT $3
            """;

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    /** The type that stands already wins; answers those that had none. */
    Future<Set<Field>> registerFields(SqlClient tx, List<Map.Entry<Field, FieldType>> fields) {
        var projects = new UUID[fields.size()];
        var names = new String[fields.size()];
        var types = new String[fields.size()];
        for (var at = 0; at < fields.size(); at++) {
            projects[at] = fields.get(at).getKey().project().value();
            names[at] = fields.get(at).getKey().name();
            types[at] = fields.get(at).getValue().code();
        }
        return tx.preparedQuery(REGISTER)
                .execute(Tuple.of(projects, names, types))
                .map(rows -> {
                    var fresh = new HashSet<Field>();
                    rows.forEach(row -> fresh.add(new Field(new ProjectId(row.getUUID(0)), row.getString(1))));
                    return fresh;
                });
    }

    public Future<Map<String, String>> types(SqlClient db, Tenant tenant) {
        return db.preparedQuery(TYPES)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> {
                    var pathToType = new HashMap<String, String>();
                    rows.forEach(row -> pathToType.put(row.getString(0), row.getString(1)));
                    return pathToType;
                });
    }

    public Future<Void> delete(SqlClient db, Tenant tenant, String path) {
        return db.preparedQuery(DELETE)
                .execute(Tuple.of(tenant.project().value(), path))
                .mapEmpty();
    }

    /** Contacts behind {@code after} that have the first key of a chain, and so may have the field. */
    public Future<List<ContactId>> having(
            SqlClient db, Tenant tenant, List<List<String>> chains, Optional<ContactId> after, int limit) {
        var start = after.map(ContactId::value).orElse(BEFORE_ALL);
        return db.preparedQuery(HAVING)
                .execute(Tuple.of(tenant.project().value(), start, firstKeys(chains), limit))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> new ContactId(row.getUUID(0)))
                        .toList());
    }

    /** Distinct texts, numbers and flags; numbers with every digit. */
    public Future<List<Object>> values(SqlClient db, Tenant tenant, List<List<String>> chains, int limit) {
        var parameters = Tuple.of(tenant.project().value(), firstKeys(chains), limit);
        var places = new ArrayList<String>();
        for (var chain : chains) {
            parameters.addValue(chain.toArray(String[]::new));
            places.add("data #> $" + parameters.size() + "::text[]");
        }
        return db.preparedQuery(VALUES.formatted(String.join(", ", places)))
                .execute(parameters)
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> scalar(row.getString(0)))
                        .toList());
    }

    private static Object scalar(String json) {
        return requireNonNull(Json.readObject("{\"value\":" + json + "}").get("value"));
    }

    private static String[] firstKeys(List<List<String>> chains) {
        return chains.stream().map(chain -> chain.get(0)).toArray(String[]::new);
    }
}
