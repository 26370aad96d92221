package io.godwit.contacts.api;

import io.godwit.contacts.ContactRows;
import io.godwit.contacts.StoredContact;
import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.web.lists.CursorCodec.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Reads pages of the {@code contacts} table. Both of its indexes contain the columns a filter asks for, so that a list reads the
 * index alone, in the order of the page, and stops when the page is full; {@link ContactSearchStore} searches for rare texts.
 */
final class ContactListStore {

    private static final String COLUMNS =
            " c.id, c.email, c.subscribed, c.data::text AS data, c.created_at, c.updated_at ";

    /** %1$s is the key of the order, %2$s its direction, %3$s the condition. OFFSET 0 keeps it at one look-up a row. */
    private static final String PAGE = "SELECT" + COLUMNS + """
              FROM (SELECT %1$s FROM contacts WHERE %3$s ORDER BY %1$s %2$s LIMIT %4$d) page
              JOIN LATERAL (SELECT * FROM contacts
                             WHERE project_id = $1 AND contacts.%1$s = page.%1$s OFFSET 0) c ON true
             ORDER BY page.%1$s %2$s
            """;

    /** The first page of a filter and the number of matches, up to {@link #MAX_FOUND}, from one scan of the index. */
    private static final String FIRST_PAGE = """
            WITH found AS MATERIALIZED (
                SELECT id, email FROM contacts WHERE %3$s ORDER BY id %2$s LIMIT %5$d)
            SELECT (SELECT count(*) FROM found) AS total,""" + COLUMNS + """
              FROM (SELECT id, %1$s AS key FROM found ORDER BY %1$s %2$s LIMIT %4$d) page
              JOIN LATERAL (SELECT * FROM contacts WHERE project_id = $1 AND id = page.id OFFSET 0) c ON true
             ORDER BY page.key %2$s
            """;

    private static final String FIND = "SELECT" + COLUMNS + "FROM contacts c WHERE project_id = $1 AND ";

    private static final String KNOWN = "SELECT email FROM contacts WHERE project_id = $1 AND email = ANY ($2::text[])";

    private static final String RENAME = """
            UPDATE contacts SET email = $3, updated_at = now()
             WHERE project_id = $1 AND id = $2 AND email <> $3
            """;

    /** The number of matches that are kept for the first page of a search, and counted. */
    static final int MAX_FOUND = 100_000;

    /** One page of a search with the number of all matches. */
    record Found(List<StoredContact> contacts, long total) {}

    Future<List<StoredContact>> page(
            SqlClient db, Tenant tenant, ContactFilter filter, Optional<Position> after, int limit) {
        var where = new ContactQuery(tenant, filter, after);
        return db.preparedQuery(PAGE.formatted(filter.key(), filter.direction(), where.sql(), limit))
                .execute(where.parameters())
                .map(ContactRows::contacts);
    }

    Future<Found> firstPage(SqlClient db, Tenant tenant, ContactFilter filter, int limit) {
        var where = new ContactQuery(tenant, filter, Optional.empty());
        var sql = FIRST_PAGE.formatted(filter.key(), filter.direction(), where.sql(), limit, MAX_FOUND);
        return db.preparedQuery(sql)
                .execute(where.parameters())
                .map(rows -> new Found(
                        ContactRows.contacts(rows),
                        rows.size() == 0 ? 0 : rows.iterator().next().getLong("total")));
    }

    Future<Optional<StoredContact>> find(SqlClient db, Tenant tenant, ContactId id) {
        return db.preparedQuery(FIND + "id = $2")
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> ContactRows.contacts(rows).stream().findFirst());
    }

    Future<Optional<StoredContact>> find(SqlClient db, Tenant tenant, EmailAddress email) {
        return db.preparedQuery(FIND + "email = $2")
                .execute(Tuple.of(tenant.project().value(), email.value()))
                .map(rows -> ContactRows.contacts(rows).stream().findFirst());
    }

    /** Returns those of the addresses that contacts have. */
    Future<Set<EmailAddress>> known(SqlClient db, Tenant tenant, Set<EmailAddress> emails) {
        var texts = emails.stream().map(EmailAddress::value).toArray(String[]::new);
        return db.preparedQuery(KNOWN)
                .execute(Tuple.of(tenant.project().value(), (Object) texts))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> new EmailAddress(row.getString(0)))
                        .collect(Collectors.toSet()));
    }

    /**
     * Fails with a unique violation when another contact has the address. False when there is no such contact, or it has the
     * address already.
     */
    Future<Boolean> rename(SqlClient tx, Tenant tenant, ContactId id, EmailAddress email) {
        return tx.preparedQuery(RENAME)
                .execute(Tuple.of(tenant.project().value(), id.value(), email.value()))
                .map(rows -> rows.rowCount() > 0);
    }
}
