package io.godwit.segments.filter;

/** How many contacts a statement looks at, which decides how it finds out when something last happened to them. */
public enum HistoryJoin {
    /** All of them: the histories are read once, as a set. */
    ALL {
        @Override
        String last(String table, String column, String condition, String alias) {
            return " LEFT JOIN (SELECT contact_id, max(" + column + ") AS last FROM " + table + " WHERE " + condition
                    + " GROUP BY contact_id) " + alias + " ON " + alias + ".contact_id = c.id";
        }
    },
    /** A few: each one's history is looked up. */
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
