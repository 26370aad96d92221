package io.godwit.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.web.ApiResponse;
import io.godwit.web.ChunkedBody;
import io.godwit.web.TestHttpServer;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Answers that are made piece by piece. */
@CloseFields
class ChunkedBodyTest {

    private static final int PIECE = 64 << 10;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration A_WHILE = Duration.ofMillis(300);

    private static final AtomicInteger MADE = new AtomicInteger();
    private static TestHttpServer server;

    @BeforeAll
    static void serve() {
        server = TestHttpServer.serving(api -> {
            api.get("/long").to(ignored -> pieces(200));
            api.get("/endless").to(ignored -> pieces(Integer.MAX_VALUE));
            api.get("/broken").to(ignored -> broken());
        });
    }

    private static Future<ApiResponse> pieces(int count) {
        MADE.set(0);
        var left = new AtomicInteger(count);
        ChunkedBody body = () -> {
            MADE.incrementAndGet();
            return Future.succeededFuture(
                    left.getAndDecrement() > 0 ? Optional.of(Buffer.buffer(new byte[PIECE])) : Optional.empty());
        };
        return Future.succeededFuture(new ApiResponse(200, body, Map.of("Content-Type", "text/csv")));
    }

    private static Future<ApiResponse> broken() {
        var first = new AtomicInteger();
        ChunkedBody body = () -> first.getAndIncrement() == 0
                ? Future.succeededFuture(Optional.of(Buffer.buffer("first")))
                : Future.failedFuture(new IllegalStateException("the second cannot be made"));
        return Future.succeededFuture(new ApiResponse(200, body, Map.of("Content-Type", "text/csv")));
    }

    @Test
    void everyPieceArrivesWithTheHeadersOfTheAnswer() {
        var answer = server.call("GET", "/long", "");

        assertThat(answer.body()).hasSize(200 * PIECE);
        assertThat(answer.headers().firstValue("content-type")).contains("text/csv");
        assertThat(answer.headers().firstValue("x-content-type-options")).contains("nosniff");
    }

    @Test
    void aHeadIsAnsweredWithoutMakingAnything() {
        MADE.set(0);

        var answer = server.call("HEAD", "/long", "");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
        assertThat(MADE).hasValue(0);
    }

    @Test
    void aClientThatReadsNothingStopsTheMaking() throws IOException {
        try (var socket = new Socket()) {
            socket.setReceiveBufferSize(PIECE);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
            ask(socket);
            awaitStandstill();

            var before = MADE.get();
            socket.getInputStream().readNBytes(16 << 20);

            assertThat((long) before * PIECE).isLessThan(32L << 20);
            await().atMost(TIMEOUT).until(() -> MADE.get() > before);
        }
        awaitStandstill();
    }

    @Test
    void aPieceThatCannotBeMadeLeavesNoAnswerThatLooksWhole() {
        assertThatThrownBy(() -> server.call("GET", "/broken", "")).isInstanceOf(UncheckedIOException.class);
    }

    private static void awaitStandstill() {
        await().atMost(TIMEOUT).until(() -> MADE.get() > 0);
        var seen = new AtomicInteger();
        await().during(A_WHILE).atMost(TIMEOUT).until(() -> seen.getAndSet(MADE.get()) == MADE.get());
    }

    private static void ask(Socket socket) throws IOException {
        var head =
                "GET /endless HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + TestHttpServer.SECRET_KEY + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    }
}
