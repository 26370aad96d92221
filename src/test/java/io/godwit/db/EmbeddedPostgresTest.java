package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.core.StartupException;
import io.godwit.kit.GodwitJar;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class EmbeddedPostgresTest {

    private static final Duration HEALED = Duration.ofSeconds(60);

    private final Vertx vertx = Vertx.vertx();

    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = TestPostgres.newDirectory();
    }

    @AfterEach
    void close() throws IOException {
        vertx.close().await();
        Directories.delete(directory);
    }

    @Test
    void itsRowsAreSafeAndItsSocketIsClosedToOthers() throws IOException {
        try (var postgres = start()) {
            assertThat(answer(postgres, "SHOW fsync")).isEqualTo("on");
            assertThat(answer(postgres, "SHOW synchronous_commit")).isEqualTo("on");
            assertThat(answer(postgres, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(administrator(postgres, "SHOW unix_socket_directories")).isEqualTo("");
            assertThat(answer(postgres, "SHOW server_encoding")).isEqualTo("UTF8");
            assertThat(answer(postgres, "SELECT lower('ÄDA')")).isEqualTo("äda");
            assertThat(administrator(postgres, "SELECT rolpassword FROM pg_authid WHERE rolname = 'godwit'"))
                    .startsWith("SCRAM-SHA-256$1:");
            assertThatThrownBy(() -> StartupConnection.await(stranger(postgres), Duration.ZERO, () -> true))
                    .hasMessageContaining("refuses the user");
        }
        assertThat(Files.getPosixFilePermissions(cluster().resolve("godwit-password")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void theServersRoleOwnsItsDatabaseAndMayNothingElse() throws IOException {
        try (var postgres = start()) {
            assertThat(answer(postgres, """
                    SELECT concat_ws(' ', rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls)
                      FROM pg_roles WHERE rolname = current_user
                    """)).isEqualTo("f f f f f");
            assertThatThrownBy(() -> answer(postgres, "COPY (SELECT 1) TO PROGRAM 'true'"))
                    .hasMessageContaining("permission denied");
            assertThat(administrator(postgres, "SELECT rolsuper::text FROM pg_roles WHERE rolname = current_user"))
                    .isEqualTo("true");
        }
        assertThat(Files.getPosixFilePermissions(cluster().resolve("postgres-password")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void aClusterWhoseOnlyRoleIsTheSuperuserStillStarts() throws IOException {
        try (var postgres = start()) {
            administrator(postgres, "ALTER ROLE godwit SUPERUSER");
        }
        Files.delete(cluster().resolve("postgres-password"));

        try (var postgres = start()) {
            assertThat(administrator(postgres, "SELECT current_user::text")).isEqualTo("godwit");
        }
    }

    @Test
    void aRestartKeepsTheRows() {
        var first = open();
        first.requests().query("CREATE TABLE kept AS SELECT 42 AS n").execute().await();

        first.close().await();
        var second = open();

        assertThat(number(second, "SELECT n FROM kept")).isEqualTo(42);
        second.close().await();
    }

    @Test
    void aKilledPostgresIsStartedAgainAndThePoolsFindItWithEveryCommittedRow() throws IOException {
        GodwitJar.unpackPostgres(directory);
        var database = open();
        database.requests()
                .query("CREATE TABLE kept AS SELECT 42 AS n")
                .execute()
                .await();
        var killed = postmasterPid();

        kill(killed);
        ProcessHandle.of(killed).ifPresent(process -> process.onExit().join());

        await().atMost(HEALED).ignoreExceptions().until(() -> number(database, "SELECT n FROM kept") == 42);
        assertThat(postmasterPid()).isNotEqualTo(killed);
        database.close().await();
        assertThat(ProcessHandle.of(killed)).isEmpty();
    }

    @Test
    void aPostgresThatAKilledServerLeftRunningIsReplaced() throws IOException {
        var server = child();
        var orphan = postmasterPid();
        server.destroyForcibly().onExit().join();
        assertThat(ProcessHandle.of(orphan)).isPresent();

        try (var postgres = start()) {
            assertThat(ProcessHandle.of(orphan)).isEmpty();
            assertThat(answer(postgres, "SELECT n::text FROM kept")).isEqualTo("7");
        }
    }

    @Test
    void anOrphanUnderAnotherNameOfItsDirectoryIsReplaced() throws IOException {
        var server = child();
        var orphan = postmasterPid();
        server.destroyForcibly().onExit().join();
        var link = Files.createSymbolicLink(directory.resolveSibling(directory.getFileName() + "-link"), directory);

        try (var postgres = EmbeddedPostgres.start(link, TestPostgres.cache(), PostgresOsUser.choose())) {
            assertThat(ProcessHandle.of(orphan)).isEmpty();
            assertThat(answer(postgres, "SELECT n::text FROM kept")).isEqualTo("7");
        } finally {
            Files.delete(link);
        }
    }

    /** As when one directory is seen under two names: the file of a server that lives is not ours to remove. */
    @Test
    void aPidFileThatNamesALivingPostgresIsNeitherRemovedNorPassedBy() throws IOException {
        start().close();
        var file = cluster().resolve("postmaster.pid");
        var other = TestPostgres.query(TestPostgres.administration("postgres"), "SELECT pg_read_file('postmaster.pid')")
                .get(0)
                .lines()
                .findFirst()
                .orElseThrow();
        Files.writeString(file, other + "\n" + cluster() + "\n");

        assertThatThrownBy(this::start)
                .hasMessageContaining("process id " + other)
                .hasMessageContaining("delete that file");
        assertThat(file).exists();
        Files.delete(file);
    }

    @Test
    void aDirectoryInUseIsRefusedWithTheProcessThatUsesIt() throws IOException {
        var server = child();

        assertThatThrownBy(this::start).hasMessageContaining("in use by process " + server.pid());

        server.destroy();
        server.onExit().join();
        start().close();
    }

    @Test
    void aFirstStartThatWasKilledBeginsAgain() throws IOException {
        Files.createDirectories(directory.resolve("postgres-18-half/base"));
        Files.writeString(directory.resolve("postgres-18-half/PG_VERSION"), "18");
        Files.writeString(directory.resolve("postgres-password"), "half");

        try (var postgres = start()) {
            assertThat(answer(postgres, "SELECT 'well'")).isEqualTo("well");
        }
        assertThat(directory.resolve("postgres-18-half")).doesNotExist();
    }

    @Test
    void aDirectoryWithADatabaseOfAnotherPostgresIsRefusedAndNotStartedEmptyBesideIt() throws IOException {
        Files.createDirectories(directory.resolve("postgres-17/base"));

        assertThatThrownBy(this::start)
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("postgres-17")
                .hasMessageContaining("backup FILE")
                .hasMessageContaining("restore FILE");
        assertThat(cluster()).doesNotExist();
    }

    @Test
    void aDatabaseOfAnotherPostgresBesideOursIsRefusedToo() throws IOException {
        start().close();
        var other = Files.createDirectory(directory.resolve("postgres-19"));

        assertThatThrownBy(this::start).hasMessageContaining("move postgres-19 out of the data directory");

        Files.delete(other);
        start().close();
    }

    @Test
    void aPidFileWhoseNumberNowBelongsToAnotherProgramIsIgnored() throws IOException {
        start().close();
        var other = new ProcessBuilder("sleep", "60").start();
        Files.writeString(cluster().resolve("postmaster.pid"), other.pid() + "\n" + cluster() + "\n");

        try (var postgres = start()) {
            assertThat(answer(postgres, "SELECT 'well'")).isEqualTo("well");
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroy();
        }
    }

    @Test
    void rootWithoutUserNamespacesRunsItAsAnAccountOfTheSystem() throws IOException {
        assumeTrue(PostgresOsUser.isRoot(), "only root can become another account");
        start().close();

        var osUser = PostgresOsUser.ofSystem();
        try (var postgres = EmbeddedPostgres.start(directory, TestPostgres.cache(), osUser)) {
            assertThat(Files.getOwner(Path.of("/proc/" + postgres.pid())).getName())
                    .isEqualTo(osUser.owner());
        }
        start().close();
    }

    @Test
    void aPlatformWithoutABundledPostgresIsToldWhatToDo() {
        var processor = System.setProperty("os.arch", "vax");
        try {
            assertThatThrownBy(this::start).hasMessageContaining("GODWIT_DATABASE_URL");
        } finally {
            System.setProperty("os.arch", processor);
        }
    }

    /** Runs as a server of its own, until it is ended. */
    static final class Server {

        public static void main(String[] arguments) throws IOException {
            try (var postgres =
                    EmbeddedPostgres.start(Path.of(arguments[0]), TestPostgres.cache(), PostgresOsUser.choose())) {
                answer(postgres, "CREATE TABLE kept AS SELECT 7 AS n");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(postgres)));
                System.out.println("ready");
                System.in.read();
            }
        }

        private static void close(EmbeddedPostgres postgres) {
            try {
                postgres.close();
            } catch (IOException failed) {
                throw new java.io.UncheckedIOException(failed);
            }
        }
    }

    private Process child() throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Server.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.inputReader().lines().anyMatch("ready"::equals)).isTrue();
        return process;
    }

    private EmbeddedPostgres start() throws IOException {
        return EmbeddedPostgres.start(directory, TestPostgres.cache(), PostgresOsUser.choose());
    }

    private Database open() {
        return Database.open(vertx, new DatabaseSettings(Optional.empty(), directory, 2, 2))
                .await();
    }

    private Path cluster() {
        return directory.resolve("postgres-18");
    }

    private long postmasterPid() throws IOException {
        return Long.parseLong(
                Files.readAllLines(cluster().resolve("postmaster.pid")).get(0).strip());
    }

    private static void kill(long pid) throws IOException {
        OsProcess.run(List.of("sh", "-c", "kill -KILL " + pid), "kill");
    }

    private static DatabaseUrl stranger(EmbeddedPostgres postgres) {
        return DatabaseUrl.parse("postgresql://godwit:guess@127.0.0.1:"
                + postgres.url().options().getPort() + "/godwit?sslmode=disable");
    }

    private static int number(Database database, String sql) {
        var rows = database.requests().query(sql).execute().await();
        return rows.iterator().next().getInteger(0);
    }

    private static String answer(EmbeddedPostgres postgres, String sql) {
        return answer(postgres.url(), sql);
    }

    private static String administrator(EmbeddedPostgres postgres, String sql) {
        return answer(postgres.administration(), sql);
    }

    private static String answer(DatabaseUrl url, String sql) {
        try (var connection = java.sql.DriverManager.getConnection(url.jdbc(), url.properties());
                var statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            var rows = statement.getResultSet();
            rows.next();
            return rows.getString(1);
        } catch (java.sql.SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
