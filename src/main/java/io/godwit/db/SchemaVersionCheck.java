package io.godwit.db;

import io.godwit.core.StartupException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;

/** Refuses a schema that a newer jar has changed beyond the versions this jar can work on. */
final class SchemaVersionCheck {

    /** SQLSTATEs of a missing table or column: no version has set a floor yet. */
    private static final Set<String> NONE = Set.of("42P01", "42703");

    private SchemaVersionCheck() {}

    /**
     * Blocks. Fails with a sentence when the schema needs a newer migration than the last of this jar.
     *
     * @param newest the number of this jar's last migration
     */
    static void check(DatabaseUrl url, int newest) {
        var floor = of(url);
        if (newest < floor) {
            throw new StartupException(
                    "The database has been changed by a newer Godwit (its schema needs version " + floor
                            + ", this jar ends at " + newest
                            + "): start a jar as new as the one that ran last, or restore a backup");
        }
    }

    private static int of(DatabaseUrl url) {
        try (var connection = DriverManager.getConnection(url.jdbc(), url.properties());
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT version FROM schema_floor")) {
            return rows.next() ? rows.getInt(1) : 0;
        } catch (SQLException failed) {
            if (NONE.contains(String.valueOf(failed.getSQLState()))) {
                return 0;
            }
            throw new IllegalStateException("The version of the database's schema cannot be read", failed);
        }
    }
}
