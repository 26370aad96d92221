package io.godwit.backup;

import static java.util.stream.Collectors.joining;

import io.godwit.backup.BackupChecksums.Sequence;
import io.godwit.backup.BackupManifest.Table;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/**
 * The rows of the database as of one moment, in one transaction, whatever is written meanwhile. Its tables cannot be dropped as
 * long as it is open; nothing else waits for it, but dead rows stay until it is closed.
 */
final class DatabaseSnapshot implements AutoCloseable {

    /** No limit of time but that of a lock, and one form of times whatever the database's own settings are. */
    private static final String SESSION = """
            SET statement_timeout = 0;
            SET idle_in_transaction_session_timeout = 0;
            SET lock_timeout = '30s';
            SET TimeZone = 'UTC';
            SET DateStyle = 'ISO';
            SET IntervalStyle = 'postgres'
            """;

    /** Tables and partitions, which are tables of their own here. The history of migrations is made again by a restore. */
    private static final String TABLES = """
            SELECT child.relname, coalesce(parent.relname, '') AS parent,
                   coalesce(pg_get_expr(child.relpartbound, child.oid), '') AS bounds,
                   ARRAY(SELECT attname::text FROM pg_attribute
                          WHERE attrelid = child.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
                          ORDER BY attnum) AS columns
              FROM pg_class child
              LEFT JOIN pg_inherits ON inhrelid = child.oid
              LEFT JOIN pg_class parent ON parent.oid = inhparent
             WHERE child.relnamespace = current_schema()::regnamespace AND child.relkind = 'r'
               AND child.relpersistence <> 't' AND child.relname <> 'flyway_schema_history'
             ORDER BY child.relname
            """;

    private static final String MIGRATIONS = """
            SELECT split_part(version, '.', 1)::integer FROM flyway_schema_history
             WHERE success AND version IS NOT NULL ORDER BY 1
            """;

    private static final String SEQUENCES = """
            SELECT relname FROM pg_class
             WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY relname
            """;

    private static final String TIME = """
            SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
            """;

    private static final String KEY_FINGERPRINT = "SELECT encode(key_fingerprint, 'hex') FROM installation";

    private final Connection connection;

    private DatabaseSnapshot(Connection connection) {
        this.connection = connection;
    }

    /** Takes over the connection and begins the transaction. */
    static DatabaseSnapshot open(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(SESSION);
        }
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setReadOnly(true);
        connection.setAutoCommit(false);
        return new DatabaseSnapshot(connection);
    }

    /** The connection, for another transaction that is to see the same rows. */
    Connection connection() {
        return connection;
    }

    /** Returns all tables and keeps them from being dropped. */
    List<Table> tables() throws SQLException {
        var tables = rows(
                TABLES,
                row -> new Table(
                        row.getString("relname"),
                        List.of((String[]) row.getArray("columns").getArray()),
                        row.getString("parent"),
                        row.getString("bounds")));
        if (!tables.isEmpty()) {
            execute(tables.stream()
                    .map(table -> SqlName.quote(table.name()))
                    .collect(joining(", ", "LOCK TABLE ONLY ", " IN ACCESS SHARE MODE")));
        }
        return tables;
    }

    /** Returns the numbers of the schema's migrations. */
    List<Integer> migrations() throws SQLException {
        return rows(MIGRATIONS, row -> row.getInt(1));
    }

    /** Returns the sequences as they are now, which is not before the snapshot. */
    List<Sequence> sequences() throws SQLException {
        var sequences = new ArrayList<Sequence>();
        for (var name : rows(SEQUENCES, row -> row.getString(1))) {
            sequences.addAll(rows(
                    "SELECT last_value, is_called FROM " + SqlName.quote(name),
                    row -> new Sequence(name, row.getLong(1), row.getBoolean(2))));
        }
        return sequences;
    }

    /** Returns the time of the snapshot by the database's clock, ISO 8601 in UTC. */
    String time() throws SQLException {
        return rows(TIME, row -> row.getString(1)).get(0);
    }

    /** Returns the fingerprint of the keys the rows are written with, in hexadecimal; none before the first start was complete. */
    List<String> keyFingerprint() throws SQLException {
        return rows(KEY_FINGERPRINT, row -> row.getString(1));
    }

    /** Receives the text of one row, which ends in a line feed. */
    interface RowReceiver {
        void row(byte[] text) throws IOException;
    }

    /** Hands out the rows of a table one by one; returns their number. */
    long copy(Table table, RowReceiver receiver) throws SQLException, IOException {
        var copy = connection.unwrap(PGConnection.class).getCopyAPI().copyOut("COPY " + table.target() + " TO STDOUT");
        for (var row = copy.readFromCopy(); row != null; row = copy.readFromCopy()) {
            receiver.row(row);
        }
        return copy.getHandledRowCount();
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private <T> List<T> rows(String sql, RowMapper<T> mapper) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var found = new ArrayList<T>();
            while (rows.next()) {
                found.add(mapper.map(rows));
            }
            return found;
        }
    }

    private interface RowMapper<T> {
        T map(ResultSet row) throws SQLException;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
