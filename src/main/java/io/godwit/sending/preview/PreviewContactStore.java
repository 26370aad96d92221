package io.godwit.sending.preview;

import io.godwit.core.EmailAddress;
import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.sending.preview.PreviewRenderer.PreviewContact;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** Finds the contact of a preview. */
final class PreviewContactStore {

    private static final String FIND = """
            SELECT id, email, subscribed, data::text AS data FROM contacts WHERE project_id = $1 AND %s = $2
            """;

    Future<Optional<PreviewContact>> find(SqlClient db, Tenant tenant, ContactId id) {
        return find(db, "id", Tuple.of(tenant.project().value(), id.value()));
    }

    Future<Optional<PreviewContact>> find(SqlClient db, Tenant tenant, EmailAddress email) {
        return find(db, "email", Tuple.of(tenant.project().value(), email.value()));
    }

    private static Future<Optional<PreviewContact>> find(SqlClient db, String column, Tuple parameters) {
        return db.preparedQuery(FIND.formatted(column))
                .mapping(PreviewContactStore::contact)
                .execute(parameters)
                .map(rows -> rows.stream().findFirst());
    }

    private static PreviewContact contact(Row row) {
        return new PreviewContact(
                new ContactId(row.getUUID("id")),
                new EmailAddress(row.getString("email")),
                row.getBoolean("subscribed"),
                Json.readObject(row.getString("data")));
    }
}
