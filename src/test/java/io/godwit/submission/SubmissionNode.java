package io.godwit.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SmtpCaller;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A node that takes messages by SMTP, the mail server it sends them to, and clients of it. */
public final class SubmissionNode implements AutoCloseable {

    static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final int port = FreePorts.free();
    private final int tlsPort = FreePorts.free();
    private final Vertx vertx = Vertx.vertx();
    /** Strangers build these messages; the sink only keeps them. */
    private final SmtpSink sink =
            SmtpSink.start(vertx, SinkOptions.plain().offeringSmtpUtf8()).unjudged();

    private final TestServer server;

    private SubmissionNode(Map<String, String> more) {
        server = TestServer.start(NodeSettings.all(
                Map.of(
                        "GODWIT_MAIL_CATCHER_ENABLED", "",
                        "GODWIT_MAIL_HOST", sink.host(),
                        "GODWIT_MAIL_PORT", String.valueOf(sink.port()),
                        "GODWIT_MAIL_TLS", "none",
                        "GODWIT_INBOUND_RETURN_PATH", "bounces.godwit.test",
                        "GODWIT_SUBMISSION_HOST", "127.0.0.1",
                        "GODWIT_SUBMISSION_PORT", String.valueOf(port),
                        "GODWIT_SUBMISSION_TLS_PORT", String.valueOf(tlsPort),
                        "GODWIT_SUBMISSION_NAME", "mail.godwit.test"),
                more));
    }

    static SubmissionNode start() {
        return start(Map.of());
    }

    /** With settings that come last. */
    static SubmissionNode start(Map<String, String> more) {
        return new SubmissionNode(more);
    }

    TestServer server() {
        return server;
    }

    SmtpSink sink() {
        return sink;
    }

    int port() {
        return port;
    }

    int tlsPort() {
        return tlsPort;
    }

    String key() {
        return server.secretKey(0);
    }

    /** An address no other test has. */
    static String reader() {
        return "reader" + COUNT.incrementAndGet() + "@example.org";
    }

    /** Connected and greeted, without TLS. */
    SmtpCaller plain() {
        var caller = new SmtpCaller(port);
        assertThat(caller.reply()).startsWith("220 mail.godwit.test ");
        assertThat(caller.say("EHLO client.test")).contains("SIZE ");
        return caller;
    }

    /** Greeted over TLS, not logged in. */
    SmtpCaller encrypted() {
        var caller = plain();
        assertThat(caller.say("STARTTLS")).startsWith("220 ");
        caller.encrypt();
        assertThat(caller.say("EHLO client.test")).contains("250-AUTH PLAIN LOGIN");
        return caller;
    }

    SmtpCaller loggedIn() {
        return loggedIn(key());
    }

    SmtpCaller loggedIn(String key) {
        var caller = encrypted();
        assertThat(caller.say("AUTH PLAIN " + plain("any", key))).isEqualTo("235 2.7.0 Welcome");
        return caller;
    }

    /** The message of AUTH PLAIN. */
    static String plain(String user, String password) {
        return base64("\u0000" + user + "\u0000" + password);
    }

    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Fields of a message from the demo domain, and its text. */
    static String message(String fields, String text) {
        return "From: Shop <shop@example.test>\r\nSubject: Your order\r\nDate: Mon, 23 Nov 2026 08:00:00 +0000\r\n"
                + "MIME-Version: 1.0\r\n" + fields + "\r\n" + text;
    }

    /** Hands in a message in one transaction; answers the reply to the dot, or the first refusal before it. */
    static String submit(SmtpCaller caller, String message, String... recipients) {
        var mail = caller.say("MAIL FROM:<client@elsewhere.test>");
        if (!mail.startsWith("250")) {
            return mail;
        }
        for (var recipient : recipients) {
            var reply = caller.say("RCPT TO:<" + recipient + ">");
            assertThat(reply).startsWith("250");
        }
        assertThat(caller.say("DATA")).startsWith("354");
        return caller.data(message);
    }

    /** The same on a connection of its own. */
    String submit(String message, String... recipients) {
        try (var caller = loggedIn()) {
            return submit(caller, message, recipients);
        }
    }

    /** The id in a positive reply. */
    static String id(String reply) {
        assertThat(reply).startsWith("250 2.0.0 Queued as ");
        return reply.substring(20, 56);
    }

    /** The answer of {@code GET /emails/:id}. */
    JsonObject email(String id) {
        var answer = server.get("/emails/" + id, key());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    /** The messages that reached the mail server for one recipient, once there is one. */
    List<SinkMessage> received(String recipient) {
        await().atMost(TIMEOUT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> !copies(recipient).isEmpty());
        return copies(recipient);
    }

    private List<SinkMessage> copies(String recipient) {
        return sink.messages().stream()
                .filter(mail -> mail.recipients().contains(recipient))
                .toList();
    }

    /** A received message without the fields of ours before it. */
    static String asSubmitted(SinkMessage received) {
        var text = received.text();
        var hop = text.indexOf("Received: by mail.godwit.test");
        assertThat(hop).isPositive();
        return text.substring(text.indexOf("+0000\r\n", hop) + 7);
    }

    @Override
    public void close() {
        server.close();
        sink.close();
        vertx.close().await();
    }
}
