package io.godwit.contacts;

import io.godwit.contacts.ContactBatchWriter.ChangedContact;
import io.godwit.contacts.ContactBatchWriter.InsertedContact;
import io.godwit.contacts.ContactBatchWriter.LockedContact;
import io.godwit.contacts.ContactBatchWriter.NewContact;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** SQL of the {@code contacts} table, many rows at a time. */
final class ContactStore {

    private static final String INSERT_MISSING = """
            INSERT INTO contacts (project_id, id, email, subscribed, opt_out, data, public_fields, origin)
            SELECT project_id, id, email, subscribed AND NOT erased, CASE WHEN erased THEN 'ERASED' ELSE opt_out END, data::jsonb,
                   public_fields, CASE WHEN erased THEN origin::jsonb || '{"subscribed": false}' ELSE origin::jsonb END
              FROM (SELECT requested.*,
                           EXISTS (SELECT FROM opt_outs
                                    WHERE opt_outs.project_id = requested.project_id AND opt_outs.hash = requested.hash) AS erased
                      FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bool[], $5::text[], $6::text[], $7::bytea[], $8::text[],
                                  $9::text[])
                           AS requested (project_id, id, email, subscribed, opt_out, data, hash, public_fields, origin)
                    OFFSET 0) requested
                ON CONFLICT (project_id, email) DO NOTHING
            RETURNING id, opt_out = 'ERASED'
            """;

    /**
     * Looks once more, by a newer snapshot, for opt-outs of contacts just inserted: an insert that waited for the end of an erasure
     * began before the hash of its address was there to see.
     */
    private static final String MARK_ERASED = """
            UPDATE contacts
               SET subscribed = false, opt_out = 'ERASED', origin = contacts.origin || '{"subscribed": false}'
              FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS requested (project_id, id, hash)
              JOIN opt_outs ON opt_outs.project_id = requested.project_id AND opt_outs.hash = requested.hash
             WHERE contacts.project_id = requested.project_id AND contacts.id = requested.id AND contacts.opt_out IS DISTINCT FROM 'ERASED'
            RETURNING contacts.id
            """;

    /**
     * Locks existing rows. Rows this transaction has just inserted are locked already; they are recognised by their id and left
     * out.
     */
    private static final String LOCK = """
            SELECT requested.position, contacts.id, contacts.subscribed, contacts.opt_out, contacts.data::text AS data, contacts.public_fields
              FROM unnest($1::uuid[], $2::uuid[], $3::text[])
                   WITH ORDINALITY AS requested (project_id, id, email, position)
              JOIN contacts ON contacts.project_id = requested.project_id AND contacts.email = requested.email
             WHERE contacts.id <> requested.id
            """;

    private static final String LOCK_FREE = LOCK + """
               FOR UPDATE OF contacts SKIP LOCKED
            """;

    /** Waits in one order, so that two who wait never wait for each other. */
    private static final String LOCK_ALL = LOCK + """
             ORDER BY contacts.project_id, contacts.email
               FOR UPDATE OF contacts
            """;

    /** Locks contacts by their ids, in the order of {@link #LOCK_ALL}. */
    private static final String LOCK_KNOWN = """
            SELECT id, subscribed, opt_out, data::text AS data, public_fields
              FROM contacts
             WHERE project_id = $1 AND id = ANY ($2::uuid[])
             ORDER BY project_id, email
               FOR UPDATE
            """;

    private static final String UPDATE = """
            UPDATE contacts
               SET subscribed = changed.subscribed, opt_out = changed.opt_out,
                   data = coalesce(changed.data::jsonb, contacts.data),
                   public_fields = CASE WHEN changed.data IS NULL THEN contacts.public_fields ELSE changed.public_fields END,
                   updated_at = now()
              FROM unnest($1::uuid[], $2::uuid[], $3::bool[], $4::text[], $5::text[], $6::text[])
                   AS changed (project_id, id, subscribed, opt_out, data, public_fields)
             WHERE contacts.project_id = changed.project_id AND contacts.id = changed.id
            """;

    private static final String DELETE = """
            DELETE FROM contacts
             USING unnest($1::uuid[], $2::uuid[]) AS deleted (project_id, id)
             WHERE contacts.project_id = deleted.project_id AND contacts.id = deleted.id
            """;

    private final AddressHasher hasher;

    ContactStore(AddressHasher hasher) {
        this.hasher = hasher;
    }

    /** Issues both statements before it returns; they are done one after the other. */
    Future<List<InsertedContact>> insertMissing(SqlClient tx, List<NewContact> wanted) {
        var subscribed = wanted.stream().map(one -> one.ifNew().subscribed()).toArray(Boolean[]::new);
        var optOuts = wanted.stream().map(one -> name(one.ifNew())).toArray(String[]::new);
        var data = wanted.stream().map(one -> one.ifNew().json()).toArray(String[]::new);
        var hashes = hashes(wanted);
        var inserted = tx.preparedQuery(INSERT_MISSING)
                .mapping(row ->
                        new InsertedContact(new ContactId(row.getUUID(0)), Boolean.TRUE.equals(row.getBoolean(1))))
                .execute(Tuple.of(projects(wanted), ids(wanted), emails(wanted), subscribed, optOuts, data)
                        .addValue(hashes)
                        .addValue(wanted.stream()
                                .map(one -> one.ifNew().publicFields())
                                .toArray(String[]::new))
                        .addValue(wanted.stream().map(NewContact::origin).toArray(String[]::new)));
        var marked = tx.preparedQuery(MARK_ERASED)
                .mapping(row -> new ContactId(row.getUUID(0)))
                .execute(Tuple.of(projects(wanted), ids(wanted), hashes))
                .map(rows -> rows.stream().collect(Collectors.toSet()));
        return inserted.compose(rows ->
                marked.map(late -> rows.stream().map(row -> row.orErased(late)).toList()));
    }

    /** Returns the hash of each address; none where an erased opt-out is overridden. */
    private @Nullable Buffer[] hashes(List<NewContact> wanted) {
        return wanted.stream()
                .map(one -> one.overridesErased() ? null : hasher.hash(one.project(), one.email()))
                .toArray(Buffer[]::new);
    }

    private static @Nullable String name(Contact contact) {
        return contact.optOut().map(Enum::name).orElse(null);
    }

    Future<List<LockedContact>> lock(SqlClient tx, List<NewContact> wanted, boolean waits) {
        return tx.preparedQuery(waits ? LOCK_ALL : LOCK_FREE)
                .mapping(ContactStore::locked)
                .execute(Tuple.of(projects(wanted), ids(wanted), emails(wanted)))
                .map(rows -> rows.stream().toList());
    }

    private static LockedContact locked(Row row) {
        return new LockedContact(row.getLong(0).intValue() - 1, contact(row, 1));
    }

    private static Contact contact(Row row, int at) {
        return Contact.stored(
                new ContactId(row.getUUID(at)),
                row.getBoolean(at + 1),
                row.getString(at + 2),
                row.getString(at + 3),
                row.getString(at + 4));
    }

    Future<Void> update(SqlClient tx, List<ChangedContact> changed) {
        var projects = changed.stream().map(one -> one.project().value()).toArray(UUID[]::new);
        var ids = changed.stream().map(one -> one.after().id().value()).toArray(UUID[]::new);
        var subscribed = changed.stream().map(one -> one.after().subscribed()).toArray(Boolean[]::new);
        var optOuts = changed.stream().map(one -> name(one.after())).toArray(String[]::new);
        var data = changed.stream().map(ChangedContact::data).toArray(String[]::new);
        var publicFields =
                changed.stream().map(one -> one.after().publicFields()).toArray(String[]::new);
        return tx.preparedQuery(UPDATE)
                .execute(Tuple.of(projects, ids, subscribed, optOuts, data, publicFields))
                .mapEmpty();
    }

    Future<List<Contact>> lock(SqlClient tx, Tenant tenant, List<ContactId> ids) {
        return tx.preparedQuery(LOCK_KNOWN)
                .mapping(row -> contact(row, 0))
                .execute(Tuple.of(tenant.project().value(), (Object) values(ids)))
                .map(rows -> rows.stream().toList());
    }

    private static UUID[] values(List<ContactId> ids) {
        return ids.stream().map(ContactId::value).toArray(UUID[]::new);
    }

    Future<Void> delete(SqlClient tx, List<NewContact> refused) {
        return tx.preparedQuery(DELETE)
                .execute(Tuple.of(projects(refused), (Object) ids(refused)))
                .mapEmpty();
    }

    private static UUID[] projects(List<NewContact> wanted) {
        return wanted.stream().map(one -> one.project().value()).toArray(UUID[]::new);
    }

    private static UUID[] ids(List<NewContact> wanted) {
        return wanted.stream().map(one -> one.ifNew().id().value()).toArray(UUID[]::new);
    }

    private static String[] emails(List<NewContact> wanted) {
        return wanted.stream().map(one -> one.email().value()).toArray(String[]::new);
    }
}
