package io.godwit.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The one PostgreSQL of a test run, with a migrated template that every test database is a copy of. */
final class TestPostgres {

    private static final String TEMPLATE = "template_godwit";

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final EmbeddedPostgres postgres;
    private final Path directory;
    private final DatabaseUrl administration;

    private TestPostgres() throws IOException, SQLException {
        this.directory = Files.createTempDirectory("godwit-test-");
        this.postgres = EmbeddedPostgres.start(directory, cache());
        this.administration = DatabaseUrl.parse(postgres.url()).at("postgres");
        Arrival.await(administration, Duration.ofSeconds(30));
        execute("CREATE DATABASE " + TEMPLATE);
        Migrations.run(administration.at(TEMPLATE));
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    }

    static DatabaseUrl newDatabase() {
        return Running.POSTGRES.create();
    }

    /** Kept from run to run: unpacking takes seconds. */
    private static Path cache() throws IOException {
        var user = System.getProperty("user.name");
        return Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "godwit-test-postgres-" + user));
    }

    private synchronized DatabaseUrl create() {
        var name = "test_" + COUNT.incrementAndGet();
        execute("CREATE DATABASE " + name + " TEMPLATE " + TEMPLATE + " STRATEGY FILE_COPY");
        return administration.at(name);
    }

    private void execute(String sql) {
        try (var connection = DriverManager.getConnection(administration.jdbc(), administration.properties());
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
