package io.godwit.contacts.subscriptions;

import io.godwit.contacts.Translations;
import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** Reads the contact and the project that a subscription page shows. */
final class SubscriptionStore {

    private static final String FIND = """
            SELECT contacts.email, contacts.subscribed, contacts.data ->> 'locale' AS locale, projects.name, projects.language
              FROM contacts
              JOIN projects ON projects.id = contacts.project_id
             WHERE contacts.project_id = $1 AND contacts.id = $2
            """;

    Future<Optional<Subscriber>> find(SqlClient db, Tenant tenant, ContactId contact) {
        return db.preparedQuery(FIND)
                .mapping(SubscriptionStore::subscriber)
                .execute(Tuple.of(tenant.project().value(), contact.value()))
                .map(rows -> rows.stream().findFirst());
    }

    private static Subscriber subscriber(Row row) {
        return new Subscriber(
                new EmailAddress(row.getString("email")),
                row.getBoolean("subscribed"),
                row.getString("name"),
                Translations.of(Optional.ofNullable(row.getString("locale")), row.getString("language")));
    }
}
