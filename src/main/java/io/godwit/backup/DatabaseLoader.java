package io.godwit.backup;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.godwit.backup.BackupChecksums.Sequence;
import io.godwit.backup.BackupChecksums.TableSum;
import io.godwit.backup.BackupManifest.Table;
import io.godwit.db.RestoreMarker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Loads the tables of a backup into a database that has the schema of its version and no rows. All in one transaction; the mark of
 * an unfinished restore stays until the schema is that of this jar.
 */
final class DatabaseLoader {

    private static final String SESSION = """
            SET statement_timeout = 0;
            SET idle_in_transaction_session_timeout = 0;
            SET TimeZone = 'UTC'
            """;

    private static final String TABLES = """
            SELECT relname FROM pg_class
             WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relpersistence <> 't'
            """;

    /** Bounds as PostgreSQL prints those of {@code events}; they go into a statement, so nothing else may. */
    private static final Pattern BOUNDS =
            Pattern.compile("FOR VALUES FROM \\('[0-9a-f-]{36}'\\) TO \\('[0-9a-f-]{36}'\\)");

    private final Connection connection;
    private final Map<String, Table> nameToTable;
    private final DeferredDefinitions deferred;
    private Optional<CopyIn> copy = Optional.empty();

    private DatabaseLoader(Connection connection, BackupManifest manifest, DeferredDefinitions deferred) {
        this.connection = connection;
        this.nameToTable = manifest.tables().stream().collect(toMap(Table::name, table -> table));
        this.deferred = deferred;
    }

    /** Begins the transaction, makes missing partitions and empties the tables of the rows that migrations have made. */
    static DatabaseLoader begin(Connection connection, BackupManifest manifest) throws SQLException {
        execute(connection, SESSION);
        connection.setAutoCommit(false);
        makePartitions(connection, manifest);
        var deferred = DeferredDefinitions.takeAway(connection);
        execute(
                connection,
                manifest.tables().stream()
                        .map(table -> SqlName.quote(table.name()))
                        .collect(joining(", ", "TRUNCATE ", "")));
        return new DatabaseLoader(connection, manifest, deferred);
    }

    private static void makePartitions(Connection connection, BackupManifest manifest) throws SQLException {
        var there = tables(connection);
        for (var table : manifest.tables()) {
            if (!there.contains(table.name()) && BOUNDS.matcher(table.bounds()).matches()) {
                var name = SqlName.quote(table.name());
                var parent = SqlName.quote(table.parent());
                execute(connection, "CREATE TABLE " + name + " (LIKE " + parent + " INCLUDING ALL)");
                execute(connection, "ALTER TABLE " + parent + " ATTACH PARTITION " + name + " " + table.bounds());
                there.add(table.name());
            }
        }
        there.removeAll(Set.of("flyway_schema_history", RestoreMarker.TABLE));
        var wanted = manifest.tables().stream().map(Table::name).collect(toSet());
        if (!there.equals(wanted)) {
            var differing = new HashSet<>(there);
            differing.addAll(wanted);
            differing.removeIf(name -> there.contains(name) && wanted.contains(name));
            throw new BackupException("The tables of the backup are not those of its version (" + differing
                    + "): restore it with the jar that made it");
        }
    }

    private static Set<String> tables(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(TABLES)) {
            var names = new HashSet<String>();
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            return names;
        }
    }

    /** Adds the next bytes of a table's text. */
    void rows(String table, byte[] buffer, int length) throws SQLException {
        if (copy.isEmpty()) {
            var target = Optional.ofNullable(nameToTable.get(table))
                    .orElseThrow(() -> new BackupException("The backup's manifest does not name the table " + table));
            copy = Optional.of(connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("COPY " + target.target() + " FROM STDIN WITH (FREEZE)"));
        }
        copy.get().writeToCopy(buffer, 0, length);
    }

    /** Ends a table; fails unless PostgreSQL counted as many rows. */
    void endTable(TableSum sum) throws SQLException {
        var rows = copy.orElseThrow().endCopy();
        copy = Optional.empty();
        if (rows != sum.rows()) {
            throw new BackupException(
                    "The table " + sum.name() + " got " + rows + " rows instead of " + sum.rows() + ": restore again");
        }
    }

    /** Brings the sequences and everything else to where they were. */
    void finish(BackupChecksums checksums) throws SQLException {
        for (var sequence : checksums.sequences()) {
            set(sequence);
        }
        deferred.bringBack();
    }

    private void set(Sequence sequence) throws SQLException {
        try (var statement = connection.prepareStatement("SELECT setval(?::regclass, ?, ?)")) {
            statement.setString(1, SqlName.quote(sequence.name()));
            statement.setLong(2, sequence.lastValue());
            statement.setBoolean(3, sequence.called());
            statement.execute();
        }
    }

    void commit() throws SQLException {
        connection.commit();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
