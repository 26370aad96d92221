package io.godwit.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ContactApi;
import io.godwit.kit.nodes.NodeWithMailServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mail to addresses in other scripts goes to whom they are, and to nobody else. */
@GodwitServer
class InternationalAddressTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static TestServer server;
    private static ContactApi calls;

    @BeforeAll
    static void start() {
        calls = ContactApi.ofDemo(server, 0);
    }

    @Test
    void mailToADomainWithASharpSGoesToThatDomain() {
        calls.send("ada@straße.de");
        calls.send("bob@💩.la");

        awaitMailTo("ada@xn--strae-oqa.de");
        awaitMailTo("bob@xn--ls8h.la");
    }

    @Test
    void mailToALocalPartOutsideAsciiArrivesWithTheAddressInItsHeader() {
        calls.send("Jo\u0308rg@example.com");

        var message = awaitMailTo("j\u00f6rg@example.com");
        assertThat(message.getJsonObject("envelope").getString("to")).isEqualTo("j\u00f6rg@example.com");
        assertThat(message.getJsonObject("headers").getString("DKIM-Signature")).contains("d=example.test");
        assertThat(server.database().query("SELECT email FROM contacts WHERE email LIKE 'j_rg@example.com'"))
                .hasSize(1);
    }

    @Test
    void aSenderOutsideAsciiIsRefusedWithTheReason() {
        var mail = calls.mail("ada@example.com");
        for (var field : List.of("from", "replyTo")) {
            var answer = calls.call("POST", "/v1/send", mail.copy().put(field, "j\u00f6rg@example.test"));

            assertThat(answer.statusCode()).as(field).isEqualTo(422);
            assertThat(answer.body()).as(field).contains("recipients only");
        }
    }

    /**
     * The reader may well exist (RFC 6531 §3.7.4.2): the mail server is too old for the address. That many get the same refusal is no
     * reason to pause the others.
     */
    @ParameterizedTest
    @ValueSource(strings = {"native", "vertx"})
    void aMailServerThatCannotTakeTheAddressRefusesThisMailAndSuppressesNobody(String client) {
        try (var node =
                new NodeWithMailServer(Map.of("GODWIT_MAIL_CLIENT", client, "GODWIT_SENDING_REFUSALS_WAIT", "10m"))) {
            ContactApi.ofDemo(node.server(), 0).post("j\u00f6rg@example.com");
            var email = NodeWithMailServer.id(node.accepted(node.mail("j\u00f6rg@example.com")), 0);
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(node.email(email).encode()).contains("BOUNCED", "SMTPUTF8"));
            for (var number = 0; number < 20; number++) {
                node.accepted(node.mail("j\u00f6rg@d" + number + ".example.com"));
            }
            await().atMost(TIMEOUT)
                    .until(() -> node.server().database().count("SELECT count(*) FROM emails WHERE status = 'BOUNCED'")
                            == 21);
            node.accepted(node.mail("ada@example.com"));

            assertThat(node.mailTo("ada@example.com").recipient()).isEqualTo("ada@example.com");
            assertThat(node.server().database().query("SELECT 1 FROM suppressions"))
                    .isEmpty();
            assertThat(node.server().database().count("SELECT count(*) FROM contacts WHERE subscribed"))
                    .isEqualTo(1);
        }
    }

    private static JsonObject awaitMailTo(String address) {
        return await().atMost(TIMEOUT)
                .until(
                        () -> new JsonArray(
                                        server.get("/dev/mailbox/messages", "").body())
                                .stream()
                                        .map(JsonObject.class::cast)
                                        .filter(message ->
                                                message.getString("to").contains(address))
                                        .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }
}
