package io.godwit.reputation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.id.ProjectId;
import io.godwit.kit.BrowserUser;
import io.godwit.kit.CampaignServer;
import io.godwit.kit.StripeWebhooks;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@CloseFields
class SecurityRoutesTest {

    private static CampaignServer server;
    private static StripeWebhooks payments;

    @BeforeAll
    static void start() {
        server = CampaignServer.start(
                Map.of("GODWIT_REPUTATION_SUSPEND", "true", "GODWIT_REPUTATION_MIN_SUSPENSION", "1ms"));
        payments = new StripeWebhooks(server.node());
    }

    @BeforeEach
    void clear() {
        server.node().database().query("DELETE FROM email_counts");
        server.node().database().query("DELETE FROM reputation_warnings");
        server.clear();
        payments.clear();
        server.node().database().query("UPDATE projects SET created_at = now() - interval '60 days'");
    }

    @Test
    void bothPathsTellTheRatesOfMailThatLeftUs() {
        counted(900, 8, 0, "1 day");
        counted(3000, 21, 1, "90 days");
        server.sink().rule(SinkPoint.RCPT, 1, new SinkBehaviour.Reply("550 5.1.1 No such user"));
        send("nobody@example.com");
        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.count("SELECT count(*) FROM events WHERE name = 'email.bounce'") == 1);

        var bare = state();
        var wrapped = new JsonObject(server.node()
                .get("/projects/" + server.node().projectId(0) + "/security", server.key())
                .body());

        assertThat(wrapped.getBoolean("success")).isTrue();
        assertThat(wrapped.getJsonObject("data")).isEqualTo(bare);
        var status = bare.getJsonObject("status");
        assertThat(status.getJsonObject("sevenDay")).isEqualTo(rates(901, 9, 0, 0.999, 0.0));
        assertThat(status.getJsonObject("allTime")).isEqualTo(rates(3901, 30, 1, 0.769, 0.026));
        assertThat(status.getBoolean("isHealthy")).isTrue();
        assertThat(bare.getJsonObject("levels").getString("bounce7Day")).isEqualTo("healthy");
        assertThat(bare.getBoolean("isDisabled")).isFalse();
        assertThat(bare.getJsonArray("suspensions")).isEmpty();
    }

    @Test
    void aCriticalBounceRateSuspendsTheProjectAndItsKeysAndTellsItsOwners() {
        counted(190, 19, 0, "1 day");
        server.sink().rule(SinkPoint.RCPT, 1, new SinkBehaviour.Reply("550 5.1.1 No such user"));

        send("nobody@example.com");
        await().atMost(CampaignServer.TIMEOUT).until(() -> state().getBoolean("isDisabled"));
        // The state is that of the database, which the node's cache of keys follows within two seconds.
        var refused = await().atMost(CampaignServer.TIMEOUT)
                .until(
                        () -> server.call("POST", "/v1/send", mail("ada@example.com")),
                        answer -> answer.statusCode() != 200);
        var appeal = server.call(
                "POST",
                "/projects/" + server.node().projectId(0) + "/security/appeal",
                new JsonObject().put("message", "We have cleaned our list"));

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("PROJECT_DISABLED");
        var suspension = state().getJsonArray("suspensions").getJsonObject(0);
        assertThat(suspension.getString("reason")).isEqualTo("EMAIL_REPUTATION");
        assertThat(suspension.getString("evidence")).contains("bounce rate of 7 days is 10.471 %");
        assertThat(suspension.getValue("endedAt")).isNull();
        assertThat(appeal.statusCode()).isEqualTo(200);
        assertThat(state().getJsonArray("suspensions").getJsonObject(0).getString("appealedAt"))
                .isNotNull();
        assertThat(server.count("SELECT count(*) FROM audit WHERE action = 'project.suspended'"))
                .isPositive();
        await().atMost(CampaignServer.TIMEOUT).until(() -> server.sink().messages().stream()
                .anyMatch(mail -> mail.text().contains("Your project is suspended")));
    }

    /** Sign-ups with addresses of nobody must not keep the password resets and invitations of everybody else. */
    @Test
    void bouncesOfTheInstallationsOwnEmailsSuspendNothing() {
        BrowserUser.signedUp(server.node(), "first" + UUID.randomUUID() + "@example.com");
        var system = ProjectId.SYSTEM.toString();
        counted(system, 190, 19, 0, "1 day");
        server.sink().rule(SinkPoint.RCPT, 1, new SinkBehaviour.Reply("550 5.1.1 No such user"));

        BrowserUser.signedUp(server.node(), "nobody" + UUID.randomUUID() + "@example.com");
        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.count(
                                        "SELECT count(*) FROM events WHERE name = 'email.bounce' AND project_id = ?::uuid",
                                        system)
                                == 1
                        && server.count("SELECT count(*) FROM reputation_pending") == 0);

        assertThat(server.count("SELECT count(*) FROM projects WHERE disabled")).isZero();
        var later = "later" + UUID.randomUUID() + "@example.com";
        BrowserUser.signedUp(server.node(), later);
        await().atMost(CampaignServer.TIMEOUT).until(() -> server.received().contains(later));
    }

    @Test
    void aMailboxThatStaysFullIsABounceOfTheReportsAndNoneOfTheProjectsRates() {
        server.sink().rule(SinkPoint.RCPT, new SinkBehaviour.Reply("452 4.2.2 The mailbox is over quota"));
        send("full@example.com");
        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.count("SELECT count(*) FROM email_attempts WHERE outcome = 'DEFERRED'") > 0);
        // So old that its next attempt is its last.
        await().atMost(CampaignServer.TIMEOUT).until(() -> {
            server.database("UPDATE outbox SET created_at = now() - interval '3 days',"
                    + " message_date = now() - interval '3 days', due_at = now()");
            return server.count("SELECT count(*) FROM emails WHERE status = 'BOUNCED'") == 1;
        });

        var reported = server.get("/analytics/overview").getJsonObject("current");
        var feed = server.get("/activity?types=email.bounced");

        assertThat(reported.getInteger("bounced")).isEqualTo(1);
        assertThat(feed.getInteger("total")).isEqualTo(1);
        assertThat(state().getJsonObject("status").getJsonObject("sevenDay")).isEqualTo(rates(0, 0, 0, 0.0, 0.0));
    }

    @Test
    void oneBounceInTenIsNoReasonForAnything() {
        counted(9, 0, 0, "1 hour");
        server.sink().rule(SinkPoint.RCPT, 1, new SinkBehaviour.Reply("550 5.1.1 No such user"));

        send("nobody@example.com");
        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.count("SELECT count(*) FROM reputation_pending") == 0
                        && server.count("SELECT count(*) FROM emails WHERE status = 'BOUNCED'") == 1);

        assertThat(state().getJsonObject("levels").getString("bounce7Day")).isEqualTo("healthy");
        assertThat(state().getBoolean("isDisabled")).isFalse();
    }

    @Test
    void aSuspensionEndsByItselfWhenTheWeekIsGoodAgain() {
        server.node().database().query("""
                        INSERT INTO suspensions (project_id, id, reason, evidence, began_at)
                        VALUES (?::uuid, gen_random_uuid(), 'EMAIL_REPUTATION', 'too much', now() - interval '8 days')
                        """, server.node().projectId(0));
        server.node().database().query("""
                        UPDATE projects SET disabled = true, disabled_reason = 'EMAIL_REPUTATION' WHERE id = ?::uuid
                        """, server.node().projectId(0));
        counted(1000, 200, 0, "8 days");

        server.node().restart();

        await().atMost(CampaignServer.TIMEOUT).until(() -> !state().getBoolean("isDisabled"));
        assertThat(state().getJsonArray("suspensions").getJsonObject(0).getString("endedBy"))
                .isEqualTo("the rates of the last 7 days are good");
        assertThat(state().getJsonObject("levels").getString("bounceAllTime")).isEqualTo("critical");
        assertThat(state().getJsonObject("status").getBoolean("shouldDisable")).isFalse();
    }

    @Test
    void withoutKeysOfStripeNothingIsBilledAndNothingLimited() {
        var ends = Map.of(
                "/checkout", "POST",
                "/billing-portal", "POST",
                "/billing-consumption", "GET",
                "/billing-invoices", "GET");

        ends.forEach((end, method) -> assertThat(server.node()
                        .call(method, payments.path(0, end), server.key(), "")
                        .statusCode())
                .as(end)
                .isEqualTo(404));

        assertThat(server.call("PUT", payments.path(0, "/billing-limits"), new JsonObject().put("campaigns", 1))
                        .statusCode())
                .isEqualTo(404);
        assertThat(payments.limits(0).getJsonObject("campaigns").getValue("limit"))
                .isNull();
        assertThat(payments.tell(StripeWebhooks.event("invoice.paid", new JsonObject()))
                        .statusCode())
                .isEqualTo(404);
        assertThat(new JsonObject(server.node().get("/config", "").body())
                        .getJsonObject("features")
                        .getJsonObject("billing"))
                .isEqualTo(new JsonObject().put("enabled", false));
    }

    private static JsonObject rates(int total, int bounces, int complaints, double bounceRate, double complaintRate) {
        return new JsonObject()
                .put("total", total)
                .put("bounces", bounces)
                .put("complaints", complaints)
                .put("bounceRate", bounceRate)
                .put("complaintRate", complaintRate);
    }

    private static void counted(int sent, int bounced, int complained, String ago) {
        counted(server.node().projectId(0), sent, bounced, complained, ago);
    }

    private static void counted(String project, int sent, int bounced, int complained, String ago) {
        server.node().database().query("""
                        INSERT INTO email_counts (project_id, at, source, sent, delivered, opened, clicked, bounced, complained)
                        VALUES (?::uuid, date_bin('15 minutes', now() - ?::interval, 'epoch'), 'TRANSACTIONAL', ?, 0, 0, 0, ?, ?)
                        """, project, ago, sent, bounced, complained);
    }

    private static JsonObject state() {
        return new JsonObject(server.node()
                .get("/users/@me/projects/" + server.node().projectId(0) + "/security", server.key())
                .body());
    }

    private static void send(String to) {
        assertThat(server.call("POST", "/v1/send", mail(to)).statusCode()).isEqualTo(200);
    }

    private static JsonObject mail(String to) {
        return new JsonObject()
                .put("to", to)
                .put("from", "hello@" + server.node().domain(0))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
    }
}
