package io.godwit.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.ContactApi;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Mail to addresses in other scripts goes to whom they are, and to nobody else. */
class InternationalAddressTest {

    private static TestServer server;
    private static ContactApi calls;

    @BeforeAll
    static void start() {
        server = TestServer.start();
        calls = ContactApi.ofDemo(server, 0);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void mailToADomainWithASharpSGoesToThatDomain() {
        calls.send("ada@straße.de");
        calls.send("bob@💩.la");

        await().atMost(Duration.ofSeconds(60)).until(() -> recipients().size() == 2);
        assertThat(recipients().encode()).contains("ada@xn--strae-oqa.de", "bob@xn--ls8h.la");
    }

    @Test
    void aLocalPartOutsideAsciiIsRefusedWithTheReason() {
        var answer = calls.call("POST", "/v1/send", calls.mail("jörg@example.com"));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("SMTPUTF8");
    }

    private static JsonArray recipients() {
        var messages = new JsonArray(server.get("/dev/mailbox/messages", "").body());
        return new JsonArray(messages.stream()
                .map(io.vertx.core.json.JsonObject.class::cast)
                .map(message -> message.getValue("to"))
                .toList());
    }
}
