package io.godwit.systemmail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The mail to those who run a project when a mail server refuses the project's mail to many recipients alike. */
@CloseFields
class PausedSendingNotifierTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String OWNER = "demo@example.test";
    private static final String PAUSED = "Your mail is paused";
    private static final String RESUMED = "Your mail goes on";

    private static Vertx vertx;
    private static SmtpSink sink;
    private static TestServer server;

    @BeforeAll
    static void start() {
        vertx = Vertx.vertx();
        sink = SmtpSink.start(vertx);
        server = TestServer.start(Map.of(
                "GODWIT_MAIL_CATCHER_ENABLED", "",
                "GODWIT_MAIL_HOST", sink.host(),
                "GODWIT_MAIL_PORT", String.valueOf(sink.port()),
                "GODWIT_MAIL_TLS", "none",
                "GODWIT_SENDING_PACE", "100"));
        member("member@example.com", "MEMBER");
    }

    private static void member(String email, String role) {
        var id = UUID.randomUUID();
        server.database()
                .query(
                        "INSERT INTO users (id, email, password_hash, email_verified) VALUES (?, ?, 'x', true)",
                        id,
                        email);
        server.database()
                .query(
                        "INSERT INTO memberships (project_id, user_id, role) VALUES (?::uuid, ?, ?)",
                        server.projectId(0),
                        id,
                        role);
    }

    private static void send(int readers) {
        var to = new JsonArray();
        for (var reader = 0; reader < readers; reader++) {
            to.add("reader" + reader + "@host" + reader + ".example.org");
        }
        var body = new JsonObject()
                .put("to", to)
                .put("from", "shop@example.test")
                .put("subject", "Offer")
                .put("body", "<p>Hello</p>");
        var answer = server.post("/v1/send", server.secretKey(0), body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static List<SinkMessage> received(String subject) {
        return sink.messages().stream()
                .filter(message -> message.header("Subject").orElse("").equals(subject))
                .toList();
    }

    private static void awaitBreaker(boolean open) {
        await().atMost(TIMEOUT)
                .until(() -> server.database()
                                .count("SELECT count(*) FROM refusal_breakers WHERE (closed_at IS NULL) = ?", open)
                        == 1);
    }

    private static long probes() {
        return server.database().count("SELECT coalesce(sum(probes), 0) FROM refusal_breakers");
    }

    private static void refuseAndMend() {
        sink.ruleFor("reader", new SinkBehaviour.Reply("550 5.7.1 relay not permitted for <this>"));
        send(15);
        awaitBreaker(true);
        await().atMost(TIMEOUT).until(() -> probes() >= 3);
    }

    @Test
    void whoRunsAProjectIsToldOnceThatItsMailIsPausedAndOnceThatItGoesOn() {
        refuseAndMend();

        await().atMost(TIMEOUT).until(() -> !received(PAUSED).isEmpty());
        assertThat(received(PAUSED)).singleElement().satisfies(mail -> {
            assertThat(mail.recipient()).isEqualTo(OWNER);
            assertThat(mail.text().replace("=\r\n", "")).contains("relay not permitted for &lt;this&gt;");
        });
        assertThat(received(RESUMED)).isEmpty();

        sink.polite();

        await().atMost(TIMEOUT).until(() -> received("Offer").size() == 15);
        awaitBreaker(false);
        await().atMost(TIMEOUT).until(() -> !received(RESUMED).isEmpty());

        refuseAndMend();
        sink.polite();
        awaitBreaker(false);

        await().atMost(TIMEOUT).until(() -> server.database().count("SELECT count(*) FROM outbox") == 0);
        assertThat(received("Offer")).hasSize(30);
        assertThat(received(PAUSED)).hasSize(1);
        assertThat(received(RESUMED)).hasSize(1).allMatch(mail -> mail.recipient()
                .equals(OWNER));
        assertThat(server.database().query("SELECT action FROM audit WHERE action LIKE 'mail.%' ORDER BY id"))
                .hasSizeGreaterThanOrEqualTo(2);
    }
}
