package io.godwit.smtp.client;

import io.godwit.kit.net.TestCertificate;
import io.godwit.kit.smtp.ScriptedSmtpServer;
import io.godwit.smtp.SampleMessages;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** A client on one context, and a scripted server. */
final class SessionFixture implements AutoCloseable {

    static final String GREETING = "220 mx.test\r\n";
    static final String EHLO = "250-mx.test\r\n250-PIPELINING\r\n250 8BITMIME\r\n";

    /** The time a server may be silent, unless its silence is what the test is about: a machine is silent for a while, too. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private final Context context;
    private final ScriptedSmtpServer server;
    final SmtpClient client;

    SessionFixture(Vertx vertx, BiFunction<Integer, String, String> script) {
        this(vertx, Optional.empty(), script);
    }

    SessionFixture(Vertx vertx, Optional<TestCertificate> certificate, BiFunction<Integer, String, String> script) {
        this.context = vertx.getOrCreateContext();
        this.server = ScriptedSmtpServer.start(vertx, certificate, script);
        this.client = SmtpClient.create(vertx, Optional.empty());
    }

    ScriptedSmtpServer server() {
        return server;
    }

    /** The replies of a server that offers PIPELINING and accepts all. */
    static String polite(String command) {
        return polite(command, EHLO);
    }

    static String polite(String command, String ehlo) {
        if (command.isEmpty()) {
            return GREETING;
        }
        return switch (command.split("[ :]", 2)[0]) {
            case "EHLO" -> ehlo;
            case "DATA" -> "354 Go on\r\n";
            case "QUIT" -> "221 Bye\r\n" + ScriptedSmtpServer.CLOSE;
            default -> "250 2.0.0 OK\r\n";
        };
    }

    SmtpTarget target(TlsPolicy tls, Optional<SmtpCredentials> credentials) {
        return target(tls, credentials, ANSWER_TIMEOUT);
    }

    SmtpTarget target(TlsPolicy tls, Optional<SmtpCredentials> credentials, Duration silence) {
        return new SmtpTarget(
                "127.0.0.1", "127.0.0.1", server.port(), "client.test", tls, credentials, SmtpTimeouts.within(silence));
    }

    SmtpClientSession open() throws Exception {
        return open(target(TlsPolicy.NONE, Optional.empty()));
    }

    /** A session whose server may be silent for half a second. */
    SmtpClientSession openImpatiently() throws Exception {
        return open(target(TlsPolicy.NONE, Optional.empty(), Duration.ofMillis(500)));
    }

    SmtpClientSession open(SmtpTarget target) throws Exception {
        return await(() -> client.open(target));
    }

    Future<SmtpReply> send(SmtpClientSession session, String recipient) {
        return send(session, recipient, "Subject: to " + recipient + "\r\n\r\nHello\r\n", SmtpProgress.NONE);
    }

    Future<SmtpReply> send(SmtpClientSession session, String recipient, String message, SmtpProgress progress) {
        return run(() -> session.send(
                SampleMessages.envelope(recipient), message.getBytes(StandardCharsets.ISO_8859_1), progress));
    }

    /** Runs the work on the context of the sessions. */
    <T> Future<T> run(Supplier<Future<T>> work) {
        return Future.future(
                promise -> context.runOnContext(ignored -> work.get().onComplete(promise)));
    }

    <T> T await(Supplier<Future<T>> work) throws Exception {
        return run(work).await(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        // A client's connection is closed only when the octets before are written.
        server.readOn();
        client.close().await();
        server.close();
    }
}
