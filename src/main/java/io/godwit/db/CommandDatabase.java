package io.godwit.db;

import io.godwit.core.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * The database of an installation as the commands of the jar use it, with plain blocking connections: the one of the settings'
 * URL, or the embedded one, which is started when no server runs on its data directory. Never migrates by itself.
 */
public final class CommandDatabase implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final String IS_EMPTY = """
            SELECT NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
            """;

    private static final String IS_UNFINISHED = "SELECT to_regclass('" + RestoreMarker.TABLE + "') IS NOT NULL";

    private final DatabaseUrl url;
    private final Optional<EmbeddedPostgres> embedded;

    private CommandDatabase(DatabaseUrl url, Optional<EmbeddedPostgres> embedded) {
        this.url = url;
        this.embedded = embedded;
    }

    /**
     * Opens the database that there is, whether or not a server uses it. Blocks. Fails with a sentence when there is none, when
     * it is the remainder of a restore that was cut off, or when it cannot be reached.
     */
    public static CommandDatabase open(DatabaseSettings settings) throws IOException {
        RestoreMarker.in(settings.dataDir()).refuseUnfinished();
        var database = settings.url().isPresent()
                ? reach(DatabaseUrl.parse(settings.url().get()))
                : openEmbedded(settings.dataDir().toAbsolutePath().normalize());
        if (database.isTrue(IS_UNFINISHED)) {
            database.close();
            throw RestoreMarker.unfinished("the database " + database.name());
        }
        return database;
    }

    /**
     * Opens an empty database to restore into; of a data directory a new one is made. Blocks. Fails with a sentence when the
     * database has tables, or cannot be reached.
     */
    public static CommandDatabase openEmpty(DatabaseSettings settings) throws IOException {
        var database = settings.url().isPresent()
                ? reach(DatabaseUrl.parse(settings.url().get()))
                : start(settings.dataDir());
        if (!database.isTrue(IS_EMPTY)) {
            database.close();
            throw new StartupException(
                    "The database " + database.name() + " is not empty, and a restore overwrites nothing:"
                            + " create another one (CREATE DATABASE) and name it with GODWIT_DATABASE_URL");
        }
        return database;
    }

    private static CommandDatabase reach(DatabaseUrl url) throws IOException {
        StartupConnection.await(url, TIMEOUT, () -> true);
        return new CommandDatabase(url.resolved(), Optional.empty());
    }

    private static CommandDatabase openEmbedded(Path dataDir) throws IOException {
        if (!Files.isDirectory(PostgresCluster.directory(dataDir))) {
            throw absent(dataDir);
        }
        try {
            return start(dataDir);
        } catch (DirectoryInUseException serverRuns) {
            return reach(PostgresCluster.running(dataDir).orElseThrow(() -> serverRuns));
        }
    }

    private static StartupException absent(Path dataDir) throws IOException {
        if (Files.isDirectory(dataDir)) {
            PostgresCluster.refuseOtherVersions(dataDir);
        }
        return new StartupException("There is no database in " + dataDir
                + ": name the data directory with GODWIT_DATA_DIR, or the database with GODWIT_DATABASE_URL");
    }

    private static CommandDatabase start(Path dataDir) throws IOException {
        var postgres = EmbeddedPostgres.start(dataDir);
        return new CommandDatabase(postgres.url(), Optional.of(postgres));
    }

    private boolean isTrue(String query) {
        try (var connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() && rows.getBoolean(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(
                    "The database " + name() + " cannot be read: " + failed.getMessage(), failed);
        }
    }

    /** Opens a connection without time limits, which the caller closes. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url.jdbc(), url.properties());
    }

    /** The name of the database in its PostgreSQL. */
    public String name() {
        return url.options().getDatabase();
    }

    /**
     * Makes the schema of a version in the empty database, marked as unfinished ({@link RestoreMarker#TABLE}): whoever fills it
     * drops that table at the end.
     */
    public void makeSchema(int version) {
        SchemaMigrator.runTo(url, version);
    }

    /** Brings the schema that was made and filled up to this jar's version. */
    public void migrate() {
        SchemaMigrator.finish(url);
    }

    /** Stops the embedded PostgreSQL when {@link #open} or {@link #openEmpty} has started it; blocks for some seconds then. */
    @Override
    public void close() throws IOException {
        if (embedded.isPresent()) {
            embedded.get().close();
        }
    }
}
