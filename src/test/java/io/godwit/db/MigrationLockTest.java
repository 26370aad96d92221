package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** An upgrade beside nodes of the version before, which count and send. */
final class MigrationLockTest {

    private static final String WAITING = """
            SELECT count(*)
              FROM pg_locks JOIN pg_database ON pg_database.oid = database
             WHERE datname = current_database() AND relation = 'email_counts'::regclass AND NOT granted
            """;

    private static final String EMAILS_LOCKED = """
            SELECT mode
              FROM pg_locks JOIN pg_database ON pg_database.oid = database
             WHERE datname = current_database() AND relation = 'emails'::regclass AND granted AND mode = 'AccessExclusiveLock'
            """;

    @Test
    void noEmailWaitsForAnUpgradeThatWaitsForTheCounts() throws SQLException {
        var url = TestPostgres.emptyDatabase();
        Flyway.configure()
                .dataSource(url.jdbc(), url.options().getUser(), url.options().getPassword())
                .target("315")
                .load()
                .migrate();

        try (var counting = DriverManager.getConnection(
                url.jdbc(), url.options().getUser(), url.options().getPassword())) {
            counting.setAutoCommit(false);
            counting.createStatement().execute("LOCK TABLE email_counts IN ROW EXCLUSIVE MODE");
            var upgrade = CompletableFuture.runAsync(() -> SchemaMigrator.run(url));
            var waiting = waiting(url);
            var emailsLocked = TestPostgres.query(url, EMAILS_LOCKED);
            counting.rollback();

            assertThat(waiting).containsExactly("1");
            assertThat(emailsLocked).isEmpty();
            assertThat(upgrade).succeedsWithin(Duration.ofSeconds(30));
        }
    }

    /** Returns the number of statements that wait for the counts, once there is one. */
    private static List<String> waiting(DatabaseUrl url) {
        var deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        var waiting = TestPostgres.query(url, WAITING);
        while (waiting.equals(List.of("0")) && System.nanoTime() < deadline) {
            waiting = TestPostgres.query(url, WAITING);
        }
        return waiting;
    }
}
