package io.godwit.delivery.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.CaughtMessages;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each address of the simulator, through {@code POST /v1/send} and the email log of a whole node. */
@GodwitServer({
    "GODWIT_SENDING_PACE=100",
    "GODWIT_SENDING_REFUSALS_DOMAINS=1",
    "GODWIT_INBOUND_RETURN_PATH=bounces.godwit.test"
})
class SimulatorTest {

    private static final String DOMAIN = "@simulator.godwit.test";

    private static TestServer server;

    @Test
    void aBounceIsRefusedWithItsCodeAndTheNextTestIsNotSuppressed() {
        var first = ended("bounce+5.1.1" + DOMAIN, "BOUNCED");
        var second = ended("bounce+5.1.1" + DOMAIN, "BOUNCED");

        for (var email : List.of(first, second)) {
            var attempt = email.getJsonArray("attempts").getJsonObject(0);
            assertThat(attempt.getInteger("code")).isEqualTo(550);
            assertThat(attempt.getString("enhancedCode")).isEqualTo("5.1.1");
            assertThat(attempt.getString("stage")).isEqualTo("RCPT");
            assertThat(events(email)).contains("email.bounce");
        }
        assertNothingIsRemembered("bounce+5.1.1" + DOMAIN);
    }

    @Test
    void aRefusalForAnotherReasonFailsWithoutABounce() {
        var email = ended("bounce+5.7.1+policy" + DOMAIN, "FAILED");

        assertThat(email.getJsonArray("attempts").getJsonObject(0).getString("enhancedCode"))
                .isEqualTo("5.7.1");
    }

    @Test
    void aDeferredEmailIsAcceptedAtTheAttemptAfter() {
        var email = ended("defer+3" + DOMAIN, "SENT");

        assertThat(email.getJsonArray("attempts"))
                .extracting(attempt -> ((JsonObject) attempt).getString("outcome"))
                .containsExactly("DEFERRED", "DEFERRED", "DEFERRED", "SENT");
        assertThat(email.getJsonArray("attempts").getJsonObject(0).getString("reply"))
                .contains("Simulated deferral 1 of 3");
    }

    @Test
    void theActivityTellsOfADeferredEmail() {
        var email = ended("defer+2" + DOMAIN, "SENT");

        assertThat(activity("types=email.delayed&contactId=" + email.getString("contactId")))
                .containsExactly(email.getString("id"));
        assertThat(activity("types=email.delayed")).contains(email.getString("id"));
        assertThat(activity("contactId=" + email.getString("contactId")))
                .as("deferred and sent")
                .containsExactly(email.getString("id"), email.getString("id"));
    }

    /** Answers the emails that the entries of the activity are about; as many as it says there are. */
    private static List<String> activity(String query) {
        var page = new JsonObject(
                server.get("/activity?limit=100&" + query, server.secretKey(0)).body());
        var emails = page.getJsonArray("data").stream()
                .map(entry -> ((JsonObject) entry).getJsonObject("metadata").getString("emailId"))
                .toList();
        assertThat(page.getInteger("total")).isEqualTo(emails.size());
        return emails;
    }

    @Test
    void anEmailIsReportedAsDelivered() {
        var email = ended("delivered+ada" + DOMAIN, "DELIVERED");

        assertThat(events(email)).contains("email.sent", "email.delivery");
    }

    @Test
    void anAcceptedEmailBouncesByAMessage() {
        var email = ended("async-bounce+5.1.1" + DOMAIN, "BOUNCED");

        assertThat(events(email)).contains("email.sent", "email.bounce");
        assertNothingIsRemembered("async-bounce+5.1.1" + DOMAIN);
    }

    @Test
    void anEmailIsReportedAsSpamAndTheContactStaysSubscribed() {
        subscribe("complain" + DOMAIN);

        var email = ended("complain" + DOMAIN, "COMPLAINED");

        assertThat(events(email)).contains("email.sent", "email.complaint");
        assertNothingIsRemembered("complain" + DOMAIN);
        assertThat(server.database()
                        .count("SELECT count(*) FROM contacts WHERE email = ? AND subscribed", "complain" + DOMAIN))
                .isEqualTo(1);
    }

    @Test
    void noAlertCountsASimulatedBounceOrComplaint() {
        ended("async-bounce+5.1.2" + DOMAIN, "BOUNCED");
        ended("complain+again" + DOMAIN, "COMPLAINED");

        assertThat(server.get("/metrics", "").body())
                .contains(
                        "godwit_inbound_reports_total{kind=\"bounce\"} 0.0",
                        "godwit_inbound_reports_total{kind=\"complaint\"} 0.0");
    }

    @Test
    void anEmailIsOpened() {
        var email = ended("open" + DOMAIN, "OPENED");

        assertThat(events(email)).contains("email.open").doesNotContain("email.click");
    }

    @Test
    void aLinkIsClicked() {
        var email = ended("click" + DOMAIN, "CLICKED");

        var click = event(email, "email.click");
        assertThat(click.getString("link")).isEqualTo("https://example.org/offer");
    }

    @Test
    void aSlowServerIsWaitedFor() {
        var started = System.nanoTime();

        ended("slow+1500ms" + DOMAIN, "SENT");

        assertThat(Duration.ofNanos(System.nanoTime() - started)).isGreaterThan(Duration.ofMillis(1500));
    }

    @Test
    void anOutOfOfficeReplyChangesNothing() {
        var email = ended("oof" + DOMAIN, "SENT");

        await().atMost(Duration.ofSeconds(30)).until(() -> server.database().count("""
                                SELECT count(*) FROM inbound_reports
                                 WHERE due_at IS NULL AND position('Out of office'::bytea IN raw) > 0
                                """) == 1);
        assertThat(get(email.getString("id")).getString("status")).isEqualTo("SENT");
    }

    @Test
    void aSuppressedAddressEndsWithoutAnAttempt() {
        var email = ended("suppressed" + DOMAIN, "SUPPRESSED");

        assertThat(email.getJsonArray("attempts")).isEmpty();
        assertThat(email.getString("error")).contains("suppression list");
    }

    @Test
    void anUnknownNameIsRefusedAndSaysSo() {
        var email = ended("bonce" + DOMAIN, "BOUNCED");

        assertThat(email.getString("error")).contains("has no address of this name");
    }

    @Test
    void simulatedEmailsAreMarkedAndLeftOutOfTheRates() {
        var email = ended("bounce+5.1.10" + DOMAIN, "BOUNCED");
        var accepted = ended("delivered+rates" + DOMAIN, "DELIVERED");

        assertThat(event(email, "email.bounce").getBoolean("simulated")).isTrue();
        assertThat(event(accepted, "email.sent").getBoolean("simulated")).isTrue();
        assertThat(event(accepted, "email.delivery").getBoolean("simulated")).isTrue();
        assertThat(server.database().count("""
                        SELECT count(*) FROM email_facts WHERE email_id IN (?, ?)
                        """, id(email), id(accepted))).isZero();
        var rates = new JsonObject(
                server.get("/analytics/deliverability", server.secretKey(0)).body());
        assertThat(rates.getInteger("bounces")).isZero();
        assertThat(rates.getJsonArray("reasons")).isEmpty();
    }

    @Test
    void noEmailLeavesTheMachineAndOthersGoToTheMailServer() {
        ended("delivered+mailbox" + DOMAIN, "DELIVERED");
        ended("ada@example.org", "SENT");

        var caught = new CaughtMessages(server);
        assertThat(caught.to("delivered+mailbox" + DOMAIN, "Simulated")).isEmpty();
        assertThat(caught.to("ada@example.org", "Simulated")).hasSize(1);
    }

    /** Refusals of many simulated recipients say nothing about the mail server; ten others at one domain would pause the project. */
    @Test
    void manySimulatedRefusalsPauseNobody() {
        var refused = IntStream.range(0, 12)
                .mapToObj(number -> send("bounce+5.7.1+many" + number + DOMAIN))
                .toList();

        refused.forEach(id -> awaitStatus(id, "FAILED"));

        assertThat(server.database().count("SELECT count(*) FROM refusal_breakers"))
                .isZero();
        ended("eve@example.org", "SENT");
    }

    private static void assertNothingIsRemembered(String address) {
        assertThat(server.database().count("SELECT count(*) FROM suppressions WHERE email = ?", address))
                .isZero();
        assertThat(server.database().count("SELECT count(*) FROM address_signs WHERE email = ?", address))
                .isZero();
    }

    private static void subscribe(String email) {
        var answer = server.post(
                "/contacts",
                server.secretKey(0),
                new JsonObject().put("email", email).put("subscribed", true));
        assertThat(answer.statusCode()).isLessThan(300);
    }

    /** Sends an email and answers its record once it has the status. */
    private static JsonObject ended(String to, String status) {
        var id = send(to);
        awaitStatus(id, status);
        return get(id);
    }

    private static void awaitStatus(String id, String status) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(get(id).getString("status")).isEqualTo(status));
    }

    private static String send(String to) {
        var sent = server.post(
                "/v1/send",
                server.secretKey(0),
                new JsonObject()
                        .put("to", to)
                        .put("from", "hello@" + server.domain(0))
                        .put("subject", "Simulated")
                        .put("body", "<p>Hello <a href=\"https://example.org/offer\">you</a></p>")
                        .put("tracking", true));
        assertThat(sent.statusCode()).isEqualTo(200);
        return new JsonObject(sent.body())
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
    }

    private static JsonObject get(String id) {
        return new JsonObject(server.get("/emails/" + id, server.secretKey(0)).body());
    }

    private static List<String> events(JsonObject email) {
        return email.getJsonArray("events").stream()
                .map(event -> ((JsonObject) event).getString("name"))
                .toList();
    }

    private static JsonObject event(JsonObject email, String name) {
        return email.getJsonArray("events", new JsonArray()).stream()
                .map(JsonObject.class::cast)
                .filter(event -> event.getString("name").equals(name))
                .findFirst()
                .orElseThrow()
                .getJsonObject("data");
    }

    private static UUID id(JsonObject email) {
        return UUID.fromString(email.getString("id"));
    }
}
