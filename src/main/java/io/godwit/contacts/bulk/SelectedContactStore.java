package io.godwit.contacts.bulk;

import io.godwit.contacts.ContactSelections.Selected;
import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/** Finds the contacts of a segment or a condition. */
final class SelectedContactStore {

    /** %1$s is a statement that selects contacts, %2$d and %3$d the places of the first parameters behind its own. */
    private static final String CONTACTS = """
              FROM contacts
             WHERE project_id = $1
               AND id IN (%1$s)
               AND ($%2$d::text IS NULL OR strpos(email, $%2$d) > 0)
               AND ($%3$d::boolean IS NULL OR subscribed = $%3$d)
            """;

    /** %1$s is the direction: ids beyond the one at %2$d, in the order %3$s. */
    private static final String BEYOND = """
               AND ($%2$d::uuid IS NULL OR id %1$s $%2$d)
             ORDER BY id %3$s
             LIMIT $%4$d
            """;

    /** The order of ids, which is that of creation. */
    enum Order {
        OLDEST_FIRST(">", "ASC"),
        NEWEST_FIRST("<", "DESC");

        private final String beyond;
        private final String direction;

        Order(String beyond, String direction) {
            this.beyond = beyond;
            this.direction = direction;
        }
    }

    /**
     * Contacts that are selected and match a part of their address, their subscription, or both.
     *
     * @param search in lower case
     */
    record Wanted(Selected selected, Optional<String> search, Optional<Boolean> subscribed) {}

    /** Finds the first so many in the order; {@code last} is the last one of those found before. */
    Future<List<ContactId>> find(SqlClient db, Wanted wanted, Order order, Optional<ContactId> last, int limit) {
        var tuple = parameters(wanted)
                .addUUID(last.map(ContactId::value).orElse(null))
                .addInteger(limit);
        var sql = "SELECT id\n" + contacts(wanted)
                + BEYOND.formatted(order.beyond, tuple.size() - 1, order.direction, tuple.size());
        return db.preparedQuery(sql)
                .mapping(row -> new ContactId(row.getUUID("id")))
                .execute(tuple)
                .map(rows -> rows.stream().toList());
    }

    Future<Integer> count(SqlClient db, Wanted wanted) {
        return db.preparedQuery("SELECT count(*) AS contacts\n" + contacts(wanted))
                .execute(parameters(wanted))
                .map(rows -> rows.iterator().next().getLong("contacts").intValue());
    }

    private static Tuple parameters(Wanted wanted) {
        return Tuple.from(wanted.selected().parameters())
                .addString(wanted.search().orElse(null))
                .addBoolean(wanted.subscribed().orElse(null));
    }

    private static String contacts(Wanted wanted) {
        var own = wanted.selected().parameters().size();
        return CONTACTS.formatted(wanted.selected().ids(), own + 1, own + 2);
    }
}
