package io.godwit.kit;

import io.godwit.kit.net.FreePorts;
import io.godwit.kit.smtp.MailFolder;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The fat jar as a newcomer runs it, a process of its own on a fresh data directory and a free port, which can be killed and
 * started again where it was. What it prints is kept in {@code output.txt} beside its data.
 */
public final class JarServer implements AutoCloseable {

    /** Not the 20 s promised for an empty machine: test machines are shared, and a start that fails ends its process. */
    private static final Duration READY = Duration.ofMinutes(5);

    /** A stop takes at most 30 s. */
    private static final Duration STOPPED = Duration.ofSeconds(40);

    /** The settings {@code ALTER SYSTEM} has written; empty as long as nobody has. */
    private static final String CONFIGURATION = "postgresql.auto.conf";

    private final Path jar;
    private final List<String> launcher;
    private final Path directory;
    private final Map<String, String> environment;
    private final ApiClient api;
    private Process process;
    private Duration timeToReady = Duration.ZERO;

    private JarServer(Path jar, List<String> launcher, Path directory, Map<String, String> environment)
            throws IOException {
        this.jar = jar;
        this.launcher = launcher;
        this.directory = directory;
        this.environment = environment;
        this.api = new ApiClient(
                "http://" + environment.get("GODWIT_HTTP_HOST") + ":" + environment.get("GODWIT_HTTP_PORT"));
        this.process = launch();
    }

    /**
     * Returns when {@code /health/ready} answers 200.
     *
     * @param settings environment variables beyond the data directory and the address, such as {@code GODWIT_DEMO_PROJECTS}
     */
    public static JarServer start(Map<String, String> settings) {
        return start(List.of(), settings);
    }

    /** The same where an earlier start has unpacked PostgreSQL's programs: for all but those who look at a first start. */
    public static JarServer startUnpacked(Map<String, String> settings) {
        try {
            var directory = Files.createTempDirectory("godwit-jar-");
            GodwitJar.unpackPostgres(directory.resolve("data"));
            return start(directory, settings);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The same by another program, such as one that goes into a network namespace first; it is followed by the command. */
    public static JarServer start(List<String> launcher, Map<String, String> settings) {
        try {
            return start(GodwitJar.path(), launcher, Files.createTempDirectory("godwit-jar-"), settings);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The same in a directory of the caller's, for those whom the disk matters; it is made and deleted like the other. */
    public static JarServer start(Path directory, Map<String, String> settings) {
        return start(GodwitJar.path(), directory, settings);
    }

    /** The same of another jar, such as that of an older version. */
    public static JarServer start(Path jar, Path directory, Map<String, String> settings) {
        return start(jar, List.of(), directory, settings);
    }

    private static JarServer start(Path jar, List<String> launcher, Path directory, Map<String, String> settings) {
        try {
            Files.createDirectories(directory);
            var environment = new LinkedHashMap<String, String>();
            environment.put("GODWIT_DATA_DIR", directory.resolve("data").toString());
            environment.put("GODWIT_HTTP_HOST", "127.0.0.1");
            environment.put("GODWIT_HTTP_PORT", Integer.toString(FreePorts.free()));
            environment.putAll(settings);
            var server = new JarServer(jar, launcher, directory, environment);
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            server.awaitReady();
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Stays the same through restarts. */
    public int port() {
        return Integer.parseInt(environment.get("GODWIT_HTTP_PORT"));
    }

    /** The client for its API. It stays valid through restarts. */
    public ApiClient api() {
        return api;
    }

    /** {@code demo.json}: keys, project, domain. */
    public JsonObject demo() {
        return new JsonObject(read(dataDirectory().resolve("demo.json")));
    }

    public Path dataDirectory() {
        return directory.resolve("data");
    }

    /** From launch to the first 200 of {@code /health/ready}, at the last start. */
    public Duration timeToReady() {
        return timeToReady;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** All it has printed, over all starts. */
    public String output() {
        return read(directory.resolve("output.txt"));
    }

    /** Of the embedded PostgreSQL's first process, from its pid file. */
    public long postgresPid() {
        return pidFileLine(0).map(Long::parseLong).orElseThrow();
    }

    /** A session in the embedded PostgreSQL, to look at the rows; an {@link SQLException} while there is none. */
    public Connection connect() throws SQLException {
        return connect("godwit");
    }

    /** Makes the embedded PostgreSQL write all changed pages to disk, which the server's own role may not ask for. */
    public void checkpoint() throws SQLException {
        try (var connection = connect("postgres");
                var statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
        }
    }

    private Connection connect(String role) throws SQLException {
        var password = read(cluster().resolve(role + "-password")).strip();
        var port = pidFileLine(3).orElseThrow(() -> new SQLException("PostgreSQL does not run."));
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/godwit", role, password);
    }

    /** SIGKILL to the JVM alone: its PostgreSQL stays, as after a crash. Returns when it is gone. */
    public void kill9() {
        process.destroyForcibly().onExit().join();
    }

    /** SIGKILL to the embedded PostgreSQL's first process. Returns when it is gone. */
    public void killPostgres() {
        ProcessHandle.of(postgresPid()).ifPresent(postgres -> {
            postgres.destroyForcibly();
            postgres.onExit().join();
        });
    }

    /** SIGKILL to every process of the embedded PostgreSQL at once, so that none can finish what it was doing. */
    public void killPostgresTree() {
        var postmaster = ProcessHandle.of(postgresPid()).orElseThrow();
        Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList().forEach(ProcessHandle::destroyForcibly);
        postmaster.onExit().join();
    }

    /** Of the embedded PostgreSQL, all but the first. */
    public List<Long> postgresProcesses() {
        return ProcessHandle.of(postgresPid())
                .orElseThrow()
                .descendants()
                .map(ProcessHandle::pid)
                .toList();
    }

    /** From now on the embedded PostgreSQL cannot start: when it is killed it stays away, until {@link #letPostgresStart}. */
    public void keepPostgresFromStarting() {
        write(cluster().resolve(CONFIGURATION), "godwit_test_nonsense = on\n");
    }

    /** The server tries again and again, so PostgreSQL is back within seconds. */
    public void letPostgresStart() {
        write(cluster().resolve(CONFIGURATION), "");
    }

    /** SIGTERM; returns at once. */
    public void sigterm() {
        process.destroy();
    }

    /** Waits for the end and answers the exit status; fails after 40 s. */
    public int awaitExit() {
        return awaitEnd(STOPPED);
    }

    /** The same for a process that does more at its end than stop. */
    int awaitEnd(Duration timeout) {
        try {
            if (process.waitFor(timeout.toSeconds(), TimeUnit.SECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        throw new AssertionError("The server does not stop; it printed\n" + output());
    }

    /** As an operator stops it. */
    public int stop() {
        sigterm();
        return awaitExit();
    }

    /** Launches it again on the same data and port, and waits until it is ready. The last one must have ended. */
    public void restart() {
        try {
            process = launch();
            awaitReady();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Leaves nothing behind: no process, no file. Fails when a mail it caught broke a rule of the wire. */
    @Override
    public void close() {
        kill9();
        if (Files.exists(cluster().resolve("postmaster.pid"))) {
            killPostgres();
        }
        MailFolder.judgeAndDelete(dataDirectory(), directory);
    }

    /** The same with other settings from now on, on top of those there are. */
    public void restart(Map<String, String> settings) {
        environment.putAll(settings);
        restart();
    }

    private Process launch() throws IOException {
        return GodwitJar.launch(
                jar,
                directory,
                launcher,
                environment,
                directory.resolve("output.txt").toFile());
    }

    private void awaitReady() {
        var started = System.nanoTime();
        while (!api.isReady()) {
            timeToReady = Duration.ofNanos(System.nanoTime() - started);
            if (!process.isAlive() || timeToReady.compareTo(READY) > 0) {
                throw new AssertionError("The server did not become ready; it printed\n" + output());
            }
            ApiClient.rest();
        }
        timeToReady = Duration.ofNanos(System.nanoTime() - started);
    }

    private Path cluster() {
        return dataDirectory().resolve("postgres-18");
    }

    /** Empty while PostgreSQL is away or has not written that much yet. */
    private Optional<String> pidFileLine(int line) {
        try {
            var lines = Files.readString(cluster().resolve("postmaster.pid")).lines();
            return lines.skip(line).findFirst().map(String::strip);
        } catch (NoSuchFileException away) {
            return Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
