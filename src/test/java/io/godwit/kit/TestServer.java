package io.godwit.kit;

import io.godwit.Server;
import io.godwit.config.Settings;
import io.godwit.db.TestDatabase;
import io.godwit.kit.api.ApiContract;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.smtp.MailFolder;
import io.godwit.modules.ShutdownHooks;
import io.godwit.web.RouteTable;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A whole node in this JVM, on a fresh database, with two demo projects and the mail catcher. */
public final class TestServer implements AutoCloseable {

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase database = TestDatabase.fresh(vertx);
    private final Path dataDir;
    private final int port;
    private final Map<String, String> environment;
    private Server server;
    private boolean closed;

    private TestServer(Map<String, String> more) throws IOException {
        dataDir = Files.createTempDirectory("godwit-test");
        port = more.containsKey("GODWIT_HTTP_PORT") ? Integer.parseInt(more.get("GODWIT_HTTP_PORT")) : FreePorts.free();
        environment = new HashMap<>(Map.of(
                "GODWIT_DATA_DIR", dataDir.toString(),
                "GODWIT_DATABASE_URL", database.url(),
                "GODWIT_SECRETS_SIGNING_KEY", "11".repeat(32),
                "GODWIT_SECRETS_ENCRYPTION_KEY", "22".repeat(32),
                "GODWIT_HTTP_PORT", String.valueOf(port),
                "GODWIT_MAIL_CATCHER_ENABLED", "true",
                "GODWIT_DEMO_ENABLED", "true",
                "GODWIT_DEMO_PROJECTS", "2",
                "GODWIT_RATE_LIMIT_PER_MINUTE", "0"));
        environment.putAll(Map.of(
                "GODWIT_HTTP_HOST", "127.0.0.1",
                "GODWIT_ACCOUNTS_PASSWORD_MEMORY", "64",
                "GODWIT_ACCOUNTS_LOGIN_PER_ACCOUNT", "0",
                "GODWIT_ACCOUNTS_LOGIN_PER_ADDRESS", "0",
                "GODWIT_ACCOUNTS_LOGIN_SIGNUPS", "0",
                "GODWIT_RATE_LIMIT_PUBLIC", "0",
                "GODWIT_RATE_LIMIT_OPEN", "0",
                "GODWIT_RATE_LIMIT_PER_USER", "0",
                "GODWIT_HTTP_LAME_DUCK", "0s"));
        environment.putAll(more);
        server = launch();
    }

    private Server launch() {
        return Server.start(Settings.read(environment), new ShutdownHooks());
    }

    /** Stops it and starts it again on the same database, data directory and port. */
    public void restart() {
        restart(() -> {});
    }

    /** The same; {@code meanwhile} runs while it is down. */
    public void restart(Runnable meanwhile) {
        server.stop();
        meanwhile.run();
        server = launch();
    }

    public static TestServer start() {
        return start(Map.of());
    }

    public static TestServer start(Map<String, String> more) {
        try {
            return new TestServer(more);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public String secretKey(int project) {
        return demo(project).getString("secretKey");
    }

    public String publicKey(int project) {
        return demo(project).getString("publicKey");
    }

    public String domain(int project) {
        return demo(project).getString("domain");
    }

    public String projectId(int project) {
        return demo(project).getString("projectId");
    }

    private JsonObject demo(int project) {
        return demoFile().getJsonArray("projects").getJsonObject(project);
    }

    /** {@code demo.json} as the last start wrote it. */
    public JsonObject demoFile() {
        try {
            return new JsonObject(Files.readString(dataDir.resolve("demo.json")));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    /** The credentials of the demo user's account. */
    public String password() {
        return demoFile().getString("password");
    }

    public List<RouteTable.Route> routes() {
        return server.routes();
    }

    public TestDatabase database() {
        return database;
    }

    public String baseUrl() {
        return "http://localhost:" + port;
    }

    public Path dataDir() {
        return dataDir;
    }

    public HttpResponse<String> post(String path, String key, Object body) {
        return call("POST", path, key, body instanceof JsonObject json ? json.encode() : String.valueOf(body));
    }

    public HttpResponse<String> get(String path, String key) {
        return call("GET", path, key, "");
    }

    /** An empty key sends no credentials; an empty body none; {@code headers} are names and values by turns. */
    public HttpResponse<String> call(String method, String path, String key, String body, String... headers) {
        var request = HttpRequest.newBuilder(URI.create(baseUrl() + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!key.isEmpty()) {
            request.header("Authorization", "Bearer " + key);
        }
        if (!body.isEmpty() && !List.of(headers).contains("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return ApiContract.checked(exchange(request.build(), TestServer::text));
    }

    /** The body as text; of a stream, which has no end, nothing is read. */
    private static BodySubscriber<String> text(ResponseInfo head) {
        var isStream = head.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream");
        return isStream
                ? BodySubscribers.mapping(BodySubscribers.ofInputStream(), TestServer::closed)
                : BodyHandlers.ofString().apply(head);
    }

    private static String closed(InputStream body) {
        try (body) {
            return "";
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    /** Without credentials, when the answer is no text. */
    public byte[] bytes(String path) {
        var request = HttpRequest.newBuilder(URI.create(baseUrl() + path)).build();
        return exchange(request, BodyHandlers.ofByteArray()).body();
    }

    /** Returns what comes back, until the server hangs up, for bytes no client would send. */
    public String raw(String bytes) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(40_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private <T> HttpResponse<T> exchange(HttpRequest request, BodyHandler<T> reader) {
        try {
            return http.send(request, reader);
        } catch (IOException lost) {
            throw new UncheckedIOException(lost);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Fails when a mail it caught broke a rule of the wire. A second call does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            stop();
        }
    }

    private void stop() {
        server.stop();
        database.close();
        vertx.close().await();
        MailFolder.judgeAndDelete(dataDir, dataDir);
    }
}
