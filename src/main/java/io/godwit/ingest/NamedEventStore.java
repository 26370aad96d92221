package io.godwit.ingest;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Finds the contact of an event by its id or by an email. */
final class NamedEventStore {

    /** The contact, with the time of this transaction. */
    record Owner(ContactId contact, Instant at) {}

    /** Locks the contact, so that it is not deleted before the event exists and can be deleted with it. */
    private static final String CONTACT = """
            SELECT id, now() FROM contacts WHERE project_id = $1 AND id = $2 FOR KEY SHARE
            """;

    private static final String CONTACT_OF_EMAIL = """
            SELECT contacts.id, now()
              FROM emails
              JOIN contacts ON contacts.project_id = emails.project_id AND contacts.id = emails.contact_id
             WHERE emails.project_id = $1 AND emails.id = $2
               FOR KEY SHARE OF contacts
            """;

    Future<Optional<Owner>> contact(SqlClient tx, Tenant tenant, ContactId id) {
        return find(tx, CONTACT, tenant, id.value());
    }

    Future<Optional<Owner>> contactOf(SqlClient tx, Tenant tenant, EmailId id) {
        return find(tx, CONTACT_OF_EMAIL, tenant, id.value());
    }

    private static Future<Optional<Owner>> find(SqlClient tx, String sql, Tenant tenant, UUID id) {
        return tx.preparedQuery(sql)
                .mapping(NamedEventStore::owner)
                .execute(Tuple.of(tenant.project().value(), id))
                .map(rows -> rows.stream().findFirst());
    }

    private static Owner owner(Row row) {
        return new Owner(new ContactId(row.getUUID(0)), row.getOffsetDateTime(1).toInstant());
    }
}
