package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.core.StartupException;
import io.vertx.pgclient.PgConnectOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SchemaMigratorTest {

    @Test
    void twoNodesThatStartTogetherMigrateOnce() {
        var url = TestPostgres.emptyDatabase();

        var first = CompletableFuture.runAsync(() -> SchemaMigrator.run(url));
        var second = CompletableFuture.runAsync(() -> SchemaMigrator.run(url));

        assertThat(first).succeedsWithin(Duration.ofSeconds(30));
        assertThat(second).succeedsWithin(Duration.ofSeconds(30));
        var applied = TestPostgres.query(url, "SELECT version FROM flyway_schema_history WHERE success");
        assertThat(applied).doesNotHaveDuplicates().isNotEmpty();
    }

    @Test
    void aSchemaThatNeedsANewerJarIsRefused() {
        var url = TestPostgres.newDatabase();
        TestPostgres.execute(url, "UPDATE schema_floor SET version = 4711");

        assertThatThrownBy(() -> SchemaMigrator.run(url))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("changed by a newer Godwit")
                .hasMessageContaining("4711");
    }

    /** Only newer than this jar, as beside a newer one in a rolling upgrade. */
    @Test
    void aNewerSchemaThatThisJarCanBearIsNot() {
        var url = TestPostgres.newDatabase();
        TestPostgres.execute(
                url,
                "INSERT INTO flyway_schema_history SELECT installed_rank + 1000, '4711', 'future', type, 'V4711__future.sql',"
                        + " checksum, installed_by, installed_on, execution_time, success FROM flyway_schema_history"
                        + " WHERE version = '101'");

        SchemaMigrator.run(url);
    }

    @Test
    void aDatabaseOfAnOlderBuildIsRefusedAndLeftAsItIs(@TempDir Path migrations) throws IOException {
        var url = TestPostgres.emptyDatabase();
        Files.writeString(migrations.resolve("V1__foundation.sql"), "CREATE TABLE users (id uuid PRIMARY KEY)");
        Files.writeString(migrations.resolve("V60__email_reasons.sql"), "ALTER TABLE users ADD COLUMN reason text");
        Flyway.configure()
                .dataSource(url.jdbc(), url.options().getUser(), url.options().getPassword())
                .locations("filesystem:" + migrations)
                .load()
                .migrate();

        assertThatThrownBy(() -> SchemaMigrator.run(url))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("made by an older build")
                .hasMessageContaining("start with an empty database or data directory");
        assertThat(tables(url)).containsExactly("flyway_schema_history", "users");
        assertThat(versions(url)).containsExactly("1", "60");
    }

    /** One database, before and after: nothing but the old version in its history is the reason. */
    @Test
    void onlyAVersionBeforeTheFirstOfThisJarMakesADatabaseAnOlderBuilds() {
        var url = TestPostgres.newDatabase();
        SchemaMigrator.run(url);
        var versions = versions(url);

        TestPostgres.execute(
                url,
                "INSERT INTO flyway_schema_history SELECT installed_rank - 1000, '60', description, type, script, checksum,"
                        + " installed_by, installed_on, execution_time, success FROM flyway_schema_history WHERE version = '101'");

        assertThat(versions).startsWith("101");
        assertThatThrownBy(() -> SchemaMigrator.run(url)).hasMessageContaining("version 60, this jar's with 101");
    }

    @Test
    void aMigrationThatWasChangedAfterItWasCarriedOutIsRefused() {
        var url = TestPostgres.newDatabase();
        TestPostgres.execute(url, "UPDATE flyway_schema_history SET checksum = checksum + 1 WHERE version = '101'");

        assertThatThrownBy(() -> SchemaMigrator.run(url)).hasMessageContaining("checksum mismatch");
    }

    @Test
    void aMigrationThatFailedIsRefused() {
        var url = TestPostgres.newDatabase();
        TestPostgres.execute(url, "UPDATE flyway_schema_history SET success = false WHERE version = '118'");

        assertThatThrownBy(() -> SchemaMigrator.run(url)).hasMessageContaining("failed migration to version 118");
    }

    @Test
    void migrationsThatAreMissingAreCarriedOut() {
        var url = TestPostgres.emptyDatabase();
        Flyway.configure()
                .dataSource(url.jdbc(), url.options().getUser(), url.options().getPassword())
                .locations("classpath:db/migration")
                .target("118")
                .load()
                .migrate();

        SchemaMigrator.run(url);

        assertThat(versions(url))
                .isEqualTo(versions(TestPostgres.newDatabase()))
                .hasSizeGreaterThan(18);
    }

    private static List<String> versions(DatabaseUrl url) {
        return TestPostgres.query(url, "SELECT version FROM flyway_schema_history ORDER BY installed_rank");
    }

    private static List<String> tables(DatabaseUrl url) {
        return TestPostgres.query(
                url,
                "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1");
    }

    @Test
    void aRoleWithoutRightsIsToldWhichToGive() {
        var url = TestPostgres.emptyDatabase();
        var role = "poor_" + System.nanoTime();
        TestPostgres.administer("CREATE ROLE " + role + " LOGIN PASSWORD 'poor'");
        var poor = new DatabaseUrl(
                new PgConnectOptions(url.options()).setUser(role).setPassword("poor"), url.rootCertificate());

        assertThatThrownBy(() -> SchemaMigrator.run(poor))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("GRANT CREATE, USAGE ON SCHEMA public TO \"" + role + "\"");
    }

    @Test
    void aSchemaThatIsUpToDateStaysAsItIs() {
        var url = TestPostgres.newDatabase();

        SchemaMigrator.run(url);

        assertThat(TestPostgres.query(url, "SELECT version FROM flyway_schema_history WHERE success"))
                .doesNotHaveDuplicates();
    }
}
