package io.godwit.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** MAIL FROM of what goes out, and what a whole node knows of reports about it. */
@CloseFields
class ReturnPathTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final SmtpSink SINK = SmtpSink.start(VERTX);
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start(Map.of(
                "GODWIT_MAIL_CATCHER_ENABLED", "false",
                "GODWIT_MAIL_HOST", SINK.host(),
                "GODWIT_MAIL_PORT", String.valueOf(SINK.port()),
                "GODWIT_MAIL_TLS", "none",
                "GODWIT_INBOUND_RETURN_PATH", "Bounces.Godwit.test"));
    }

    @Test
    void everyMailHasAReturnPathOfItsOwn() {
        var one = send("ada@site.test");
        var other = send("bob@site.test");

        assertThat(one).matches("bounces\\+[0-9a-v]{56}@bounces\\.godwit\\.test");
        assertThat(other)
                .matches("bounces\\+[0-9a-v]{56}@bounces\\.godwit\\.test")
                .isNotEqualTo(one);
    }

    @Test
    void aDomainWhoseReturnPathLeadsToUsIsInLineWithItsMail() {
        server.database().query("""
                UPDATE domains
                   SET findings = '[{"type": "MX", "host": "bounce.example2.test", "status": "VALID", "found": "x"},
                                    {"type": "MX", "host": "bounce.example.test", "status": "MISSING"}]'
                """);

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(send("ada@site.test", 1)).endsWith("@bounce.example2.test"));
        assertThat(send("ada@site.test")).endsWith("@bounces.godwit.test");
    }

    /** Amazon SES says in its reply what it calls the mail; a report may say nothing else. */
    @Test
    void whatTheRelayCallsAMailIsRemembered() {
        var name = "0107018c5c6f2a3b-1f2e3d4c-0a1b-4c2d-8e3f-112233445566-000000";
        SINK.rule(SinkPoint.DOT, 1, new SinkBehaviour.Reply("250 Ok " + name));

        send("eve@site.test");

        await().atMost(Duration.ofSeconds(30))
                .until(() ->
                        server.database().count("SELECT count(*) FROM provider_message_ids WHERE provider_id = ?", name)
                                == 1);
    }

    @Test
    void aNodeWithoutTopicsTakesNoNotification() {
        var answer = server.call("POST", "/webhooks/sns", "", "{}", "Content-Type", "text/plain");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(server.call("GET", "/webhooks/sns", "", "").statusCode()).isEqualTo(405);
    }

    private static String send(String to) {
        return send(to, 0);
    }

    /** Completes with its MAIL FROM. */
    private static String send(String to, int project) {
        var before = SINK.everything().size();
        var mail = new JsonObject()
                .put("to", to)
                .put("from", "hello@" + server.domain(project))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
        assertThat(server.post("/v1/send", server.secretKey(project), mail).statusCode())
                .isEqualTo(200);
        await().atMost(Duration.ofSeconds(60)).until(() -> SINK.everything().size() > before);
        return SINK.everything().get(SINK.everything().size() - 1).mailFrom();
    }
}
