package io.godwit.web;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.id.ProjectId;
import io.godwit.web.limits.ProjectRequestLimiter;
import io.godwit.web.server.HttpContext;
import io.godwit.web.server.HttpVerticle;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/** A real HTTP server with the routes a test declares, and two keys that open one project. */
public final class TestHttpServer implements AutoCloseable {

    public static final String SECRET_KEY = "sk_" + "a".repeat(64);
    public static final String PUBLIC_KEY = "pk_" + "b".repeat(64);
    public static final String DISABLED_KEY = "sk_" + "d".repeat(64);
    public static final ProjectId PROJECT = new ProjectId(UUID.fromString("01900000-0000-7000-8000-000000000001"));

    private static final Map<String, KeyAuthenticator.Grant> KEY_TO_GRANT = Map.of(
            SECRET_KEY, grant(Caller.SECRET_KEY, false),
            PUBLIC_KEY, grant(Caller.PUBLIC_KEY, false),
            DISABLED_KEY, grant(Caller.SECRET_KEY, true));

    public final Vertx vertx = Vertx.vertx();
    public final AtomicBoolean databaseIsUp = new AtomicBoolean(true);
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpContext context;
    private final String deployment;

    private TestHttpServer(
            HttpSettings settings,
            ProjectRequestLimiter limiter,
            MeterRegistry registry,
            Duration timeout,
            List<Routes> routes) {
        context = new HttpContext(settings, TestHttpServer::authenticate, limiter, databaseIsUp::get, registry, routes);
        deployment = vertx.deployVerticle(
                        () -> new HttpVerticle(context, timeout), new DeploymentOptions().setInstances(2))
                .await();
    }

    public static TestHttpServer serving(Routes... routes) {
        return serving(settings(), new ProjectRequestLimiter(0, 0, System::nanoTime), routes);
    }

    public static TestHttpServer serving(HttpSettings settings, ProjectRequestLimiter limiter, Routes... routes) {
        return new TestHttpServer(
                settings, limiter, new SimpleMeterRegistry(), Duration.ofSeconds(25), List.of(routes));
    }

    public static TestHttpServer measured(MeterRegistry registry, Routes... routes) {
        return new TestHttpServer(
                settings(),
                new ProjectRequestLimiter(0, 0, System::nanoTime),
                registry,
                Duration.ofSeconds(25),
                List.of(routes));
    }

    public static TestHttpServer impatient(Duration timeout, Routes... routes) {
        return new TestHttpServer(
                settings(),
                new ProjectRequestLimiter(0, 0, System::nanoTime),
                new SimpleMeterRegistry(),
                timeout,
                List.of(routes));
    }

    public static HttpSettings settings() {
        return settings("http://localhost");
    }

    public static HttpSettings settings(String publicUrl) {
        return settings(publicUrl, List.of(), ConnectionSettings.UNLIMITED);
    }

    public static HttpSettings settings(String publicUrl, List<String> proxies, ConnectionSettings connections) {
        return new HttpSettings(
                "127.0.0.1",
                0,
                publicUrl,
                Optional.of("https://app.example.com"),
                proxies,
                0,
                0,
                0,
                0,
                128 << 20,
                Duration.ZERO,
                connections,
                Optional.empty());
    }

    private static Future<KeyAuthenticator.Grant> authenticate(String key) {
        var grant = KEY_TO_GRANT.get(key);
        return grant != null
                ? Future.succeededFuture(grant)
                : Future.failedFuture(Failure.of(Kind.INVALID_API_KEY, "The API key is not valid"));
    }

    private static KeyAuthenticator.Grant grant(Caller caller, boolean disabled) {
        return new KeyAuthenticator.Grant(new Tenant(PROJECT, caller, 1), disabled, 0);
    }

    public int port() {
        return context.port();
    }

    /** Bytes of bodies that public keys or others may still send. */
    public long bytesLeft(String callers) {
        return (long) context.registry()
                .get("godwit.http.body.budget.free")
                .tag("callers", callers)
                .gauge()
                .value();
    }

    public HttpContext edge() {
        return context;
    }

    /** A request with the secret key; {@code headers} are names and values by turns. */
    public HttpResponse<String> call(String method, String path, String body, String... headers) {
        return anonymous(method, path, body, with(headers, "Authorization", "Bearer " + SECRET_KEY));
    }

    public HttpResponse<String> post(String path, String json, String... headers) {
        return call("POST", path, json, with(headers, "Content-Type", "application/json"));
    }

    public HttpResponse<String> anonymous(String method, String path, String body, String... headers) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Returns what comes back, until the server hangs up, for bytes no client would send. */
    public String raw(String bytes) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(40_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public boolean isListening() {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    static String[] with(String[] headers, String name, String value) {
        var more = java.util.Arrays.copyOf(headers, headers.length + 2);
        more[headers.length] = name;
        more[headers.length + 1] = value;
        return more;
    }

    public void stop() {
        vertx.undeploy(deployment).await();
    }

    @Override
    public void close() {
        vertx.close().await();
    }
}
