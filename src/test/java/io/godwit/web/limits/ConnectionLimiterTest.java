package io.godwit.web.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.web.Access;
import io.godwit.web.ApiResponse;
import io.godwit.web.ConnectionSettings;
import io.godwit.web.Routes;
import io.godwit.web.TestHttpServer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests how many connections one client may have, and that others are let in beside it. */
@Tag("slow")
class ConnectionLimiterTest {

    private static final String STRANGER = "127.0.0.2";
    private static final String OTHER = "127.0.0.3";
    private static final byte[] REQUEST =
            "GET /here HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private final List<Socket> sockets = new ArrayList<>();
    private final Promise<ApiResponse> response = Promise.promise();
    private final Semaphore arrivals = new Semaphore(0);

    @AfterEach
    void hangUp() throws IOException {
        for (var socket : sockets) {
            socket.close();
        }
    }

    @Test
    void ofFourHundredConnectionsFromOneAddressAHundredAreKept() throws IOException {
        try (var server = serving(List.of(), new ConnectionSettings(100, List.of()))) {
            var served = served(server, STRANGER, 400);
            var others = served(server, OTHER, 50);

            assertThat(served).isEqualTo(100);
            assertThat(others).isEqualTo(50);
            assertThat(refused(server)).isEqualTo(300);
        }
    }

    @Test
    void aConnectionThatEndsLetsInAnother() throws IOException {
        try (var server = serving(List.of(), new ConnectionSettings(2, List.of()))) {
            assertThat(served(server, STRANGER, 2)).isEqualTo(2);
            assertThat(served(server, STRANGER, 1)).isZero();

            sockets.get(0).close();

            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(served(server, STRANGER, 1)).isOne());
        }
    }

    @Test
    void whereNoneIsCountedAllAreKept() throws IOException {
        try (var unlimited = serving(List.of(), new ConnectionSettings(0, List.of()));
                var exempt = serving(List.of(), new ConnectionSettings(100, List.of("127.0.0.0/8")));
                var proxy = serving(List.of(STRANGER), new ConnectionSettings(100, List.of()))) {
            for (var server : List.of(unlimited, exempt, proxy)) {
                assertThat(served(server, STRANGER, 150)).isEqualTo(150);
                assertThat(refused(server)).isZero();
            }
        }
    }

    @Test
    void aClientBehindAProxyHasAsManyRequestsAtOnce() throws InterruptedException {
        try (var server = serving(List.of("127.0.0.1"), new ConnectionSettings(2, List.of()))) {
            var slow = List.of(slow(server), slow(server));
            assertThat(arrivals.tryAcquire(2, 60, TimeUnit.SECONDS)).isTrue();

            var third = forwarded(server, "192.0.2.1");
            var other = forwarded(server, "192.0.2.2");
            response.complete(ApiResponse.nothing());
            slow.forEach(CompletableFuture::join);
            var later = forwarded(server, "192.0.2.1");

            assertThat(third.statusCode()).isEqualTo(429);
            assertThat(third.headers().firstValue("Retry-After")).contains("1");
            assertThat(List.of(other.statusCode(), later.statusCode())).containsOnly(204);
        }
    }

    private CompletableFuture<HttpResponse<String>> slow(TestHttpServer server) {
        return CompletableFuture.supplyAsync(
                () -> server.anonymous("GET", "/slow", "", "X-Forwarded-For", "192.0.2.1"),
                task -> new Thread(task).start());
    }

    private static HttpResponse<String> forwarded(TestHttpServer server, String client) {
        return server.anonymous("GET", "/here", "", "X-Forwarded-For", client);
    }

    private TestHttpServer serving(List<String> proxies, ConnectionSettings connections) {
        Routes routes = api -> {
            api.get("/here").access(Access.OPEN).to(ignored -> Future.succeededFuture(ApiResponse.nothing()));
            api.get("/slow").access(Access.OPEN).to(ignored -> {
                arrivals.release();
                return response.future();
            });
        };
        return TestHttpServer.serving(
                TestHttpServer.settings("http://localhost", proxies, connections),
                new ProjectRequestLimiter(0, 0, System::nanoTime),
                routes);
    }

    /** Opens so many connections that stay open; tells on how many a request was answered. */
    private int served(TestHttpServer server, String address, int connections) throws IOException {
        var served = 0;
        for (var each = 0; each < connections; each++) {
            var socket =
                    new Socket(InetAddress.getByName("127.0.0.1"), server.port(), InetAddress.getByName(address), 0);
            sockets.add(socket);
            served += isServed(socket) ? 1 : 0;
        }
        return served;
    }

    private static boolean isServed(Socket socket) throws IOException {
        socket.setSoTimeout(60_000);
        try {
            socket.getOutputStream().write(REQUEST);
            return socket.getInputStream().read() >= 0;
        } catch (SocketException hungUp) {
            return false;
        }
    }

    private static double refused(TestHttpServer server) {
        return server.edge()
                .registry()
                .get("godwit.http.connections.refused")
                .tag("limit", "client")
                .counter()
                .count();
    }
}
