package io.godwit.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.smtp.ScriptedSmtpServer;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A mail server that offers DSN (RFC 3461) is told the signed token of the email, so that its reports prove what they are about. */
class ReportRequestTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Pattern ENVELOPE_ID = Pattern.compile("(?m)^MAIL FROM:.* ENVID=([0-9a-v]{56})\r\n");
    private static final Pattern HEADER = Pattern.compile("(?m)^X-Godwit-Token: ([0-9a-v]{56})\r\n");

    @Test
    void theEnvelopeIdIsTheTokenInTheHeaderOfTheEmail() {
        var vertx = Vertx.vertx();
        try (var relay = ScriptedSmtpServer.start(vertx, Optional.empty(), (number, command) -> reply(command));
                var server = TestServer.start(Map.of(
                        "GODWIT_MAIL_CATCHER_ENABLED", "false",
                        "GODWIT_MAIL_HOST", "127.0.0.1",
                        "GODWIT_MAIL_PORT", String.valueOf(relay.port()),
                        "GODWIT_MAIL_TLS", "none"))) {
            var body = new JsonObject()
                    .put("from", "shop@" + server.domain(0))
                    .put("to", "ada+news@example.test")
                    .put("subject", "Hello")
                    .put("body", "<p>Hello</p>");
            server.post("/v1/send", server.secretKey(0), body);

            await().atMost(TIMEOUT).until(() -> find(HEADER, relay).isPresent());
            assertThat(find(ENVELOPE_ID, relay)).isEqualTo(find(HEADER, relay));
            assertThat(relay.received()).contains(" ORCPT=rfc822;ada+2Bnews@example.test\r\n");
        } finally {
            vertx.close().await();
        }
    }

    private static Optional<String> find(Pattern pattern, ScriptedSmtpServer relay) {
        return pattern.matcher(relay.received())
                .results()
                .map((MatchResult found) -> found.group(1))
                .findFirst();
    }

    private static String reply(String command) {
        return switch (command.split("[ :]", 2)[0]) {
            case "" -> "220 mx.test\r\n";
            case "EHLO" -> "250-mx.test\r\n250 DSN\r\n";
            case "DATA" -> "354 Go on\r\n";
            case "QUIT" -> "221 Bye\r\n" + ScriptedSmtpServer.CLOSE;
            default -> "250 2.0.0 OK\r\n";
        };
    }
}
