package io.godwit.contacts.subscriptions;

import io.godwit.contacts.Translations;
import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** Reads the contact and the project that a subscription page shows. */
final class SubscriptionStore {

    /** Shows the address that the email was sent to: its reader may not know the one that the contact has got since. */
    private static final String FIND = """
            SELECT coalesce(emails.to_email, contacts.email) AS email, contacts.subscribed, contacts.data ->> 'locale' AS locale,
                   projects.name, projects.language
              FROM contacts
              JOIN projects ON projects.id = contacts.project_id
              LEFT JOIN emails ON emails.project_id = $1 AND emails.id = $3 AND emails.contact_id = contacts.id
             WHERE contacts.project_id = $1 AND contacts.id = $2
            """;

    Future<Optional<Subscriber>> find(SqlClient db, Tenant tenant, ContactId contact, EmailId email) {
        return db.preparedQuery(FIND)
                .mapping(SubscriptionStore::subscriber)
                .execute(Tuple.of(tenant.project().value(), contact.value(), email.value()))
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
