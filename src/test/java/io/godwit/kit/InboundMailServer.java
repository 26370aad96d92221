package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.bounces.BounceCorpus;
import io.godwit.core.Crypto;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.VerpCodec;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.SmtpCaller;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that takes mail at an SMTP port of its own, and the mail that goes out of it and comes to it. */
public final class InboundMailServer implements AutoCloseable {

    public static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** The Message-ID in the corpus. */
    public static final String SAMPLE =
            "0198f3a2-7c11-7d6e-8a55-2b1f0c9d4e10.0198f3a2-0000-7000-8000-000000000001@example.test";

    private static final AtomicInteger COUNT = new AtomicInteger();

    /** With the keys every test server has. */
    private static final Crypto CRYPTO =
            Crypto.of(HexFormat.of().parseHex("11".repeat(32)), HexFormat.of().parseHex("22".repeat(32)));

    private final int port = FreePorts.free();
    private final TestServer server;

    private InboundMailServer(Map<String, String> settings) {
        server = TestServer.start(NodeSettings.all(
                Map.of(
                        "GODWIT_INBOUND_PER_PROJECT_PER_MINUTE", "0",
                        "GODWIT_INBOUND_SMTP_PER_CLIENT_PER_MINUTE", "0",
                        "GODWIT_INBOUND_SMTP_PORT", String.valueOf(port),
                        "GODWIT_INBOUND_SMTP_HOST", "127.0.0.1"),
                settings));
    }

    /** Without limits of its own; {@code settings} come last. */
    public static InboundMailServer start(Map<String, String> settings) {
        return new InboundMailServer(settings);
    }

    public TestServer node() {
        return server;
    }

    public ProjectId project() {
        return new ProjectId(UUID.fromString(server.projectId(0)));
    }

    /** A mail of ours that has left. */
    public record Sent(ProjectId project, String id, String to) {

        private EmailId email() {
            return new EmailId(UUID.fromString(id));
        }

        public String returnPath() {
            return InboundMailServer.returnPath(project, email());
        }

        public String token() {
            return new VerpCodec(CRYPTO).token(project, email());
        }

        public String messageId() {
            return new MessageIdCodec(CRYPTO).write(project, email(), "example.test");
        }
    }

    public static String returnPath(ProjectId project, EmailId email) {
        return new VerpCodec(CRYPTO)
                .write(project, email, "bounce.example.test")
                .value();
    }

    /** New mails to as many readers, once they have left. */
    public List<Sent> send(int readers) {
        var to = new ArrayList<String>();
        for (var reader = 0; reader < readers; reader++) {
            to.add("reader" + COUNT.incrementAndGet() + "@example.org");
        }
        return send(to);
    }

    /** The same to these addresses. */
    public List<Sent> send(List<String> addresses) {
        var to = new JsonArray(addresses);
        var body = new JsonObject()
                .put("to", to)
                .put("from", "shop@example.test")
                .put("subject", "Your order")
                .put("body", "<p>Hello</p>");
        var answer = server.post("/v1/send", server.secretKey(0), body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var emails = new JsonObject(answer.body()).getJsonArray("emails");
        var sent = new ArrayList<Sent>();
        for (var reader = 0; reader < to.size(); reader++) {
            sent.add(new Sent(project(), emails.getJsonObject(reader).getString("email"), to.getString(reader)));
            awaitStatus(sent.get(reader), "SENT");
        }
        return sent;
    }

    public static String sample(String name) {
        return new String(BounceCorpus.named(name).mail(), StandardCharsets.UTF_8);
    }

    /** A mail of the corpus, about the mail that was sent. */
    public static String bounce(String name, Sent sent) {
        return sample(name).replace(SAMPLE, sent.messageId()).replace("ada@example.com", sent.to());
    }

    public static String message(String author, String subject, String answered, String text) {
        return "From: " + author + "\r\nTo: shop@example.test\r\nSubject: " + subject + "\r\nMessage-ID: <" + Ids.next()
                + "@example.com>\r\nIn-Reply-To: <" + answered + ">\r\n\r\n" + text + "\r\n";
    }

    public String deliver(String from, String to, String message) {
        return SmtpCaller.deliver(port, from, to, message.replace("\r\n", "\n").replace("\n", "\r\n"));
    }

    public String status(Sent sent) {
        return (String) server.database().value("SELECT status FROM emails WHERE id = ?::uuid", sent.id());
    }

    public void awaitStatus(Sent sent, String status) {
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(status(sent)).isEqualTo(status));
    }

    public long suppressions(Sent sent) {
        return server.database().count("SELECT count(*) FROM suppressions WHERE email = ?", sent.to());
    }

    /** The one mail of that subject that came in, as the log tells it. */
    public JsonObject awaitFiled(String subject) {
        var found = "SELECT emails.id FROM emails JOIN contents ON contents.project_id = emails.project_id"
                + " AND contents.id = content_id WHERE source = 'INBOUND' AND subject = ?";
        await().atMost(TIMEOUT)
                .until(() -> server.database().query(found, subject).size() == 1);
        var answer = server.get("/emails/" + server.database().value(found, subject), server.secretKey(0));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    /** Nothing that came in waits to be looked at. */
    public void awaitReports() {
        await().atMost(TIMEOUT).until(() -> count("SELECT count(*) FROM inbound_reports WHERE state = 'NEW'") == 0);
    }

    public long count(String sql) {
        return server.database().count(sql);
    }

    @Override
    public void close() {
        server.close();
    }
}
