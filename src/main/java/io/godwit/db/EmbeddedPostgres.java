package io.godwit.db;

import io.godwit.core.PrivateFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a PostgreSQL of our own when none is configured. Its rows outlive us; it is stopped when we stop, and one that a killed
 * server left running is stopped before ours starts, because it may run with another jar's settings.
 */
final class EmbeddedPostgres implements AutoCloseable {

    /** Part of the cluster directory's name: another major version cannot read its files. */
    static final int MAJOR_VERSION = 18;

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);

    /**
     * Limit of a start: a crash leaves at most 1 GB of WAL to replay ({@code max_wal_size}), which takes minutes on the slowest
     * disks.
     */
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    /**
     * Attempts to start: a port may be taken between its choice and its use; processes of a killed server may still hold its
     * memory.
     */
    private static final int STARTS = 5;

    /** Limit of an orphan's checkpoint, while our own start waits. */
    private static final Duration ORPHAN = Duration.ofSeconds(5);

    private static final Duration BETWEEN_STARTS = Duration.ofMillis(300);

    private final DirectoryLock lock;
    private final PostgresSupervisor supervisor;
    private final DatabaseUrl url;
    private final DatabaseUrl administration;

    private EmbeddedPostgres(
            DirectoryLock lock, PostgresSupervisor supervisor, DatabaseUrl url, DatabaseUrl administration) {
        this.lock = lock;
        this.supervisor = supervisor;
        this.url = url;
        this.administration = administration;
    }

    /** Blocks until the server accepts connections. Fails with a sentence when the directory is in use or cannot be used. */
    static EmbeddedPostgres start(Path dataDir) throws IOException {
        return start(dataDir, dataDir, PostgresOsUser.choose());
    }

    /** @param cache directory the programs are unpacked in, so that several data directories can share them */
    static EmbeddedPostgres start(Path dataDir, Path cache, PostgresOsUser osUser) throws IOException {
        var directory = dataDir.toAbsolutePath().normalize();
        PrivateFiles.createDirectories(directory);
        var lock = DirectoryLock.acquire(directory);
        try {
            PostgresCluster.refuseOtherVersions(directory);
            osUser.pass(directory);
            var binaries = PostgresBinaries.in(cache.toAbsolutePath().normalize());
            var cluster = PostgresCluster.in(directory, binaries, osUser);
            stopOrphan(cluster.directory());
            if (cache.equals(dataDir)) {
                binaries.removeOthers();
            }
            return start(lock, cluster, binaries, osUser);
        } catch (IOException | RuntimeException failed) {
            lock.close();
            throw failed;
        }
    }

    private static void stopOrphan(Path cluster) throws IOException {
        var orphan = PostgresProcess.orphanOf(cluster);
        if (orphan.isPresent()) {
            LOG.atWarn()
                    .addKeyValue("pid", orphan.get().pid())
                    .log("Stopping the PostgreSQL that a killed server left running");
            orphan.get().stop(ORPHAN);
        }
    }

    private static EmbeddedPostgres start(
            DirectoryLock lock, PostgresCluster cluster, PostgresBinaries binaries, PostgresOsUser osUser)
            throws IOException {
        for (var start = 1; ; start++) {
            var port = freePort();
            var command = new PostgresCommand(binaries, osUser, cluster.directory(), port);
            var supervisor = PostgresSupervisor.start(command);
            try {
                return claimed(new EmbeddedPostgres(lock, supervisor, cluster.url(port), cluster.administration(port)));
            } catch (IOException | RuntimeException failed) {
                if (supervisor.isAlive() || start == STARTS) {
                    supervisor.stop();
                    throw new IOException("PostgreSQL did not start: " + command.lastOutput(), failed);
                }
            }
            pause();
        }
    }

    private static EmbeddedPostgres claimed(EmbeddedPostgres postgres) throws IOException {
        StartupConnection.await(postgres.administration, TIMEOUT, postgres.supervisor::isAlive);
        postgres.makeDatabase();
        postgres.supervisor.watchOver();
        return postgres;
    }

    /** Creates the role and the database it owns, each if it is missing: a start may have been killed between the two. */
    private void makeDatabase() throws IOException {
        var options = url.options();
        var name = options.getDatabase();
        var role = options.getUser();
        try (var connection = DriverManager.getConnection(administration.jdbc(), administration.properties());
                var statement = connection.createStatement()) {
            if (isMissing(statement, "pg_roles WHERE rolname = '" + role + "'")) {
                statement.execute("CREATE ROLE " + role + " LOGIN PASSWORD '" + options.getPassword() + "'");
            }
            if (isMissing(statement, "pg_database WHERE datname = '" + name + "'")) {
                statement.execute("CREATE DATABASE " + name + " OWNER " + role);
            }
        } catch (SQLException failed) {
            throw new IOException("PostgreSQL could not make the database " + name, failed);
        }
    }

    private static boolean isMissing(Statement statement, String source) throws SQLException {
        try (var found = statement.executeQuery("SELECT FROM " + source)) {
            return !found.next();
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(BETWEEN_STARTS.toMillis());
        } catch (InterruptedException interrupted) {
            throw new IOException("The start of PostgreSQL was cut short", interrupted);
        }
    }

    /** The URL, which stays the same as long as this object lives, through every restart of PostgreSQL. */
    DatabaseUrl url() {
        return url;
    }

    /** The superuser's access to the database {@code postgres}. */
    DatabaseUrl administration() {
        return administration;
    }

    /** Process id of the server that runs now. */
    long pid() {
        return supervisor.pid();
    }

    /** Blocks until PostgreSQL has ended, at most some seconds. */
    @Override
    public void close() throws IOException {
        try {
            supervisor.stop();
        } finally {
            lock.close();
        }
    }
}
