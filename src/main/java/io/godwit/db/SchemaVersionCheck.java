package io.godwit.db;

import io.godwit.core.StartupException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses a schema this jar cannot work on: one that a newer jar has changed beyond it, and one of a build from before the
 * first migration of this jar. Reads only.
 */
final class SchemaVersionCheck {

    private static final String FLOOR = "SELECT version FROM schema_floor";

    private static final String UNFINISHED = "SELECT count(*)::integer FROM " + RestoreMarker.TABLE;

    private static final String OLDEST = """
            SELECT min(split_part(version, '.', 1)::integer) FROM flyway_schema_history WHERE version IS NOT NULL
            """;

    /** SQLSTATEs of a missing table or column: the database is empty, or no version has set a floor yet. */
    private static final Set<String> NONE = Set.of("42P01", "42703");

    private SchemaVersionCheck() {}

    /**
     * Blocks. Fails with a sentence when the schema has a migration older than the first of this jar, or needs one newer than
     * its last, or when a restore into it did not come to its end.
     */
    static void check(DatabaseUrl url, MigrationRange own) {
        try (var connection = DriverManager.getConnection(url.jdbc(), url.properties())) {
            refuseUnfinished(url, connection);
            number(connection, OLDEST).filter(oldest -> oldest < own.first()).ifPresent(oldest -> {
                throw new StartupException(
                        "The database was made by an older build of Godwit and cannot be brought up to this one"
                                + " (its schema begins with version " + oldest + ", this jar's with "
                                + own.first()
                                + "); nothing has been changed: start with an empty database or data directory, and to keep the"
                                + " contacts, export them with the old build first");
            });
            number(connection, FLOOR).filter(floor -> floor > own.last()).ifPresent(floor -> {
                throw new StartupException(
                        "The database has been changed by a newer Godwit (its schema needs version " + floor
                                + ", this jar ends at " + own.last()
                                + "): start a jar as new as the one that ran last, or restore a backup");
            });
        } catch (SQLException failed) {
            throw new IllegalStateException("The version of the database's schema cannot be read", failed);
        }
    }

    /** Fails with a sentence when a restore into the database did not come to its end. */
    private static void refuseUnfinished(DatabaseUrl url, Connection connection) throws SQLException {
        number(connection, UNFINISHED).ifPresent(ignored -> {
            throw RestoreMarker.unfinished("the database " + url.options().getDatabase());
        });
    }

    private static Optional<Integer> number(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() ? Optional.ofNullable(rows.getObject(1, Integer.class)) : Optional.empty();
        } catch (SQLException failed) {
            if (NONE.contains(String.valueOf(failed.getSQLState()))) {
                return Optional.empty();
            }
            throw failed;
        }
    }
}
