package io.godwit.db;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL of our own for those who name none. Its rows outlive us; it is stopped when we stop, and one that a killed
 * server left running is stopped before ours starts, because it may run with another jar's settings.
 */
final class EmbeddedPostgres implements AutoCloseable {

    /** Names the cluster's directory: another major version cannot read its files. */
    static final int MAJOR_VERSION = 18;

    /** A crash leaves WAL to replay, at most a few GB. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);

    private final DirectoryLock lock;
    private final PostgresCluster cluster;
    private final PostgresKeeper keeper;
    private final int port;

    private EmbeddedPostgres(DirectoryLock lock, PostgresCluster cluster, PostgresKeeper keeper, int port) {
        this.lock = lock;
        this.cluster = cluster;
        this.keeper = keeper;
        this.port = port;
    }

    /** Blocks until the server accepts connections. Fails with a sentence when the directory is in use or cannot be used. */
    static EmbeddedPostgres start(Path dataDir) throws IOException {
        return start(dataDir, dataDir);
    }

    /** @param cache where the programs are unpacked, so that several data directories can share them */
    static EmbeddedPostgres start(Path dataDir, Path cache) throws IOException {
        var directory = dataDir.toAbsolutePath().normalize();
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        var lock = DirectoryLock.take(directory);
        try {
            return start(directory, cache.toAbsolutePath().normalize(), lock);
        } catch (IOException | RuntimeException failed) {
            lock.close();
            throw failed;
        }
    }

    private static EmbeddedPostgres start(Path directory, Path cache, DirectoryLock lock) throws IOException {
        var account = Account.choose();
        var binaries = PostgresBinaries.in(cache);
        var cluster = PostgresCluster.in(directory, binaries, account);
        var orphan = Postmaster.orphanOf(cluster.directory());
        if (orphan.isPresent()) {
            LOG.atWarn()
                    .addKeyValue("pid", orphan.get().pid())
                    .log("Stopping a PostgreSQL that a killed server left running");
            orphan.get().stop();
        }
        var port = freePort();
        var keeper = PostgresKeeper.start(new PostgresCommand(binaries, account, cluster.directory(), port));
        var postgres = new EmbeddedPostgres(lock, cluster, keeper, port);
        postgres.ensureDatabase();
        return postgres;
    }

    private void ensureDatabase() throws IOException {
        var administration = DatabaseUrl.parse(url()).at("postgres");
        Arrival.await(administration, PATIENCE);
        try (var connection = DriverManager.getConnection(administration.jdbc(), administration.properties());
                var statement = connection.createStatement();
                var found = statement.executeQuery("SELECT FROM pg_database WHERE datname = 'godwit'")) {
            if (!found.next()) {
                statement.execute("CREATE DATABASE godwit");
            }
        } catch (SQLException failed) {
            throw new IOException("PostgreSQL could not make our database", failed);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Stays the same as long as this server lives, through every restart of PostgreSQL. */
    String url() throws IOException {
        return "postgresql://" + PostgresCluster.USER + ":" + cluster.password() + "@127.0.0.1:" + port + "/godwit";
    }

    /** Of the process that runs now. */
    long pid() {
        return keeper.pid();
    }

    /** Blocks until PostgreSQL has ended, at most some seconds. */
    @Override
    public void close() throws IOException {
        try {
            keeper.stop();
        } finally {
            lock.close();
        }
    }
}
