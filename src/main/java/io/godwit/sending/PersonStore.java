package io.godwit.sending;

import io.godwit.core.ContactId;
import io.godwit.core.EmailAddress;
import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.sending.Preview.Person;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** Finds whose mail is to be shown. */
final class PersonStore {

    private static final String FIND = """
            SELECT id, email, subscribed, data::text AS data FROM contacts WHERE project_id = $1 AND %s = $2
            """;

    Future<Optional<Person>> find(SqlClient db, Tenant tenant, ContactId id) {
        return find(db, "id", Tuple.of(tenant.project().value(), id.value()));
    }

    Future<Optional<Person>> find(SqlClient db, Tenant tenant, EmailAddress email) {
        return find(db, "email", Tuple.of(tenant.project().value(), email.value()));
    }

    private static Future<Optional<Person>> find(SqlClient db, String column, Tuple parameters) {
        return db.preparedQuery(FIND.formatted(column))
                .mapping(PersonStore::person)
                .execute(parameters)
                .map(rows -> rows.stream().findFirst());
    }

    private static Person person(Row row) {
        return new Person(
                new ContactId(row.getUUID("id")),
                new EmailAddress(row.getString("email")),
                row.getBoolean("subscribed"),
                Json.readObject(row.getString("data")));
    }
}
