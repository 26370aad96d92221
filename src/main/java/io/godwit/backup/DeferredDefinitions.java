package io.godwit.backup;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes away what makes the loading of rows slow or dependent on the order of tables, foreign keys, triggers and secondary
 * indexes, and brings it back as it was. For the owner of the tables, who needs no other right; a superuser could set
 * {@code session_replication_role}, but a database of an operator's own seldom gives one, and foreign keys that are made anew
 * prove that each row has what it points to.
 */
final class DeferredDefinitions {

    private static final String FOREIGN_KEYS = """
            SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
                   format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
              FROM pg_constraint
             WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace
             ORDER BY oid
            """;

    private static final String TRIGGERS = """
            SELECT DISTINCT format('ALTER TABLE %s DISABLE TRIGGER USER', tgrelid::regclass),
                   format('ALTER TABLE %s ENABLE TRIGGER USER', tgrelid::regclass)
              FROM pg_trigger
              JOIN pg_class ON pg_class.oid = tgrelid
             WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
            """;

    /**
     * The indexes that are dropped and made again. Those of partitioned tables stay, because they hang together with those of the
     * partitions.
     */
    private static final String INDEXES = """
            SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
              FROM pg_index
              JOIN pg_class ON pg_class.oid = indrelid
             WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND NOT relispartition
               AND NOT indisprimary
               AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
             ORDER BY indexrelid
            """;

    private final Connection connection;
    private final List<String> restoring = new ArrayList<>();

    private DeferredDefinitions(Connection connection) {
        this.connection = connection;
    }

    /** Takes all away, in the connection's transaction. */
    static DeferredDefinitions takeAway(Connection connection) throws SQLException {
        var deferred = new DeferredDefinitions(connection);
        deferred.takeAway(FOREIGN_KEYS);
        deferred.takeAway(TRIGGERS);
        deferred.takeAway(INDEXES);
        return deferred;
    }

    private void takeAway(String query) throws SQLException {
        var removing = new ArrayList<String>();
        var adding = new ArrayList<String>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            while (rows.next()) {
                removing.add(rows.getString(1));
                adding.add(rows.getString(2));
            }
        }
        restoring.addAll(0, adding);
        execute(removing);
    }

    /** Brings all back: indexes first, because foreign keys are checked by them. */
    void bringBack() throws SQLException {
        execute(List.of("SET LOCAL maintenance_work_mem = '256MB'"));
        execute(restoring);
    }

    private void execute(List<String> statements) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
