package io.godwit.db;

import io.godwit.core.StartupException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The directory of PostgreSQL's rows, with the passwords of its two roles: the administrator, who creates the database, and the
 * role the server works as, which owns that database and has no other rights. The directory is made beside its place and renamed
 * into it as the last step, so a first start that was killed begins again.
 */
final class PostgresCluster {

    /** Name of the user and of the database. */
    private static final String USER = "godwit";

    private static final String PASSWORD_FILE = "godwit-password";

    /** The superuser of a cluster. */
    private static final String ADMINISTRATOR = "postgres";

    /** Missing in a cluster of an early build, whose only role is the superuser {@code godwit}. */
    private static final String ADMINISTRATOR_FILE = "postgres-password";

    /** The administrator's own database. */
    private static final String ADMINISTRATION = "postgres";

    private static final int PASSWORD_BYTES = 24;

    private static final Pattern VERSION = Pattern.compile("postgres-(\\d{1,4})");

    /** The line of a pid file with the port. */
    private static final int PORT_LINE = 4;

    private final Path directory;

    private PostgresCluster(Path directory) {
        this.directory = directory;
    }

    /** Opens the cluster of {@code dataDir}, created now if there is none. The caller holds the directory's lock. */
    static PostgresCluster in(Path dataDir, PostgresBinaries binaries, PostgresOsUser osUser) throws IOException {
        var directory = directory(dataDir);
        if (!Files.isDirectory(directory)) {
            make(directory, binaries, osUser);
        }
        osUser.own(directory);
        return new PostgresCluster(directory);
    }

    /**
     * Fails with a sentence when {@code dataDir} holds a cluster of another major version, which the programs of this jar cannot
     * read, so that no start leaves its rows behind and begins with none.
     */
    static void refuseOtherVersions(Path dataDir) throws IOException {
        try (var others = Files.newDirectoryStream(dataDir, PostgresCluster::isOfOtherVersion)) {
            for (var other : others) {
                throw new StartupException("The data directory " + dataDir + " holds a database of another PostgreSQL ("
                        + other.getFileName() + "), and this jar runs PostgreSQL " + EmbeddedPostgres.MAJOR_VERSION
                        + "; nothing has been changed: with the jar that ran on it last make a backup (java -jar OLD.jar"
                        + " backup FILE), then restore that with this jar into an empty data directory (GODWIT_DATA_DIR=EMPTY"
                        + " java -jar godwit.jar restore FILE). If that has been done already, move "
                        + other.getFileName() + " out of the data directory");
            }
        }
    }

    private static boolean isOfOtherVersion(Path path) {
        var version = VERSION.matcher(String.valueOf(path.getFileName()));
        return version.matches()
                && Integer.parseInt(version.group(1)) != EmbeddedPostgres.MAJOR_VERSION
                && Files.isDirectory(path);
    }

    Path directory() {
        return directory;
    }

    /** The directory of the cluster below {@code dataDir}, whether or not there is one yet. */
    static Path directory(Path dataDir) {
        return dataDir.resolve("postgres-" + EmbeddedPostgres.MAJOR_VERSION);
    }

    /**
     * Our database in the server that runs on the cluster of {@code dataDir}, at the port that its pid file names; empty when
     * there is no such file.
     */
    static Optional<DatabaseUrl> running(Path dataDir) throws IOException {
        var cluster = new PostgresCluster(directory(dataDir));
        var file = cluster.directory.resolve("postmaster.pid");
        var lines = Files.exists(file) ? Files.readAllLines(file) : List.<String>of();
        return lines.size() < PORT_LINE
                ? Optional.empty()
                : Optional.of(
                        cluster.url(Integer.parseInt(lines.get(PORT_LINE - 1).strip())));
    }

    /** Our database in the server that listens on {@code port}. */
    DatabaseUrl url(int port) throws IOException {
        return url(USER, PASSWORD_FILE, port, USER);
    }

    /** The superuser's access to the server that listens on {@code port}. */
    DatabaseUrl administration(int port) throws IOException {
        return Files.exists(directory.resolve(ADMINISTRATOR_FILE))
                ? url(ADMINISTRATOR, ADMINISTRATOR_FILE, port, ADMINISTRATION)
                : url(port).at(ADMINISTRATION);
    }

    private DatabaseUrl url(String role, String passwordFile, int port, String database) throws IOException {
        var password = Files.readString(directory.resolve(passwordFile)).strip();
        return DatabaseUrl.parse(
                "postgresql://" + role + ":" + password + "@127.0.0.1:" + port + "/" + database + "?sslmode=disable");
    }

    private static void make(Path directory, PostgresBinaries binaries, PostgresOsUser osUser) throws IOException {
        var half = directory.resolveSibling(directory.getFileName() + "-half");
        var password = directory.resolveSibling(ADMINISTRATOR_FILE);
        Directories.delete(half);
        Files.createDirectory(half, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        writePassword(password);
        osUser.own(half);
        osUser.own(password);
        OsProcess.run(initdb(half, password, binaries, osUser), "PostgreSQL could not make its directory " + directory);
        configure(half.resolve("postgresql.conf"));
        Files.move(password, half.resolve(ADMINISTRATOR_FILE), StandardCopyOption.REPLACE_EXISTING);
        writePassword(half.resolve(PASSWORD_FILE));
        Directories.sync(half);
        Files.move(half, directory, StandardCopyOption.ATOMIC_MOVE);
        Directories.sync(directory.resolveSibling(""));
    }

    private static void writePassword(Path file) throws IOException {
        var bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, HexFormat.of().formatHex(bytes) + "\n", StandardOpenOption.SYNC);
    }

    /**
     * The command that creates a cluster. Byte order for every comparison, as addresses and keys need it, and Unicode rules for
     * upper and lower case. The password is 192 random bits, which no number of rounds makes harder to guess: 4096 would cost 15
     * ms of a core for each connection.
     */
    private static List<String> initdb(Path half, Path password, PostgresBinaries binaries, PostgresOsUser osUser) {
        return osUser.command(
                binaries.program("initdb").toString(),
                "--pgdata=" + half,
                "--username=" + ADMINISTRATOR,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--set=scram_iterations=1",
                "--encoding=UTF8",
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8");
    }

    /** Appends the settings an operator may change later; settings our promises rest on are given at every start instead. */
    private static void configure(Path file) throws IOException {
        try (var defaults = PostgresCluster.class.getResourceAsStream("postgresql.conf")) {
            if (defaults == null) {
                throw new IOException("The jar lacks its postgresql.conf");
            }
            var text = new String(defaults.readAllBytes(), StandardCharsets.UTF_8);
            Files.writeString(file, text, StandardOpenOption.APPEND, StandardOpenOption.SYNC);
        }
    }
}
