package io.godwit.smtp.client;

import static io.godwit.smtp.client.SessionFixture.polite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.TestCertificate;
import io.godwit.kit.smtp.ScriptedSmtpServer;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.SampleMessages;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.godwit.smtp.TlsFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many messages over a few sessions, with servers that end them. */
@CloseFields
class SmtpSessionPoolTest {

    private static final byte[] MESSAGE = "Subject: x\r\n\r\nHello\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Vertx vertx = Vertx.vertx();

    private void sendAll(int count, int connections, BiFunction<Integer, String, String> script) throws Exception {
        try (var server = ScriptedSmtpServer.start(vertx, Optional.empty(), script)) {
            var transport = new NativeRelayTransport(vertx, settings(server.port(), connections));
            var sent = IntStream.range(0, count)
                    .mapToObj(i -> transport.send(SampleMessages.envelope("to" + i + "@example.test"), MESSAGE))
                    .toList();

            assertThat(Future.all(sent).await(60, TimeUnit.SECONDS).<SmtpReply>list())
                    .allMatch(reply -> reply.code() == 250);
            for (var i = 0; i < count; i++) {
                assertThat(server.received().split("RCPT TO:<to" + i + "@", -1)).hasSizeGreaterThanOrEqualTo(2);
            }
            assertThat(server.received().split("\r\nHello\r\n\\.", -1)).hasSize(count + 1);
            transport.close().await();
        }
    }

    private static RelaySettings settings(int port, int connections) {
        return new RelaySettings(
                Optional.of("127.0.0.1"),
                port,
                Optional.empty(),
                Optional.empty(),
                RelaySettings.Tls.NONE,
                connections,
                Duration.ofSeconds(60),
                false,
                false,
                1);
    }

    @Test
    void aSessionRunsOnTheEventLoopOfItsPoolWhereverTheTransportWasMade() throws Exception {
        for (var loop = 0; loop < 4; loop++) {
            try (var server = ScriptedSmtpServer.start(vertx, Optional.empty(), (number, command) -> polite(command))) {
                var transport = new NativeRelayTransport(vertx, settings(server.port(), 1));
                var threads = new CopyOnWriteArrayList<Thread>();

                var sent = vertx.deployVerticle(context -> {
                    threads.add(Thread.currentThread());
                    return transport.send(SampleMessages.envelope("to@example.test"), MESSAGE, new SmtpProgress() {
                        @Override
                        public void reached(SmtpStage stage) {}

                        @Override
                        public void accepted(SmtpReply reply) {
                            threads.add(Thread.currentThread());
                        }
                    });
                });

                sent.await(60, TimeUnit.SECONDS);
                assertThat(threads).hasSize(2);
                assertThat(threads.get(1)).isSameAs(threads.get(0));
                transport.close().await();
            }
        }
    }

    @Test
    void sessionsAreRenewedWithoutLosingAMessage() throws Exception {
        sendAll(60, 4, (number, command) -> polite(command));
    }

    @Test
    void aMessageFindsAnotherSessionWhenTheServerEndsOneBeforeIt() throws Exception {
        sendAll(
                30,
                2,
                (number, command) -> command.startsWith("\r\n")
                        ? "250 2.0.0 Taken\r\n421 4.3.2 One is enough\r\n" + ScriptedSmtpServer.CLOSE
                        : polite(command));
    }

    @Test
    void theServersLimitOfMessagesASessionIsKept() throws Exception {
        sendAll(
                30,
                2,
                (number, command) -> polite(command, "250-mx.test\r\n250-PIPELINING\r\n250 LIMITS MAILMAX=3\r\n"));
    }

    @Test
    void messagesWaitForTheSessionsTheServerAllows() throws Exception {
        sendAll(
                20,
                5,
                (number, command) -> number > 1 && command.isEmpty()
                        ? "421 4.7.0 Too many\r\n" + ScriptedSmtpServer.CLOSE
                        : polite(command));
    }

    @Test
    void aSessionIsRenewedAfterAHundredMessages() throws Exception {
        try (var server = ScriptedSmtpServer.start(vertx, Optional.empty(), (number, command) -> polite(command))) {
            var transport = new NativeRelayTransport(vertx, settings(server.port(), 1));

            for (var round = 0; round < 25; round++) {
                var sent = IntStream.range(0, 10)
                        .mapToObj(i -> transport.send(SampleMessages.envelope("to" + i + "@example.test"), MESSAGE))
                        .toList();
                Future.all(sent).await(60, TimeUnit.SECONDS);
            }

            assertThat(sessions(server))
                    .extracting(session -> session.split("\r\nDATA\r\n", -1).length - 1)
                    .containsExactly(100, 100, 50);
            assertThat(server.received().split("QUIT\r\n", -1)).hasSize(3);
            transport.close().await();
        }
    }

    /** The octets that came over each connection, of a server that has one at a time. */
    private static List<String> sessions(ScriptedSmtpServer server) {
        return Stream.of(server.received().split("EHLO ", -1)).skip(1).toList();
    }

    @Test
    void anIdleSessionEndsWithQuit() throws Exception {
        try (var fixture = new SessionFixture(vertx, (number, command) -> polite(command))) {
            var pool = new SmtpSessionPool(
                    vertx,
                    () -> fixture.client.open(fixture.target(TlsPolicy.NONE, Optional.empty())),
                    1,
                    Duration.ofSeconds(5),
                    Duration.ofMillis(50));
            for (var message = 1; message <= 2; message++) {
                var expected = message;

                fixture.await(() -> pool.send(
                        SampleMessages.envelope("to@example.test"), MessageData.of(MESSAGE), SmtpProgress.NONE));

                Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(
                                fixture.server().received().split("QUIT\r\n", -1))
                        .hasSize(expected + 1));
            }
            assertThat(sessions(fixture.server())).hasSize(2);
        }
    }

    @Test
    void aSessionIsEncryptedFromItsFirstOctet(@TempDir Path folder) throws Exception {
        var certificate = TestCertificate.make(folder);
        try (var sink = SmtpSink.start(vertx, SinkOptions.plain().implicitTls(certificate))
                        .unjudged();
                var fixture = new SessionFixture(vertx, (number, command) -> polite(command))) {
            var trust = new PemTrustOptions().addCertValue(Buffer.buffer(certificate.certificatePem()));
            var known = TlsPolicy.knownCertificate().setTrustOptions(trust);

            var session = fixture.open(target(sink, new TlsPolicy(RelaySettings.Tls.IMPLICIT, known, "pkix")));
            var reply = fixture.send(session, "to@example.test").await(60, TimeUnit.SECONDS);
            var refusal = catchThrowableOfType(
                    SmtpException.class, () -> fixture.open(target(sink, TlsPolicy.of(RelaySettings.Tls.IMPLICIT))));

            assertThat(reply.code()).isEqualTo(250);
            assertThat(session.tls()).isPresent();
            assertThat(sink.next().tls()).isTrue();
            assertThat(refusal.tlsFailure())
                    .hasValueSatisfying(failure -> assertThat(failure.kind()).isEqualTo(TlsFailure.Kind.HANDSHAKE));
        }
    }

    private static SmtpTarget target(SmtpSink sink, TlsPolicy tls) {
        return new SmtpTarget(
                "127.0.0.1",
                "127.0.0.1",
                sink.port(),
                "client.test",
                tls,
                Optional.empty(),
                SmtpTimeouts.within(Duration.ofSeconds(60)));
    }
}
