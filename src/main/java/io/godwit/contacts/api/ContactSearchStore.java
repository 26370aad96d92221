package io.godwit.contacts.api;

import io.godwit.contacts.AddressBlockQuery;
import io.godwit.contacts.ContactRows;
import io.godwit.contacts.StoredContact;
import io.godwit.core.Tenant;
import io.godwit.web.lists.CursorCodec.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;

/**
 * Reads pages of the contacts whose address has a text in it, from {@code address_blocks}: all matches of a rare text. Of a frequent
 * one only the number is read here; its page is soon full when {@link ContactListStore} scans the contacts in their order.
 */
final class ContactSearchStore {

    /** Addresses up to which a text is rare: so many contacts are looked up for one page, some 2 µs each. */
    private static final int MAX_RARE = 500;

    /** Blocks with the text that are read, the newest; they hold some 100,000 addresses. */
    private static final int MAX_BLOCKS = 1_000;

    /**
     * Selects the blocks, the number of their addresses with the text, and the page. Between two places of the text in a block
     * there is a line feed, unless both are in one address; so the pieces with a line feed are one more than the addresses. %1$s
     * selects the blocks, %2$s is the text, %3$s the condition on contacts, %4$s the key of the order, %5$s its direction, %6$d
     * the limit, %7$d and %8$d are {@link #MAX_BLOCKS} and {@link #MAX_RARE}.
     */
    private static final String PAGE = """
            WITH matched AS MATERIALIZED (%1$s LIMIT %7$d),
            counted AS MATERIALIZED (
                SELECT count(*) - (SELECT count(*) FROM matched) AS addresses
                  FROM matched CROSS JOIN LATERAL string_to_table(addresses, %2$s) AS piece
                 WHERE strpos(piece, E'\\n') > 0),
            found AS MATERIALIZED (
                SELECT id, email
                  FROM (SELECT DISTINCT line
                          FROM matched CROSS JOIN LATERAL string_to_table(addresses, E'\\n') AS line
                         WHERE (SELECT addresses FROM counted) <= %8$d AND strpos(line, %2$s) > 0) hit
                  JOIN LATERAL (SELECT project_id, id, email, subscribed FROM contacts
                                 WHERE project_id = $1 AND email = hit.line OFFSET 0) contacts ON true
                 WHERE %3$s)
            SELECT addresses, (SELECT count(*) FROM found) AS total,
                   c.id, c.email, c.subscribed, c.data::text AS data, c.created_at, c.updated_at
              FROM counted
              LEFT JOIN (SELECT id, %4$s AS key FROM found ORDER BY %4$s %5$s LIMIT %6$d) page ON true
              LEFT JOIN LATERAL (SELECT * FROM contacts WHERE project_id = $1 AND id = page.id OFFSET 0) c ON true
             ORDER BY page.key %5$s
            """;

    /**
     * The result of a search.
     *
     * @param contacts the page; empty for a frequent text
     * @param total the contacts of a rare text that fit the filter
     * @param addresses those with the text among some 100,000, whatever else the filter says; addresses that were deleted within
     *     the last seconds may be among them
     */
    record Searched(List<StoredContact> contacts, long total, long addresses) {

        boolean isRare() {
            return addresses <= MAX_RARE;
        }
    }

    /** Searches for the text of the filter behind {@code after}. */
    Future<Searched> search(SqlClient db, Tenant tenant, ContactFilter filter, Optional<Position> after, int limit) {
        var where = new ContactQuery(tenant, filter.withoutSearch(), after);
        var blocks = new AddressBlockQuery(where.parameters(), filter.search().orElseThrow());
        return db.preparedQuery(PAGE.formatted(
                        blocks.sql(),
                        blocks.text(),
                        where.sql(),
                        filter.key(),
                        filter.direction(),
                        limit,
                        MAX_BLOCKS,
                        MAX_RARE))
                .execute(where.parameters())
                .map(ContactSearchStore::searched);
    }

    private static Searched searched(RowSet<Row> rows) {
        var first = rows.iterator().next();
        var contacts = first.getUUID("id") == null ? List.<StoredContact>of() : ContactRows.contacts(rows);
        return new Searched(contacts, first.getLong("total"), first.getLong("addresses"));
    }
}
