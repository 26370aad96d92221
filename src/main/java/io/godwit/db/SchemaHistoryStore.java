package io.godwit.db;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads Flyway's table of the migrations that were carried out. */
final class SchemaHistoryStore {

    private static final String HISTORY = "SELECT script, checksum, success FROM flyway_schema_history";

    private static final String NO_TABLE = "42P01";

    private SchemaHistoryStore() {}

    /**
     * Returns the checksums of all migrations that were carried out by their file's name; empty when there is no table, or when a
     * migration has failed. Blocks.
     */
    static Optional<Map<String, Integer>> nameToChecksum(DatabaseUrl url) {
        try (var connection = DriverManager.getConnection(url.jdbc(), url.properties())) {
            return nameToChecksum(connection);
        } catch (SQLException failed) {
            if (NO_TABLE.equals(failed.getSQLState())) {
                return Optional.empty();
            }
            throw new IllegalStateException("The migrations of the database cannot be read", failed);
        }
    }

    private static Optional<Map<String, Integer>> nameToChecksum(Connection connection) throws SQLException {
        var nameToChecksum = new HashMap<String, Integer>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(HISTORY)) {
            while (rows.next()) {
                if (!rows.getBoolean("success")) {
                    return Optional.empty();
                }
                nameToChecksum.put(rows.getString("script"), rows.getInt("checksum"));
            }
        }
        return Optional.of(nameToChecksum);
    }
}
