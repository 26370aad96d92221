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
 * one only the number is read or estimated here; its page is soon full when {@link ContactListStore} scans the contacts in their
 * order.
 */
final class ContactSearchStore {

    /** Blocks with the text that are counted before the rest is estimated; some 10 µs each. */
    private static final int SAMPLED_BLOCKS = 100;

    /** The number of blocks that are enough when they have {@link #ENOUGH_ADDRESSES} with the text. */
    private static final int FIRST_SAMPLED_BLOCKS = 20;

    private static final int ENOUGH_ADDRESSES = 100;

    /**
     * Selects the candidates by their signatures, splits them at the text until the sample is complete, and reads on only when that
     * takes less time than a scan of the contacts. In microseconds (2026-11-24): a candidate 5, a contact that is looked up 4, a contact
     * that is scanned 0.25, of which a block has a hundred. Steps of a large prime spread the sample over all candidates. Each
     * address with the text has one piece before it that has a line feed in it, and the last piece of a block has one, too. %1$s is
     * the condition on blocks, %2$s the text, %3$s the condition on contacts, %4$s the key of the order, %5$s its direction, %6$d the
     * limit, %7$d to %9$d are the constants above.
     */
    private static final String PAGE = """
            WITH block AS MATERIALIZED (
                SELECT count(*) AS blocks, array_agg(place) FILTER (WHERE admits) AS places
                  FROM (SELECT ctid AS place, %1$s AS admits FROM address_blocks WHERE project_id = $1) tested),
            matched AS MATERIALIZED (
                SELECT number, pieces,
                       (SELECT count(*) - 1 FROM unnest(pieces) AS piece WHERE strpos(piece, E'\\n') > 0) AS addresses
                  FROM block CROSS JOIN LATERAL generate_series(1, cardinality(places)) AS number
                  JOIN LATERAL (SELECT string_to_array(addresses, %2$s) AS pieces
                                  FROM address_blocks
                                 WHERE ctid = places[1 + number * 15485863::bigint %% cardinality(places)]
                                OFFSET 0) split ON cardinality(pieces) > 1),
            size AS MATERIALIZED (
                SELECT CASE WHEN cardinality(places) > %7$d
                             AND (SELECT sum(addresses) FROM (SELECT addresses FROM matched LIMIT %8$d) few) >= %9$d
                            THEN %8$d ELSE %7$d END AS sampled
                  FROM block),
            sample AS MATERIALIZED (
                SELECT coalesce(sum(addresses), 0) AS addresses, count(*) < (SELECT sampled FROM size) AS whole, max(number) AS last
                  FROM (SELECT number, addresses FROM matched LIMIT (SELECT sampled FROM size)) sampled),
            counted AS MATERIALIZED (
                SELECT blocks, CASE WHEN whole THEN addresses ELSE addresses * cardinality(places) / last END AS addresses,
                       CASE WHEN whole THEN 0 ELSE cardinality(places) - last END AS unread
                  FROM sample CROSS JOIN block),
            chosen AS MATERIALIZED (
                SELECT round(addresses)::bigint AS addresses,
                       addresses * (4 * addresses + 5 * unread) <= 25 * %6$d * blocks AS rare
                  FROM counted),
            found AS MATERIALIZED (
                SELECT id, email
                  FROM (SELECT DISTINCT split_part(pieces[place], E'\\n', -1) || %2$s || split_part(
                                   CASE WHEN strpos(pieces[place + 1], E'\\n') > 0 THEN pieces[place + 1]
                                        ELSE array_to_string(pieces[place + 1:], %2$s) END, E'\\n', 1) AS line
                          FROM matched CROSS JOIN LATERAL generate_series(1, cardinality(pieces) - 1) AS place
                         WHERE (SELECT rare FROM chosen) AND strpos(pieces[place], E'\\n') > 0) hit
                  JOIN LATERAL (SELECT project_id, id, email, subscribed FROM contacts
                                 WHERE project_id = $1 AND email = hit.line OFFSET 0) contacts ON true
                 WHERE %3$s)
            SELECT addresses, rare, (SELECT count(*) FROM found) AS total,
                   c.id, c.email, c.subscribed, c.data::text AS data, c.created_at, c.updated_at
              FROM chosen
              LEFT JOIN (SELECT id, %4$s AS key FROM found ORDER BY %4$s %5$s LIMIT %6$d) page ON true
              LEFT JOIN LATERAL (SELECT * FROM contacts WHERE project_id = $1 AND id = page.id OFFSET 0) c ON true
             ORDER BY page.key %5$s
            """;

    /**
     * The result of a search.
     *
     * @param contacts the page; empty for a frequent text
     * @param total the contacts of a rare text that fit the filter
     * @param addresses those with the text, whatever else the filter says; an estimate when more than {@link #SAMPLED_BLOCKS} blocks
     *     have it, and addresses that were deleted within the last seconds may be among them
     * @param isRare false when the page has to be read from the contacts
     */
    record Searched(List<StoredContact> contacts, long total, long addresses, boolean isRare) {}

    /** Searches for the text of the filter, which has no line feed, behind {@code after}. */
    Future<Searched> search(SqlClient db, Tenant tenant, ContactFilter filter, Optional<Position> after, int limit) {
        var where = new ContactQuery(tenant, filter.withoutSearch(), after);
        var blocks = new AddressBlockQuery(where.parameters(), filter.search().orElseThrow());
        return db.preparedQuery(PAGE.formatted(
                        blocks.admitting(),
                        blocks.text(),
                        where.sql(),
                        filter.key(),
                        filter.direction(),
                        limit,
                        SAMPLED_BLOCKS,
                        FIRST_SAMPLED_BLOCKS,
                        ENOUGH_ADDRESSES))
                .execute(where.parameters())
                .map(ContactSearchStore::searched);
    }

    private static Searched searched(RowSet<Row> rows) {
        var first = rows.iterator().next();
        var contacts = first.getUUID("id") == null ? List.<StoredContact>of() : ContactRows.contacts(rows);
        return new Searched(contacts, first.getLong("total"), first.getLong("addresses"), first.getBoolean("rare"));
    }
}
