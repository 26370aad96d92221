package io.godwit.kit.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A whole node and the mail server it sends to. */
public final class NodeWithMailServer implements AutoCloseable {

    public static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Vertx vertx = Vertx.vertx();
    private final SmtpSink sink = SmtpSink.start(vertx);
    private final TestServer server;

    public NodeWithMailServer() {
        this(Map.of());
    }

    /** With settings that come last. */
    public NodeWithMailServer(Map<String, String> more) {
        server = TestServer.start(NodeSettings.all(
                Map.of(
                        "GODWIT_MAIL_CATCHER_ENABLED",
                        "",
                        "GODWIT_MAIL_HOST",
                        sink.host(),
                        "GODWIT_MAIL_PORT",
                        String.valueOf(sink.port()),
                        "GODWIT_MAIL_TLS",
                        "none"),
                more));
    }

    public TestServer server() {
        return server;
    }

    public JsonObject mail(String to) {
        return new JsonObject()
                .put("to", to)
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Hello {{name ?? you}}")
                .put("body", "<p>Hello</p>");
    }

    public JsonObject accepted(JsonObject body) {
        var answer = server.post("/v1/send", server.secretKey(0), body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    /** The id of the email to recipient {@code at}. */
    public static String id(JsonObject sent, int at) {
        return sent.getJsonObject("data")
                .getJsonArray("emails")
                .getJsonObject(at)
                .getString("email");
    }

    public JsonObject email(String id) {
        return get("/emails/" + id);
    }

    public JsonObject get(String path) {
        return new JsonObject(server.get(path, server.secretKey(0)).body());
    }

    public SinkMessage mailTo(String recipient) {
        return mailsTo(recipient).get(0);
    }

    /** In the order of the recipients. */
    public List<SinkMessage> mailsTo(String... recipients) {
        return Arrays.stream(recipients)
                .map(recipient -> await().atMost(TIMEOUT)
                        .until(() -> received(recipient), Optional::isPresent)
                        .orElseThrow())
                .toList();
    }

    public Optional<SinkMessage> received(String recipient) {
        return sink.messages().stream()
                .filter(mail -> mail.recipient().equals(recipient))
                .findFirst();
    }

    @Override
    public void close() {
        server.close();
        sink.close();
        vertx.close().await();
    }
}
