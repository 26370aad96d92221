package io.godwit.contacts;

import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/** Reads {@code contacts} and {@code opt_outs} by address, without a lock. */
final class ContactPreviewStore {

    private static final String READ = """
            SELECT contacts.id, contacts.subscribed, contacts.opt_out, contacts.data::text AS data, contacts.public_fields,
                   EXISTS (SELECT FROM opt_outs WHERE opt_outs.project_id = $1 AND opt_outs.hash = requested.hash) AS erased
              FROM unnest($2::text[], $3::bytea[]) WITH ORDINALITY AS requested (email, hash, position)
              LEFT JOIN contacts ON contacts.project_id = $1 AND contacts.email = requested.email
             ORDER BY requested.position
            """;

    private final AddressHasher hasher;

    ContactPreviewStore(AddressHasher hasher) {
        this.hasher = hasher;
    }

    /**
     * The contact of an address, as it is now.
     *
     * @param erased whether a deleted contact of the address had opted out
     */
    record KnownContact(Optional<Contact> contact, boolean erased) {}

    /** Answers each address in its order. */
    Future<List<KnownContact>> read(SqlClient db, Tenant tenant, List<EmailAddress> addresses) {
        var emails = addresses.stream().map(EmailAddress::value).toArray(String[]::new);
        var hashes = addresses.stream()
                .map(address -> hasher.hash(tenant.project(), address))
                .toArray(Buffer[]::new);
        return db.preparedQuery(READ)
                .mapping(ContactPreviewStore::known)
                .execute(Tuple.of(tenant.project().value(), emails, hashes))
                .map(rows -> rows.stream().toList());
    }

    private static KnownContact known(Row row) {
        var contact = Optional.ofNullable(row.getUUID("id"))
                .map(id -> Contact.stored(
                        new ContactId(id),
                        row.getBoolean("subscribed"),
                        row.getString("opt_out"),
                        row.getString("data"),
                        row.getString("public_fields")));
        return new KnownContact(contact, row.getBoolean("erased"));
    }
}
