package io.godwit.segments.filter;

/** The way a statement joins the last time of an event to its contacts, by the number of contacts it reads. */
public enum HistoryJoin {
    /** All contacts: the histories are read once, as a set. */
    ALL {
        @Override
        String last(String table, String column, String condition, String alias) {
            return " LEFT JOIN (SELECT contact_id, max(" + column + ") AS last FROM " + table + " WHERE " + condition
                    + " GROUP BY contact_id) " + alias + " ON " + alias + ".contact_id = c.id";
        }
    },
    /** A few contacts: the history of each is looked up. */
    FEW {
        @Override
        String last(String table, String column, String condition, String alias) {
            return " LEFT JOIN LATERAL (SELECT max(" + column + ") AS last FROM " + table + " WHERE " + condition
                    + " AND contact_id = c.id) " + alias + " ON true";
        }
    };

    /** A join that makes {@code alias.last}, NULL for never. */
    abstract String last(String table, String column, String condition, String alias);
}
