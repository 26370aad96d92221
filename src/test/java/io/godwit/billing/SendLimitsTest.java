package io.godwit.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.CampaignServer;
import io.godwit.kit.StripeWebhooks;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.StripeDouble;
import io.godwit.kit.smtp.SmtpCaller;
import io.godwit.kit.workflows.TestWorkflow;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Limits on the other sources of mail: campaigns, workflows, tests and repetitions. */
@CloseFields
class SendLimitsTest {

    private static final Vertx VERTX = Vertx.vertx();

    private static StripeDouble stripe;
    private static CampaignServer server;
    private static StripeWebhooks payments;
    private static int smtpPort;

    @BeforeAll
    static void start() {
        stripe = StripeDouble.start(VERTX);
        smtpPort = FreePorts.free();
        var settings = new HashMap<>(stripe.settings());
        settings.put("GODWIT_INBOUND_SMTP_PORT", String.valueOf(smtpPort));
        settings.put("GODWIT_INBOUND_SMTP_HOST", "127.0.0.1");
        server = CampaignServer.start(settings);
        payments = new StripeWebhooks(server.node());
    }

    @BeforeEach
    void clear() {
        server.clear();
        payments.clear();
    }

    @Test
    void aCampaignThatDoesNotFitIsRefusedAndOneThatFitsIsSent() {
        payments.subscribe(0, "cus_1");
        payments.limit(0, "campaigns", 120);
        server.contacts("many", 121);
        var tooLarge = server.create(server.words());

        var refused = server.move(tooLarge, "send");
        payments.limit(0, "campaigns", 121);
        server.moved(tooLarge, "send");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("BILLING_LIMIT_EXCEEDED");
        server.awaitStatus(tooLarge, "SENT");
        assertThat(server.stats(tooLarge).getLong("sent")).isEqualTo(121);
        assertThat(usage("campaigns")).isEqualTo(121);
    }

    /** Others took what was left after the campaign had begun: it sends what it may, pauses, and goes on when it is let. */
    @Test
    void aCampaignAtItsLimitSendsWhatFitsAndPausesWithTheReason() {
        payments.subscribe(0, "cus_2");
        server.contacts("many", 130);
        var id = server.create(server.words());
        payments.limit(0, "campaigns", 130);
        server.node()
                .database()
                .query(
                        "UPDATE billing_accounts SET cap_campaigns = 75 WHERE project_id = ?::uuid",
                        server.node().projectId(0));
        server.node().database().query("""
                        UPDATE campaigns SET status = 'SCHEDULED', scheduled_at = now(), due_at = now() WHERE id = ?::uuid
                        """, id);

        server.awaitStatus(id, "PAUSED");
        var paused = server.campaign(id);
        var refused = server.move(id, "resume");
        await().atMost(CampaignServer.TIMEOUT).until(() -> server.stats(id).getLong("sent") == 75);
        var received = readers().size();
        payments.limit(0, "campaigns", 200);
        server.moved(id, "resume");
        server.awaitStatus(id, "SENT");

        assertThat(paused.getString("pauseReason")).isEqualTo("BILLING_LIMIT_EXCEEDED");
        assertThat(received).isEqualTo(75);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(readers()).hasSize(130).doesNotHaveDuplicates();
        assertThat(server.campaign(id).getValue("pauseReason")).isNull();
        assertThat(usage("campaigns")).isEqualTo(130);
    }

    @Test
    void mailThatComesInBeyondTheLimitIsDropped() {
        payments.subscribe(0, "cus_4");
        payments.limit(0, "inbound", 1);

        message("first");
        await().atMost(CampaignServer.TIMEOUT).until(() -> received() == 1);
        message("second");

        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.count("SELECT count(*) FROM inbound_reports WHERE state = 'NEW'") == 0);
        assertThat(received()).isEqualTo(1);
        assertThat(usage("inbound")).isEqualTo(1);
    }

    private static void message(String name) {
        var reply = SmtpCaller.deliver(
                smtpPort,
                name + "@example.com",
                "help@" + server.node().domain(0),
                "From: " + name + "@example.com\r\nTo: help@example.test\r\nSubject: Help\r\nMessage-ID: <" + name
                        + "@example.com>\r\n\r\nPlease.\r\n");
        assertThat(reply).startsWith("250 ");
    }

    private static long received() {
        return server.count("SELECT count(*) FROM emails WHERE status = 'RECEIVED'");
    }

    @Test
    void aWorkflowMailBeyondTheLimitIsSkippedWithTheReasonAndTheExecutionGoesOn() {
        payments.subscribe(0, "cus_3");
        payments.limit(0, "workflows", 2);
        var template = template();
        var flow = TestWorkflow.on("joined")
                .then("mail", "SEND_EMAIL", new JsonObject().put("templateId", template))
                .then("mark", "UPDATE_CONTACT", new JsonObject().put("updates", new JsonObject().put("welcomed", true)))
                .publish(server.node().database(), server.node().projectId(0));

        for (var name : new String[] {"a", "b", "c", "d"}) {
            var event = new JsonObject().put("event", "joined").put("email", name + "@example.com");
            assertThat(server.call("POST", "/v1/track", event).statusCode()).isEqualTo(200);
        }

        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.count(
                                "SELECT count(*) FROM executions WHERE workflow_id = ?::uuid AND status = 'COMPLETED'",
                                flow.id())
                        == 4);
        var skipped = server.node().database().query("""
                        SELECT output ->> 'reason' AS reason FROM execution_visits
                         WHERE step_id = ?::uuid AND status = 'SKIPPED'
                        """, flow.stepId("mail"));
        assertThat(skipped).hasSize(2);
        assertThat(skipped.get(0).get("reason").toString()).startsWith("BILLING_LIMIT_EXCEEDED: ");
        assertThat(server.count(
                        "SELECT count(*) FROM emails WHERE project_id = ?::uuid",
                        server.node().projectId(0)))
                .isEqualTo(2);
        assertThat(usage("workflows")).isEqualTo(2);
    }

    @Test
    void testMailsAndRepetitionsCountAsTransactional() {
        payments.subscribe(0, "cus_4");
        payments.limit(0, "transactional", 2);
        var campaign = server.create(server.words());
        var to = new JsonObject().put("email", "ada@example.com");

        var tested = server.call("POST", "/campaigns/" + campaign + "/test", to);
        var sent = server.call("POST", "/v1/send", mail());
        var email = new JsonObject(sent.body())
                .getJsonObject("data")
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
        await().atMost(CampaignServer.TIMEOUT).until(() -> server.count("SELECT count(*) FROM outbox") == 0);
        var resent = server.node().call("POST", "/emails/" + email + "/resend", server.key(), "");
        var testedBeyond = server.call("POST", "/campaigns/" + campaign + "/test", to);

        assertThat(tested.statusCode()).isEqualTo(200);
        assertThat(sent.statusCode()).isEqualTo(200);
        assertThat(resent.statusCode()).isEqualTo(429);
        assertThat(testedBeyond.statusCode()).isEqualTo(429);
        assertThat(usage("transactional")).isEqualTo(2);
    }

    /** Without the letters to owners. */
    private static List<String> readers() {
        return server.received().stream()
                .filter(recipient -> recipient.startsWith("many"))
                .toList();
    }

    private static long usage(String category) {
        return payments.limits(0).getJsonObject(category).getLong("usage");
    }

    private static JsonObject mail() {
        return new JsonObject()
                .put("to", "ada@example.com")
                .put("from", "hello@" + server.node().domain(0))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
    }

    private static String template() {
        var words = new JsonObject()
                .put("name", "Welcome")
                .put("subject", "Welcome")
                .put("body", "<p>Welcome</p>")
                .put("from", "team@" + server.node().domain(0))
                .put("type", "TRANSACTIONAL");
        return new JsonObject(server.call("POST", "/templates", words).body()).getString("id");
    }
}
