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

        @Override
        String happened(String rows) {
            return "EXISTS (SELECT " + rows + ")";
        }

        @Override
        String named(String column) {
            return column;
        }
    },
    /** A few contacts: the history of each is looked up. */
    FEW {
        @Override
        String last(String table, String column, String condition, String alias) {
            return " LEFT JOIN LATERAL (SELECT max(" + column + ") AS last FROM " + table + " WHERE " + condition
                    + " AND contact_id = c.id) " + alias + " ON true";
        }

        /** A scalar query is evaluated for each contact, and last; an EXISTS may become a join that reads everything. */
        @Override
        String happened(String rows) {
            return "coalesce((SELECT true " + rows + " LIMIT 1), false)";
        }

        /** An expression, so that the index by name is not used: for a name too new for statistics it looks better and is not. */
        @Override
        String named(String column) {
            return column + " || ''";
        }
    };

    /** SQL of whether there is one of the rows, given from {@code FROM} on. */
    abstract String happened(String rows);

    /** SQL of the column that names an event in these rows. */
    abstract String named(String column);

    /** A join that makes {@code alias.last}, NULL for never. */
    abstract String last(String table, String column, String condition, String alias);
}
