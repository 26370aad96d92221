package io.godwit.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.db.HeldDirectory;
import io.godwit.db.TestDatabase;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.FreePorts;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor on the database, on real ones, and on a node that runs. */
@GodwitServer
@CloseFields
class DoctorDatabaseTest {

    private static TestServer server;

    private final Vertx vertx = Vertx.vertx();
    private final Map<String, String> environment = new HashMap<>();
    private TestDatabase database;

    @TempDir
    private Path folder;

    @BeforeEach
    void create() {
        database = TestDatabase.fresh(vertx);
        environment.putAll(Map.of(
                "GODWIT_DATA_DIR", folder.toString(),
                "GODWIT_DATABASE_URL", database.url(),
                "GODWIT_MAIL_CATCHER_ENABLED", "true",
                "GODWIT_SECRETS_SIGNING_KEY", "11".repeat(32),
                "GODWIT_SECRETS_ENCRYPTION_KEY", "22".repeat(32)));
    }

    private DoctorRun run(String... checks) {
        return DoctorRun.of(environment, checks);
    }

    @Test
    void aDatabaseOfThisJarIsFine() {
        var found = run("database");

        assertThat(found.status()).isZero();
        assertThat(found.about("127.0.0.1:" + database.port()))
                .startsWith("ok ")
                .contains("PostgreSQL 18");
        assertThat(found.about("schema")).startsWith("ok ").contains("that of this jar");
        assertThat(found.about("clock")).startsWith("ok ");
    }

    @Test
    void aDatabaseThatCannotBeHadIsNamedWithoutItsPassword() {
        environment.put("GODWIT_DATABASE_URL", "postgresql://godwit:guess@127.0.0.1:" + database.port() + "/godwit");
        assertThat(run("database").text())
                .startsWith("failed ")
                .contains("refuses the user godwit")
                .contains("Correct GODWIT_DATABASE_URL.")
                .doesNotContain("guess");

        environment.put("GODWIT_DATABASE_URL", database.url() + "_nowhere");
        assertThat(run("database").text()).startsWith("failed ").contains("Create it, or correct");

        environment.put("GODWIT_DATABASE_URL", "postgresql://godwit:guess@127.0.0.1:1/godwit");
        assertThat(run("database").text())
                .startsWith("failed ")
                .contains("does not answer")
                .contains("Start it");
        assertThat(run("database").status()).isEqualTo(1);
    }

    @Test
    void aDataDirectoryWhoseStartIsRefusedIsNamed() throws Exception {
        environment.remove("GODWIT_DATABASE_URL");
        Files.createDirectory(folder.resolve("postgres-17"));

        var otherVersion = run("database");
        Files.delete(folder.resolve("postgres-17"));
        Files.createFile(folder.resolve("restore-unfinished"));
        var unfinished = run("database");

        assertThat(otherVersion.text())
                .startsWith("failed ")
                .contains("postgres-17")
                .contains("restore FILE");
        assertThat(unfinished.text())
                .startsWith("failed ")
                .contains("unfinished")
                .contains("restore the backup again");
        assertThat(unfinished.status()).isEqualTo(1);
    }

    @Test
    void theSchemaIsComparedWithThatOfTheJar() {
        database.query("INSERT INTO flyway_schema_history SELECT installed_rank + 1000, '4711', 'future', type,"
                + " 'V4711__future.sql', checksum, installed_by, installed_on, execution_time, success"
                + " FROM flyway_schema_history WHERE version = '101'");
        assertThat(run("database").about("schema")).startsWith("warning ").contains("V4711");

        database.query("UPDATE schema_floor SET version = 4711");
        assertThat(run("database").text()).startsWith("failed ").contains("changed by a newer Godwit");

        database.query("UPDATE schema_floor SET version = 0");
        database.query("UPDATE flyway_schema_history SET version = '60' WHERE version = '4711'");
        assertThat(run("database").text()).startsWith("failed ").contains("made by an older build");
    }

    @Test
    void anEmptyDatabaseIsFineForAUserWhoMayMakeTables() {
        var name = database.name() + "_empty";
        var role = database.name() + "_poor";
        database.administer("CREATE DATABASE " + name + " OWNER godwit TEMPLATE template0");
        database.administer("CREATE ROLE " + role + " LOGIN PASSWORD 'poor'");
        environment.put("GODWIT_DATABASE_URL", database.url() + "_empty");
        var ofOwner = run("database");
        environment.put(
                "GODWIT_DATABASE_URL", "postgresql://" + role + ":poor@127.0.0.1:" + database.port() + "/" + name);
        var ofAnother = run("database");

        assertThat(ofOwner.about("schema")).startsWith("ok ").contains("It is empty; a start brings it to V");
        assertThat(ofAnother.about("schema")).startsWith("failed ").contains("GRANT CREATE, USAGE");
    }

    @Test
    void aDatabaseThatTakesNoWritesIsNamed() {
        database.administer("ALTER DATABASE " + database.name() + " SET default_transaction_read_only = on");

        assertThat(run("database").about("127.0.0.1:")).startsWith("failed ").contains("takes no writes");
    }

    /** A function of the database in place of PostgreSQL's own, because its clock is that of this machine. */
    @Test
    void theClockOfItsServerIsComparedWithOurs() {
        database.query("CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql"
                + " AS $$ SELECT pg_catalog.clock_timestamp() + interval '10 minutes' $$");
        database.administer("ALTER DATABASE " + database.name() + " SET search_path = public, pg_catalog");

        assertThat(run("database").about("clock"))
                .startsWith("failed ")
                .contains("s ahead of that of this machine")
                .contains("chrony");
    }

    @Test
    void aRunningNodeHasItsOwnPortsAndKeys() {
        environment.put("GODWIT_DATA_DIR", server.dataDir().toString());
        environment.put("GODWIT_DATABASE_URL", server.database().url());
        environment.put("GODWIT_HTTP_HOST", "127.0.0.1");
        environment.put("GODWIT_HTTP_PORT", server.baseUrl().replaceAll(".*:", ""));

        var found = run("running", "ports", "database");

        assertThat(found.about("running")).startsWith("ok ").contains("is ready");
        assertThat(found.about("http.port")).startsWith("ok ").contains("It is open");
        assertThat(found.about("keys")).startsWith("ok ");
        environment.put("GODWIT_SECRETS_SIGNING_KEY", "33".repeat(32));
        assertThat(run("database").about("keys")).startsWith("failed ").contains("written with other keys");
    }

    @Test
    void theEmbeddedDatabaseIsLookedAtWhileItRuns() {
        environment.keySet().removeIf(name -> name.contains("DATABASE") || name.contains("SECRETS"));
        environment.put("GODWIT_HTTP_PORT", String.valueOf(FreePorts.free()));
        assertThat(run("database", "running").text())
                .contains("the first start makes it")
                .contains("No Godwit runs here");

        try (var held = HeldDirectory.hold(folder)) {
            var found = run("database", "running", "ports");

            assertThat(held).isNotNull();
            assertThat(found.about("127.0.0.1:")).startsWith("ok ").contains("PostgreSQL 18");
            assertThat(found.about("schema")).startsWith("ok ").contains("It is empty");
            assertThat(found.about("running"))
                    .startsWith("warning ")
                    .contains("process " + ProcessHandle.current().pid() + ", holds the data directory");
            assertThat(found.about("http.port")).startsWith("warning ").contains("Nothing listens there");
        }
        assertThat(run("database").text()).contains("its rows are in");
    }

    @Test
    void aPlatformWithoutTheEmbeddedDatabaseIsNamed() {
        environment.keySet().removeIf(name -> name.contains("DATABASE") || name.contains("SECRETS"));
        var processor = System.setProperty("os.arch", "pdp11");
        try {
            assertThat(run("database").text())
                    .startsWith("failed ")
                    .contains("No PostgreSQL is bundled for")
                    .contains("GODWIT_DATABASE_URL");
        } finally {
            System.setProperty("os.arch", processor);
        }
    }
}
