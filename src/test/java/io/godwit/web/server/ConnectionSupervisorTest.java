package io.godwit.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.web.Access;
import io.godwit.web.ApiResponse;
import io.godwit.web.FileBody;
import io.godwit.web.TestHttpServer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that dawdle, with a patience of one second instead of 25. */
@Tag("slow")
@CloseFields
class ConnectionSupervisorTest {

    private static final String HEAD = "POST /slow HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + TestHttpServer.SECRET_KEY + "\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n";

    private TestHttpServer server;

    @BeforeEach
    void serve() {
        server = TestHttpServer.impatient(Duration.ofSeconds(1), api -> {
            api.post("/slow").to(ignored -> later(server.vertx).map(ApiResponse.nothing()));
            api.get("/quick").to(ignored -> Future.succeededFuture(ApiResponse.nothing()));
        });
    }

    private static Future<?> later(Vertx vertx) {
        return vertx.timer(3, TimeUnit.SECONDS);
    }

    /** Sends the text at 20 bytes a second and answers whether the server hung up before a minute was over. */
    private boolean isHungUpOn(String text) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(50);
            for (var at = 0; at < 1200; at++) {
                if (at < text.length()) {
                    socket.getOutputStream().write(text.charAt(at));
                }
                if (isOver(socket)) {
                    return true;
                }
            }
            return false;
        } catch (java.net.SocketException reset) {
            return true;
        }
    }

    private static boolean isOver(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (java.net.SocketTimeoutException open) {
            return false;
        }
    }

    @Test
    void aSlowHeadASlowBodyAndSilenceEndTheConnection() throws IOException {
        var slowHead = CompletableFuture.supplyAsync(() -> hungUp(HEAD.repeat(9)));
        var silence = CompletableFuture.supplyAsync(() -> hungUp(""));

        assertThat(hungUp(HEAD.substring(0, 1))).isTrue();
        assertThat(slowHead.join()).isTrue();
        assertThat(silence.join()).isTrue();
    }

    private boolean hungUp(String text) {
        try {
            return isHungUpOn(text);
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }

    /** More than sockets hold, taken in two parts with three times the patience between them. */
    @Test
    void aFileMayBeReadSlowly(@TempDir Path folder) throws IOException {
        var file = Files.write(folder.resolve("large"), new byte[32 << 20]);
        server.close();
        server = TestHttpServer.impatient(Duration.ofSeconds(1), api -> api.get("/file")
                .access(Access.OPEN)
                .to(ignored -> Future.succeededFuture(ApiResponse.ok(new FileBody(file, 32 << 20)))));

        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write("GET /file HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            var first = socket.getInputStream().readNBytes(1 << 20).length;
            later(server.vertx).await();

            assertThat(socket.getInputStream().readNBytes(31 << 20).length + first)
                    .isEqualTo(32 << 20);
        }
    }

    @Test
    void aBodyThatTricklesEndsTheConnection() throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write((HEAD + "{").getBytes(StandardCharsets.US_ASCII));

            assertThat(socket.getInputStream().read()).isNegative();
        }
    }

    @Test
    void aThousandIdleConnectionsHoldNobodyUpAndAreEnded() throws IOException {
        var idle = new ArrayList<Socket>();
        for (var number = 0; number < 1_000; number++) {
            idle.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
        }

        var asked = System.nanoTime();
        assertThat(server.call("GET", "/quick", "").statusCode()).isEqualTo(204);
        // One after the other they would take a thousand times their limit of a second.
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(10));
        for (var socket : idle) {
            socket.setSoTimeout(60_000);
            assertThat(socket.getInputStream().read()).isNegative();
            socket.close();
        }
    }

    @Test
    void aSlowHandlerIsWaitedFor() {
        assertThat(server.post("/slow", "{}").statusCode()).isEqualTo(204);
    }
}
