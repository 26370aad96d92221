package io.godwit.contacts;

import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/**
 * SQL of the {@code opt_outs} table, which holds hashes of addresses whose contacts had opted out and were deleted, or got other
 * addresses.
 */
final class OptOutStore {

    /** The opt-out of an address on the suppression list counts, too: it is kept when that list is emptied. */
    private static final String OPTED_OUT = """
            opt_out IS NOT NULL OR EXISTS (SELECT FROM suppressions
                                            WHERE suppressions.project_id = contacts.project_id AND suppressions.email = contacts.email)
            """;

    private static final String DELETE_KNOWN = """
            DELETE FROM contacts WHERE project_id = $1 AND id = ANY ($2::uuid[]) RETURNING email, %s AS opted_out
            """.formatted(OPTED_OUT);

    private static final String DELETE_SOME = """
            DELETE FROM contacts
             WHERE project_id = $1
               AND ctid = ANY (ARRAY(SELECT ctid FROM contacts WHERE project_id = $1 AND opt_out IS NOT NULL LIMIT $2))
            RETURNING email, true AS opted_out
            """;

    /** Waits for a transaction that changes the contact, which may be unsubscribing it. */
    private static final String RENAMED = """
            SELECT email, opt_out IS NOT NULL AS opted_out FROM contacts
             WHERE project_id = $1 AND id = $2 AND email <> $3
               FOR UPDATE
            """;

    /** The address that an email was sent to, unless its contact still has it. */
    private static final String FORMER = """
            SELECT emails.to_email, true AS opted_out
              FROM emails
              JOIN contacts ON contacts.project_id = emails.project_id AND contacts.id = emails.contact_id
             WHERE emails.project_id = $1 AND emails.id = $2 AND emails.contact_id = $3 AND emails.to_email <> contacts.email
            """;

    private static final String KEEP = """
            INSERT INTO opt_outs (project_id, hash) SELECT $1, hash FROM unnest($2::bytea[]) AS hashes (hash)
                ON CONFLICT DO NOTHING
            """;

    private static final String FIND = "SELECT EXISTS (SELECT FROM opt_outs WHERE project_id = $1 AND hash = $2)";

    private static final String DELETE = "DELETE FROM opt_outs WHERE project_id = $1 AND hash = ANY ($2::bytea[])";

    private final AddressHasher hasher;

    OptOutStore(AddressHasher hasher) {
        this.hasher = hasher;
    }

    /** The address of a contact that is deleted. */
    private record DeletedContact(EmailAddress email, boolean optedOut) {}

    private static DeletedContact deleted(Row row) {
        return new DeletedContact(new EmailAddress(row.getString(0)), row.getBoolean(1));
    }

    /** Deletes contacts; keeps a hash of the address of each that had opted out, and deletes the hashes of the others' addresses. */
    Future<Void> delete(SqlClient tx, Tenant tenant, List<ContactId> ids) {
        var values = ids.stream().map(ContactId::value).toArray(UUID[]::new);
        return tx.preparedQuery(DELETE_KNOWN)
                .mapping(OptOutStore::deleted)
                .execute(Tuple.of(tenant.project().value(), (Object) values))
                .map(rows -> rows.stream().toList())
                .compose(deleted -> insert(tx, tenant.project(), deleted)
                        .compose(ignored -> delete(tx, tenant.project(), deleted)));
    }

    /**
     * Deletes up to {@code limit} contacts that had opted out, and keeps hashes of their addresses; answers how many were deleted.
     */
    Future<Integer> deleteSome(SqlClient tx, ProjectId project, int limit) {
        return tx.preparedQuery(DELETE_SOME)
                .mapping(OptOutStore::deleted)
                .execute(Tuple.of(project.value(), (long) limit))
                .map(rows -> rows.stream().toList())
                .compose(deleted -> insert(tx, project, deleted).map(deleted.size()));
    }

    /** Keeps the opt-out of the address that a contact gives up for another one. */
    Future<Void> keepRenamed(SqlClient tx, Tenant tenant, ContactId id, EmailAddress next) {
        return tx.preparedQuery(RENAMED)
                .mapping(OptOutStore::deleted)
                .execute(Tuple.of(tenant.project().value(), id.value(), next.value()))
                .compose(rows -> insert(tx, tenant.project(), rows.stream().toList()));
    }

    /** Keeps the opt-out of the address that an email was sent to, if its contact has got another one since. */
    Future<Void> keepFormer(SqlClient tx, Tenant tenant, ContactId id, EmailId email) {
        return tx.preparedQuery(FORMER)
                .mapping(OptOutStore::deleted)
                .execute(Tuple.of(tenant.project().value(), email.value(), id.value()))
                .compose(rows -> insert(tx, tenant.project(), rows.stream().toList()));
    }

    /** True when a contact that was deleted, or renamed, had opted out with this address. */
    Future<Boolean> exists(SqlClient db, Tenant tenant, EmailAddress email) {
        return db.preparedQuery(FIND)
                .execute(Tuple.of(tenant.project().value(), hasher.hash(tenant.project(), email)))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    private Future<Void> insert(SqlClient tx, ProjectId project, List<DeletedContact> deleted) {
        return write(
                tx,
                KEEP,
                project,
                deleted.stream().filter(DeletedContact::optedOut).toList());
    }

    private Future<Void> delete(SqlClient tx, ProjectId project, List<DeletedContact> deleted) {
        return write(
                tx,
                DELETE,
                project,
                deleted.stream().filter(one -> !one.optedOut()).toList());
    }

    private Future<Void> write(SqlClient tx, String sql, ProjectId project, List<DeletedContact> deleted) {
        if (deleted.isEmpty()) {
            return Future.succeededFuture();
        }
        var values =
                deleted.stream().map(one -> hasher.hash(project, one.email())).toArray(Buffer[]::new);
        return tx.preparedQuery(sql)
                .execute(Tuple.of(project.value(), (Object) values))
                .mapEmpty();
    }
}
