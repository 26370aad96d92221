package io.godwit.db;

import static org.awaitility.Awaitility.await;

import io.godwit.kit.DatabaseRows;
import io.godwit.kit.net.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * A PostgreSQL of the test's own with a standby that every commit waits for (streaming replication, {@code
 * synchronous_standby_names}). Nothing starts it again when it is killed, and nothing but the test lets the standby take over.
 */
public final class ReplicatedPostgres implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Three nodes under load open up to 37 each, which is more than PostgreSQL's default of 100. */
    private static final int CONNECTIONS = 200;

    /** Directories that a copy begins without: the log of the copy comes by replication. */
    private static final Set<String> NOT_COPIED = Set.of("pg_wal", "log", "pg_replslot", "pg_stat_tmp", "pg_subtrans");

    private final List<Server> all = new ArrayList<>();
    private volatile Server primary;
    private volatile Server standby;

    /** One server with its directory; the process is another after each start. */
    private static final class Server {

        private final Path data;
        private final PostgresCluster cluster;
        private final PostgresCommand command;
        private Process process;

        Server(Path data) throws IOException {
            this.data = data;
            var binaries = PostgresBinaries.in(TestPostgres.cache());
            var user = PostgresOsUser.choose();
            this.cluster = PostgresCluster.in(data, binaries, user);
            this.command = new PostgresCommand(binaries, user, cluster.directory(), FreePorts.free());
            this.process = command.start();
        }

        int port() {
            return command.port();
        }

        DatabaseUrl administration() throws IOException {
            return cluster.administration(port());
        }

        boolean answers() {
            try (var connection = DriverManager.getConnection(
                    administration().jdbc(), administration().properties())) {
                return connection.isValid(1);
            } catch (IOException | SQLException notYet) {
                return false;
            }
        }

        void execute(String sql) {
            try {
                TestPostgres.execute(administration(), sql);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        String value(String sql) {
            try {
                return TestPostgres.query(administration(), sql).get(0);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        /** Every process of the server at once, so that none can finish what it was doing. */
        void kill() {
            Stream.concat(Stream.of(process.toHandle()), process.descendants())
                    .toList()
                    .forEach(ProcessHandle::destroyForcibly);
            process.onExit().join();
        }
    }

    private ReplicatedPostgres() throws IOException {
        var data = TestPostgres.newDirectory();
        EmbeddedPostgres.start(data, TestPostgres.cache(), PostgresOsUser.choose())
                .close();
        Files.writeString(
                PostgresCluster.directory(data).resolve("postgresql.auto.conf"),
                "max_connections = " + CONNECTIONS + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        primary = started(new Server(data));
        primary.execute("ALTER SYSTEM SET wal_keep_size = '1GB'");
        primary.execute("SELECT pg_reload_conf()");
        standby = follow(primary);
    }

    /** Takes some seconds; both servers run when it returns. */
    public static ReplicatedPostgres start() {
        try {
            return new ReplicatedPostgres();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The port of the server that takes writes; another one after {@link #failOver}. */
    public int port() {
        return primary.port();
    }

    /** For a node that reaches the server at this port, such as that of a proxy. */
    public String url(int port) {
        try {
            var options = primary.cluster.url(port).options();
            return "postgresql://" + options.getUser() + ":" + options.getPassword() + "@127.0.0.1:" + port + "/"
                    + options.getDatabase();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The rows of the product's database in the server that takes writes. */
    public DatabaseRows rows() {
        return DatabaseRows.of(this::connect);
    }

    /** A session in the product's database of the server that takes writes; fails while there is none. */
    public Connection connect() throws SQLException {
        try {
            var url = primary.cluster.url(primary.port());
            return DriverManager.getConnection(url.jdbc(), url.properties());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** SIGKILL to every process of the server that takes writes. It stays away until {@link #restart} or {@link #failOver}. */
    public void kill() {
        primary.kill();
    }

    /** Starts the killed server where it was; returns when it has recovered and answers. */
    public void restart() {
        try {
            Files.deleteIfExists(primary.cluster.directory().resolve("postmaster.pid"));
            await().atMost(TIMEOUT).until(() -> {
                primary.process = primary.command.start();
                return answersOrEnds(primary);
            });
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The processes of a killed server may hold its memory for an instant: a start beside them ends at once. */
    private static boolean answersOrEnds(Server server) {
        await().atMost(TIMEOUT).until(() -> server.answers() || !server.process.isAlive());
        return server.process.isAlive();
    }

    /**
     * Kills the server that takes writes, lets its standby take over, and gives that a standby of its own. Returns when all of it
     * is done; {@link #port} answers the new one's.
     *
     * @param redirect is told the new port as soon as it takes writes
     */
    public void failOver(IntConsumer redirect) {
        try {
            primary.kill();
            var next = standby;
            next.execute("SELECT pg_promote()");
            next.execute("ALTER SYSTEM RESET synchronous_standby_names");
            next.execute("SELECT pg_reload_conf()");
            var old = primary;
            primary = next;
            redirect.accept(next.port());
            Directories.delete(old.data);
            all.remove(old);
            standby = follow(next);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Server started(Server server) {
        all.add(server);
        await().atMost(TIMEOUT).until(server::answers);
        return server;
    }

    /** Copies the server while it runs (PostgreSQL's low-level base backup) and lets the copy follow it. */
    private Server follow(Server leader) throws IOException {
        var data = TestPostgres.newDirectory();
        var copy = PostgresCluster.directory(data);
        var administration = leader.administration();
        try (var connection = DriverManager.getConnection(administration.jdbc(), administration.properties());
                var statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('standby', true)");
            copy(leader.cluster.directory(), copy);
            try (var label = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                label.next();
                Files.writeString(copy.resolve("backup_label"), label.getString(1));
            }
        } catch (SQLException failed) {
            throw new IOException("The copy of PostgreSQL failed", failed);
        }
        var options = administration.options();
        Files.createFile(copy.resolve("standby.signal"));
        Files.writeString(
                copy.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=" + leader.port() + " user=" + options.getUser() + " password="
                        + options.getPassword() + " application_name=standby'\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        var follower = started(new Server(data));
        await().atMost(TIMEOUT)
                .until(
                        () -> leader.value("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"),
                        "1"::equals);
        leader.execute("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
        leader.execute("SELECT pg_reload_conf()");
        return follower;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Files.createDirectory(
                        to.resolve(from.relativize(directory).toString()),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                var skipped = from.equals(directory.getParent())
                        && NOT_COPIED.contains(directory.getFileName().toString());
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                var name = file.getFileName().toString();
                if (!name.startsWith("postmaster.")) {
                    copyFile(file, to.resolve(from.relativize(file).toString()));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** A file may be removed while the server runs; the log that the copy replays knows it. */
    private static void copyFile(Path from, Path to) throws IOException {
        try {
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
        } catch (NoSuchFileException removed) {
            Files.deleteIfExists(to);
        }
    }

    @Override
    public void close() {
        for (var server : all) {
            server.kill();
            try {
                Directories.delete(server.data);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
