package io.godwit.sending.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.nodes.NodeWithMailServer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dialogue of emails that the relay takes at once, as {@code GET /emails/:id} shows it. */
class AcceptanceEvidenceTest {

    @ParameterizedTest
    @ValueSource(strings = {"native", "vertx"})
    void anAcceptanceByTheRelayIsShownWithItsDialogue(String client) {
        try (var node = new NodeWithMailServer(Map.of("GODWIT_MAIL_CLIENT", client))) {
            var attempts = sent(node, "ada@example.com").getJsonArray("attempts");

            assertThat(attempts).hasSize(1);
            var attempt = attempts.getJsonObject(0);
            assertThat(attempt.getInteger("attempt")).isEqualTo(1);
            assertThat(attempt.getString("outcome")).isEqualTo("SENT");
            assertThat(attempt.getString("stage")).isEqualTo("DOT");
            assertThat(attempt.getInteger("code")).isEqualTo(250);
            assertThat(attempt.getString("enhancedCode")).isEqualTo("2.0.0");
            assertThat(attempt.getString("createdAt")).isNotEmpty();
            var evidence = attempt.getJsonObject("evidence");
            assertThat(evidence.getString("host")).isEqualTo("127.0.0.1");
            assertThat(names(evidence)).containsSubsequence("MAIL", "RCPT", "DATA", "dot");
            var dot = steps(evidence).get(steps(evidence).size() - 1);
            assertThat(dot.getInteger("code")).isEqualTo(250);
            assertThat(dot.getJsonArray("lines")).containsExactly(attempt.getString("reply"));
            assertThat(steps(evidence))
                    .allSatisfy(step -> assertThat(step.getLong("milliseconds")).isNotNegative());
        }
    }

    @Test
    void theFirstEmailOfAConnectionAlsoHasItsOpeningAndTheNextOneIsSmall() {
        try (var node = new NodeWithMailServer(Map.of("GODWIT_MAIL_CONNECTIONS", "1"))) {
            var first = evidence(sent(node, "ada@example.com"));
            var second = evidence(sent(node, "bob@example.com"));

            assertThat(names(first)).startsWith("connect", "greeting", "EHLO");
            assertThat(first.getString("address")).contains("127.0.0.1");
            assertThat(first.getString("localAddress")).contains("127.0.0.1");
            assertThat(names(second)).containsExactly("MAIL", "RCPT", "DATA", "dot");
            assertThat(node.server()
                            .database()
                            .count("SELECT octet_length(acceptance) FROM emails WHERE to_email = 'bob@example.com'"))
                    .isLessThan(200);
            assertThat(node.server().database().count("SELECT count(*) FROM email_attempts"))
                    .isZero();
        }
    }

    @Test
    void anEmailThatIsTakenAtTheSecondAttemptHasBothDialogues() {
        try (var node = new NodeWithMailServer(Map.of("GODWIT_SENDING_PACE", "100"))) {
            var attempts = sent(node, "tempfail-rcpt-450-1times@example.com").getJsonArray("attempts");

            assertThat(attempts)
                    .extracting(attempt -> ((JsonObject) attempt).getString("outcome"))
                    .containsExactly("DEFERRED", "SENT");
            assertThat(attempts)
                    .allSatisfy(attempt -> assertThat(names(((JsonObject) attempt).getJsonObject("evidence")))
                            .contains("MAIL", "RCPT"));
        }
    }

    private static JsonObject sent(NodeWithMailServer node, String to) {
        var id = NodeWithMailServer.id(node.accepted(node.mail(to)), 0);
        await().atMost(NodeWithMailServer.TIMEOUT).until(() -> node.email(id).getString("status"), "SENT"::equals);
        return node.email(id);
    }

    private static JsonObject evidence(JsonObject email) {
        return email.getJsonArray("attempts").getJsonObject(0).getJsonObject("evidence");
    }

    private static List<JsonObject> steps(JsonObject evidence) {
        return evidence.getJsonArray("steps").stream()
                .map(JsonObject.class::cast)
                .toList();
    }

    private static List<String> names(JsonObject evidence) {
        return steps(evidence).stream().map(step -> step.getString("step")).toList();
    }
}
