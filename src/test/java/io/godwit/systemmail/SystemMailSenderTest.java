package io.godwit.systemmail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Emails of the installation to its own users. */
@CloseFields
class SystemMailSenderTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

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
    }

    /** Nobody can lift a suppression of the installation's own emails: it has no members, and no page shows it. */
    @Test
    void anEmailThatIsAskedForGoesOutAfterAnEarlierOneCameBack() {
        BrowserUser.signedUp(server, "ada@example.com");
        await().atMost(TIMEOUT).until(() -> !sink.messages().isEmpty());
        sink.ruleFor("ada", new SinkBehaviour.Reply("550 5.1.1 No such user"));
        requestReset();
        await().atMost(TIMEOUT)
                .until(() ->
                        server.database().count("SELECT count(*) FROM suppressions WHERE email = 'ada@example.com'")
                                == 1);
        sink.polite();

        requestReset();

        await().atMost(TIMEOUT).until(() -> sink.messages().stream()
                .anyMatch(mail -> mail.header("Subject").orElse("").equals("Choose a new password")));
        assertThat(server.database().count("SELECT count(*) FROM suppressions")).isZero();
    }

    private static void requestReset() {
        var answer = server.post("/auth/request-password-reset", "", new JsonObject().put("email", "ada@example.com"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }
}
