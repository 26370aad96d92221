package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.core.StartupException;
import io.vertx.pgclient.PgConnectOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

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
                        + " WHERE version = '50'");

        SchemaMigrator.run(url);
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
