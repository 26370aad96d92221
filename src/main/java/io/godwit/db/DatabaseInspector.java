package io.godwit.db;

import io.godwit.core.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** Looks at the database of the settings: connects and reads, starts nothing and changes nothing. Its methods block. */
public final class DatabaseInspector {

    /** The major version of the embedded PostgreSQL. */
    public static final int EMBEDDED_VERSION = EmbeddedPostgres.MAJOR_VERSION;

    private static final String STATE = """
            SELECT current_setting('server_version'),
                   pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean,
                   coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)
            """;

    private static final String MIGRATION = """
            SELECT max(split_part(version, '.', 1)::integer) FROM flyway_schema_history WHERE success
            """;

    private static final String FINGERPRINT = "SELECT encode(key_fingerprint, 'hex') FROM installation";

    /** SQLSTATE of a table that does not exist. */
    private static final String NO_TABLE = "42P01";

    private DatabaseInspector() {}

    /** The id of the process that holds a data directory, as text; empty when none does. */
    public static Optional<String> holder(Path dataDir) throws IOException {
        return Files.isDirectory(dataDir) ? DirectoryLock.holder(dataDir) : Optional.empty();
    }

    /** The folder of the embedded PostgreSQL's rows, which the first start makes. */
    public static Path embeddedFolder(Path dataDir) {
        return PostgresCluster.directory(dataDir);
    }

    /**
     * Checks that the embedded PostgreSQL can run on this platform and as this user.
     *
     * @throws StartupException with the sentence that would end a start
     */
    public static void requireEmbedded(Path dataDir) throws IOException {
        if (Files.isDirectory(dataDir)) {
            PostgresCluster.refuseOtherVersions(dataDir);
        }
        PostgresBinaries.archive();
        PostgresOsUser.choose();
    }

    /**
     * Reads the state of the PostgreSQL that the settings name, or of the embedded one that a running node has started; empty
     * when that does not run. Tries once, at most some ten seconds.
     *
     * @throws StartupException with the sentence that would end a start: not reachable, a wrong password, a version or a schema
     *     that does not fit this jar
     */
    public static Optional<DatabaseState> inspect(DatabaseSettings settings) throws IOException {
        var url = settings.url().isPresent()
                ? settings.url().map(DatabaseUrl::parse)
                : PostgresCluster.running(settings.dataDir());
        return url.map(DatabaseInspector::inspect);
    }

    private static DatabaseState inspect(DatabaseUrl url) {
        StartupConnection.await(url, Duration.ZERO, () -> false);
        var own = MigrationRange.ofJar();
        SchemaVersionCheck.check(url, own);
        try (var connection = DriverManager.getConnection(url.jdbc(), url.properties())) {
            return read(url, connection);
        } catch (SQLException failed) {
            throw new StartupException("PostgreSQL does not answer as it should: " + failed.getMessage());
        }
    }

    private static DatabaseState read(DatabaseUrl url, Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(STATE)) {
            row.next();
            return new DatabaseState(
                    url.options().getHost() + ":" + url.options().getPort(),
                    row.getString(1),
                    value(connection, MIGRATION).map(Integer::parseInt).orElse(0),
                    row.getBoolean(2),
                    row.getBoolean(3),
                    SchemaMigrator.rights(url),
                    clockAhead(connection),
                    value(connection, FINGERPRINT));
        }
    }

    /** Compares with the middle of the time in which the question was answered. */
    private static Duration clockAhead(Connection connection) throws SQLException {
        var requestedAt = Instant.now();
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT clock_timestamp()")) {
            row.next();
            var theirs = row.getObject(1, OffsetDateTime.class).toInstant();
            var middle = requestedAt.plus(
                    Duration.between(requestedAt, Instant.now()).dividedBy(2));
            return Duration.between(middle, theirs);
        }
    }

    /** The first column of the first row; empty for no row, for a null and for a table that does not exist. */
    private static Optional<String> value(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(query)) {
            return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
        } catch (SQLException failed) {
            if (NO_TABLE.equals(failed.getSQLState())) {
                return Optional.empty();
            }
            throw failed;
        }
    }
}
