package io.godwit.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The fat jar as a process of its own, seen from outside: HTTP, its database over JDBC, its memory. */
final class Godwit implements AutoCloseable {

    private static final Path JAR = Path.of(System.getProperty("godwit.jar", "target/godwit.jar"));
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final Path directory;
    private final Process process;
    private final int port;
    private final Duration timeToReady;

    private Godwit(Path directory, Process process, int port, Instant started) throws Exception {
        this.directory = directory;
        this.process = process;
        this.port = port;
        this.timeToReady = awaitReady(started);
    }

    /**
     * Starts it and waits until it is ready. The rate limit counts but never refuses.
     *
     * @param settings environment names without {@code GODWIT_}
     */
    static Godwit start(Path directory, Map<String, String> settings) throws Exception {
        Files.createDirectories(directory);
        var port = freePort();
        var words = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        words.addAll(Child.FLAGS);
        words.addAll(List.of("-jar", JAR.toAbsolutePath().toString()));
        var builder = new ProcessBuilder(words).directory(directory.toFile());
        var environment = builder.environment();
        environment.put("GODWIT_DATA_DIR", directory.resolve("data").toString());
        environment.put("GODWIT_HTTP_HOST", "127.0.0.1");
        environment.put("GODWIT_HTTP_PORT", Integer.toString(port));
        environment.put("GODWIT_RATELIMIT_PERMINUTE", "2000000000");
        environment.put("GODWIT_DEMO_PROJECTS", "4");
        settings.forEach((name, value) -> environment.put("GODWIT_" + name, value));
        builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("output.txt").toFile()));
        var started = Instant.now();
        var process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return new Godwit(directory, process, port, started);
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private Duration awaitReady(Instant started) throws Exception {
        while (Duration.between(started, Instant.now()).compareTo(PATIENCE) < 0) {
            if (!process.isAlive()) {
                throw new IllegalStateException("The server ended; see " + directory.resolve("output.txt"));
            }
            if (isReady()) {
                return Duration.between(started, Instant.now());
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        throw new IllegalStateException("The server was not ready in " + PATIENCE);
    }

    private boolean isReady() throws InterruptedException {
        try {
            var request = HttpRequest.newBuilder(uri("/health/ready")).timeout(Duration.ofSeconds(1));
            return http.send(request.build(), HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException notListening) {
            return false;
        }
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    Duration timeToReady() {
        return timeToReady;
    }

    /** The demo projects: {@code projectId}, {@code secretKey}, {@code domain} and so on. */
    List<JsonNode> projects() throws IOException {
        var demo = json.readTree(directory.resolve("data/demo.json").toFile());
        var projects = new ArrayList<JsonNode>();
        demo.withArray("projects").forEach(projects::add);
        return projects;
    }

    /** Answers the body; fails unless the answer is a 2xx. */
    JsonNode post(String path, String key, Object body) throws Exception {
        var answer = http.send(
                request(path, key)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        return checked(answer);
    }

    JsonNode get(String path, String key) throws Exception {
        return checked(http.send(request(path, key).build(), HttpResponse.BodyHandlers.ofString()));
    }

    /** Sends a body of this many bytes and answers the status; 0 when the connection was cut. */
    int postBytes(String path, String key, byte[] body) throws InterruptedException {
        try {
            return http.send(
                            request(path, key)
                                    .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException cut) {
            return 0;
        }
    }

    private HttpRequest.Builder request(String path, String key) {
        return HttpRequest.newBuilder(uri(path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json");
    }

    private JsonNode checked(HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() / 100 != 2) {
            throw new AssertionError(answer.request().uri() + " answered " + answer.statusCode() + " " + answer.body());
        }
        return json.readTree(answer.body());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** The embedded PostgreSQL tells its port in the fourth line of its pid file. */
    Connection database() throws IOException, SQLException {
        var cluster = directory.resolve("data/postgres-18");
        var databasePort =
                Files.readAllLines(cluster.resolve("postmaster.pid")).get(3).strip();
        var password = Files.readString(cluster.resolve("godwit-password")).strip();
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + databasePort + "/godwit?reWriteBatchedInserts=true",
                "godwit",
                password);
    }

    long count(String table) throws IOException, SQLException {
        try (var connection = database();
                var rows = connection.createStatement().executeQuery("SELECT count(*) FROM " + table)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** CPU time of the JVM so far, in milliseconds. */
    long cpuMillis() {
        return process.info().totalCpuDuration().orElseThrow().toMillis();
    }

    /** Ends it as an operator would. */
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(35, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    /** SIGKILL to the JVM alone; its PostgreSQL stays, as after a crash. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
