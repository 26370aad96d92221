package io.godwit.smtp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.godwit.kit.smtp.SmtpSink;
import io.godwit.smtp.RelaySettings;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that a new connection of the native transport gets its greeting at once. The kernel does not keep TCP_QUICKACK, so it cannot be
 * read back: without it each greeting on Linux comes some 200 ms late.
 */
class QuickAckTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int CONNECTIONS = 7;

    /** Less than the time by which the kernel delays an ACK. */
    private static final long LATE_MILLIS = 120;

    private static final Vertx NATIVE = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    private static SmtpSink sink;

    @BeforeAll
    static void start() {
        sink = SmtpSink.start(NATIVE);
    }

    @AfterAll
    static void stop() {
        sink.close();
        NATIVE.close().await();
    }

    /** The measurement sees the delay where quick ACKs are off. */
    @Test
    void theGreetingIsLateWithoutQuickAcks() {
        assumeThat(NATIVE.isNativeTransportEnabled()).isTrue();
        var transport = new VertxRelayTransport(NATIVE, settings(), () -> {
            var config = VertxRelayTransport.config(settings());
            config.setTcpQuickAck(false);
            return config;
        });

        assertThat(shortestMillis(transport)).isGreaterThan(LATE_MILLIS);
        transport.close().await();
    }

    @ParameterizedTest
    @EnumSource(RelaySettings.Client.class)
    void theGreetingOfANewConnectionIsNotLate(RelaySettings.Client client) {
        assumeThat(NATIVE.isNativeTransportEnabled()).isTrue();
        var transport = client == RelaySettings.Client.NATIVE
                ? new NativeRelayTransport(NATIVE, settings())
                : new VertxRelayTransport(NATIVE, settings());

        assertThat(shortestMillis(transport)).isLessThan(LATE_MILLIS);
        transport.close().await();
    }

    /** Returns the shortest time of several: a busy machine can only make it longer. */
    private static long shortestMillis(RelayTransport transport) {
        return LongStream.range(0, CONNECTIONS)
                .map(ignored -> {
                    var began = System.nanoTime();
                    transport.probe(LIMIT).await();
                    return Duration.ofNanos(System.nanoTime() - began).toMillis();
                })
                .min()
                .orElseThrow();
    }

    private static RelaySettings settings() {
        return new RelaySettings(
                Optional.of(sink.host()),
                sink.port(),
                Optional.empty(),
                Optional.empty(),
                RelaySettings.Tls.NONE,
                1,
                LIMIT,
                false,
                false,
                1000);
    }
}
