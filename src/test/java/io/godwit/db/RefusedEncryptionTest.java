package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.junit5.VertxExtension;
import io.vertx.pgclient.SslMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A PostgreSQL without encryption that is about to stop: it waits for each connection that has said nothing yet. */
@ExtendWith(VertxExtension.class)
final class RefusedEncryptionTest {

    /** The second half of a request for encryption (PostgreSQL documentation, 54.2.11). */
    private static final int ENCRYPT = 80_877_103;

    private final AtomicInteger waiting = new AtomicInteger();
    private NetServer server;

    @BeforeEach
    void listen(Vertx vertx) {
        server = vertx.createNetServer()
                .connectHandler(this::serve)
                .listen(0, "127.0.0.1")
                .await();
    }

    private void serve(NetSocket socket) {
        socket.handler(words -> {
            if (words.getInt(4) == ENCRYPT) {
                waiting.incrementAndGet();
                socket.closeHandler(ignored -> waiting.decrementAndGet());
                socket.write("N");
            } else {
                socket.end(refusal());
            }
        });
    }

    private static Buffer refusal() {
        var fields = Buffer.buffer()
                .appendBytes("SFATAL\0VFATAL\0C57P03\0Mthe database system is shutting down\0\0"
                        .getBytes(StandardCharsets.US_ASCII));
        return Buffer.buffer("E").appendInt(fields.length() + 4).appendBuffer(fields);
    }

    private DatabaseUrl url(String parameters) {
        return DatabaseUrl.parse("postgresql://godwit:x@127.0.0.1:" + server.actualPort() + "/godwit" + parameters);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?sslmode=prefer", "?sslmode=allow"})
    void noAttemptToEncryptIsLeftOpen(String parameters, Vertx vertx) throws IOException {
        var settled = url(parameters).resolved();

        for (var attempt = 0; attempt < 3; attempt++) {
            var refused = catchThrowable(() -> ConnectionOpener.open(vertx, settled.options(), Duration.ofSeconds(5))
                    .await());
            assertThat(refused).hasMessageContaining("shutting down");
        }

        assertThat(waiting).hasValue(0);
    }

    @Test
    void whatIsRequiredStaysRequired() throws IOException {
        assertThat(url("?sslmode=require").resolved().options().getSslMode()).isEqualTo(SslMode.REQUIRE);
    }
}
