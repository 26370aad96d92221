package io.godwit.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The one PostgreSQL of a test run, with a migrated template that every test database is a copy of. */
public final class TestPostgres {

    private static final String TEMPLATE = "template_godwit";

    /** Bytes one PostgreSQL may come to need, most of it WAL. */
    private static final long RAISE_WORK_MEMORY = 4L << 30;

    private static final Path MEMORY = Path.of("/dev/shm");

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final EmbeddedPostgres postgres;
    private final Path directory;
    private final DatabaseUrl administration;

    private TestPostgres() throws IOException, SQLException {
        this.directory = newDirectory();
        this.postgres = EmbeddedPostgres.start(directory, cache(), PostgresOsUser.choose());
        this.administration = postgres.administration();
        execute("CREATE DATABASE " + TEMPLATE + " OWNER " + owner());
        SchemaMigrator.run(postgres.url().at(TEMPLATE));
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    }

    /** In memory where there is space: a test run makes many small commits, and the disk is everybody's. Open to all accounts. */
    static Path newDirectory() throws IOException {
        var roomy = Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > RAISE_WORK_MEMORY;
        var parent = roomy ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        var directory = Files.createTempDirectory(parent, "godwit-test-");
        Directories.openToAll(directory);
        return directory;
    }

    static DatabaseUrl newDatabase() {
        return Running.POSTGRES.create(TEMPLATE);
    }

    static DatabaseUrl emptyDatabase() {
        return Running.POSTGRES.create("template0");
    }

    /** The first column. */
    static List<String> query(DatabaseUrl url, String sql) {
        try (var connection = DriverManager.getConnection(url.jdbc(), url.properties());
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var column = new ArrayList<String>();
            while (rows.next()) {
                column.add(rows.getString(1));
            }
            return column;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Kept from run to run: unpacking takes seconds. */
    static Path cache() throws IOException {
        var user = System.getProperty("user.name");
        return Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "godwit-test-postgres-" + user));
    }

    private synchronized DatabaseUrl create(String template) {
        var name = "test_" + COUNT.incrementAndGet();
        execute("CREATE DATABASE " + name + " OWNER " + owner() + " TEMPLATE " + template + " STRATEGY " + strategy());
        return postgres.url().at(name);
    }

    /** The role the product works as. */
    private String owner() {
        return postgres.url().options().getUser();
    }

    /** In memory 350 files are copied in a tenth of the time their pages take through the log; on a disk each is synced. */
    private String strategy() {
        return directory.startsWith(MEMORY) ? "file_copy" : "wal_log";
    }

    /** Another database of the run's server, as its superuser. */
    static DatabaseUrl administration(String database) {
        return Running.POSTGRES.administration.at(database);
    }

    /** As the superuser. */
    static void administer(String sql) {
        Running.POSTGRES.execute(sql);
    }

    private void execute(String sql) {
        execute(administration, sql);
    }

    static void execute(DatabaseUrl url, String sql) {
        try (var connection = DriverManager.getConnection(url.jdbc(), url.properties());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void stop() {
        try {
            postgres.close();
            Directories.delete(directory);
        } catch (IOException failed) {
            System.err.println("The test PostgreSQL did not stop: " + failed.getMessage());
        }
    }

    /** Started by the first who asks. */
    private static final class Running {

        private static final TestPostgres POSTGRES = start();

        private static TestPostgres start() {
            try {
                return new TestPostgres();
            } catch (IOException | SQLException failed) {
                throw new IllegalStateException(failed);
            }
        }
    }
}
