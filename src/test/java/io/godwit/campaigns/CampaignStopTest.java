package io.godwit.campaigns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.CampaignServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkExchange;
import io.godwit.kit.smtp.SinkGate;
import io.godwit.kit.smtp.SinkPoint;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Campaigns that are stopped and held up. */
@CloseFields
class CampaignStopTest {

    private static final String DUE = "SELECT count(*) FROM campaigns WHERE due_at IS NOT NULL";
    private static final String FENCE = "SELECT fence FROM campaigns";
    private static final Duration UNTIL_IDLE = Duration.ofSeconds(10);

    private static CampaignServer server;

    @BeforeAll
    static void start() {
        server = CampaignServer.start();
    }

    @BeforeEach
    void clear() {
        server.clear();
    }

    /** Takes so many messages and holds the others until the gate is opened, so that none of them is sent before. */
    private static SinkGate holdAfter(int messages) {
        var gate = new SinkGate();
        server.sink()
                .rule(SinkPoint.DOT, messages, new SinkBehaviour.Late(Duration.ofMillis(1)))
                .rule(SinkPoint.DOT, new SinkBehaviour.Held(gate));
        return gate;
    }

    /** Returns when the messages before the gate are sent, and an email for everybody else is queued. */
    private static void awaitWholeAudience(SinkGate rest) throws Exception {
        rest.awaitReached(CampaignServer.TIMEOUT);
        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.count("SELECT count(*) FROM campaigns WHERE audience_done") == 1);
    }

    @Test
    void aCancelledCampaignStopsAndItsCountsAddUpToTheAudience() {
        server.contacts("reader", 400);
        var rest = holdAfter(30);
        var id = server.create(server.words());
        server.moved(id, "send");
        rest.awaitReached(CampaignServer.TIMEOUT);

        var answer = server.moved(id, "cancel");
        var cancelled = Instant.now();
        rest.open();

        assertThat(answer.getString("status")).isEqualTo("CANCELLED");
        await().atMost(CampaignServer.TIMEOUT).until(() -> server.stats(id).getLong("pending") == 0);
        var stats = server.stats(id);
        assertThat(stats.getLong("audience")).isEqualTo(400);
        assertThat(stats.getLong("sent")).isEqualTo(server.sink().messages().size());
        assertThat(stats.getLong("cancelled"))
                .isEqualTo(400 - stats.getLong("sent"))
                .isPositive();
        assertThat(server.sink().ledger(SinkPoint.MAIL))
                .extracting(SinkExchange::at)
                .allSatisfy(at -> assertThat(at).isBefore(cancelled.plusSeconds(5)));
        assertThat(server.count("SELECT count(*) FROM outbox")).isZero();
        assertThat(server.move(id, "cancel").statusCode()).isEqualTo(409);
        assertThat(server.move(id, "resume").statusCode()).isEqualTo(409);
    }

    @Test
    void aPausedCampaignWaitsAndLetsOthersPassAndThenGoesOnInItsOrder() {
        server.contacts("reader", 200);
        var rest = holdAfter(30);
        var first = server.create(server.words());
        server.moved(first, "send");
        rest.awaitReached(CampaignServer.TIMEOUT);

        assertThat(server.moved(first, "pause").getString("status")).isEqualTo("PAUSED");
        rest.open();
        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.count("SELECT count(*) FROM outbox WHERE lane <> 3 OR attempt_started") == 0);
        var sent = server.stats(first).getLong("sent");
        server.sink().polite();
        var second = server.create(server.words());
        server.moved(second, "send");
        server.awaitStatus(second, "SENT");
        var still = server.stats(first);
        assertThat(server.moved(first, "resume").getString("status")).isEqualTo("SENDING");
        server.awaitStatus(first, "SENT");

        assertThat(sent).isBetween(30L, 199L);
        assertThat(still.getLong("sent")).isEqualTo(sent);
        assertThat(still.getLong("pending")).isEqualTo(200 - sent);
        assertThat(server.stats(first).getLong("sent")).isEqualTo(200);
        assertThat(server.received()).hasSize(400);
        assertThat(server.count("SELECT count(*) FROM email_attempts")).isZero();
    }

    @Test
    void aPausedCampaignIsWorkedOnNoMoreUntilItIsResumed() {
        var id = pausedInTheMiddle();

        await().atMost(UNTIL_IDLE).until(() -> server.count(DUE) == 0);
        assertThat(server.count("SELECT count(*) FROM outbox WHERE lane <> 3")).isZero();
        server.moved(id, "resume");

        server.awaitStatus(id, "SENT");
        assertThat(server.received()).doesNotHaveDuplicates().hasSize(60);
    }

    /** As one is whose project has reached its limit of the month: nothing of the pause is time in which an email was tried. */
    @Test
    void theEmailsOfACampaignThatWasPausedForDaysAreTriedLikeNewOnes() {
        var id = pausedInTheMiddle();
        await().atMost(UNTIL_IDLE).until(() -> server.count(DUE) == 0);
        server.database("UPDATE outbox SET created_at = now() - interval '3 days'");
        server.sink().rule(SinkPoint.RCPT, 10, new SinkBehaviour.Reply("451 4.3.0 Later"));

        server.moved(id, "resume");

        server.awaitStatus(id, "SENT");
        assertThat(server.stats(id).getLong("sent")).isEqualTo(60);
    }

    @Test
    void aPausedCampaignThatIsWorkedOnNoMoreIsCancelled() {
        var id = pausedInTheMiddle();
        await().atMost(UNTIL_IDLE).until(() -> server.count(DUE) == 0);

        server.moved(id, "cancel");

        await().atMost(CampaignServer.TIMEOUT).until(() -> server.count("SELECT count(*) FROM outbox") == 0);
        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.count("SELECT count(*) FROM emails WHERE status = 'PENDING'") == 0);
    }

    /** The locked rows are due in an hour, so that no sender returns them either. */
    @Test
    void aPausedCampaignIsWorkedOnUntilRowsThatWereLockedAreHeld() throws Exception {
        server.contacts("reader", 400);
        var rest = holdAfter(1);
        var id = server.create(server.words());
        server.moved(id, "send");
        awaitWholeAudience(rest);
        server.database("UPDATE outbox SET due_at = now() + interval '1 hour' WHERE lease_until IS NULL");
        try (var connection = server.node().database().connect();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SELECT email_id FROM outbox WHERE lease_until IS NULL LIMIT 3 FOR UPDATE");

            server.moved(id, "pause");
            var fence = server.count(FENCE);
            await().atMost(CampaignServer.TIMEOUT).until(() -> server.count(FENCE) > fence + 5);

            assertThat(server.count(DUE)).isOne();
            assertThat(server.count("SELECT count(*) FROM outbox WHERE lane = 2"))
                    .isBetween(3L, 10L);
        }
        await().atMost(UNTIL_IDLE).until(() -> server.count(DUE) == 0);
        assertThat(server.count("SELECT count(*) FROM outbox WHERE lane = 2")).isZero();
        rest.open();
    }

    /** Some of its 60 emails are sent, and the others are held. */
    private static String pausedInTheMiddle() {
        server.contacts("reader", 60);
        var rest = holdAfter(10);
        var id = server.create(server.words());
        server.moved(id, "send");
        rest.awaitReached(CampaignServer.TIMEOUT);
        server.moved(id, "pause");
        rest.open();
        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.count("SELECT count(*) FROM outbox WHERE lane <> 3 OR attempt_started") == 0);
        server.sink().polite();
        return id;
    }

    @Test
    void otherMailOfTheProjectIsNotHeldUpByACampaign() {
        server.contacts("reader", 600);
        server.sink().rule(SinkPoint.DOT, new SinkBehaviour.Late(Duration.ofSeconds(1)));
        var id = server.create(server.words());
        server.moved(id, "send");
        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.sink().messages().size() > 20);

        server.call(
                "POST",
                "/v1/send",
                new JsonObject()
                        .put("to", "buyer@example.org")
                        .put("from", server.words().getString("from"))
                        .put("subject", "Your order")
                        .put("body", "<p>Thank you</p>"));
        var before = server.received().size();
        await().atMost(CampaignServer.TIMEOUT).until(() -> server.received().contains("buyer@example.org"));

        assertThat(server.received().indexOf("buyer@example.org") - before).isLessThan(100);
        assertThat(server.status(id)).isEqualTo("SENDING");
        server.moved(id, "cancel");
    }

    @Test
    void aMailServerThatIsAwayForAWhileDelaysACampaignAndLosesNothing() {
        server.contacts("reader", 60);
        server.sink().rule(SinkPoint.RCPT, 40, new SinkBehaviour.Reply("451 4.3.0 Later"));
        var id = server.create(server.words());

        server.moved(id, "send");

        server.awaitStatus(id, "SENT");
        assertThat(server.stats(id).getLong("sent")).isEqualTo(60);
        assertThat(server.received()).doesNotHaveDuplicates().hasSize(60);
    }

    @Test
    void aPausedMailWhoseNodeDiedIsCancelledWhenItsTimeIsUp() {
        server.contacts("reader", 60);
        var rest = holdAfter(1);
        var id = server.create(server.words());
        server.moved(id, "send");
        rest.awaitReached(CampaignServer.TIMEOUT);
        server.moved(id, "pause");
        rest.open();
        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.count("SELECT count(*) FROM outbox WHERE lane <> 3 OR attempt_started") == 0);
        server.node().database().query("""
                UPDATE outbox SET attempt_started = true, lease_until = now() - interval '1 second'
                 WHERE email_id = (SELECT email_id FROM outbox LIMIT 1)
                """);

        server.moved(id, "cancel");

        await().atMost(CampaignServer.TIMEOUT).until(() -> server.count("SELECT count(*) FROM outbox") == 0);
        assertThat(server.stats(id).getLong("pending")).isZero();
    }

    @Test
    void aCancelledCampaignIsToldAsCancelledBeforeItsRowsAre() throws Exception {
        server.contacts("reader", 400);
        var rest = holdAfter(30);
        var id = server.create(server.words());
        server.moved(id, "send");
        awaitWholeAudience(rest);
        try (var connection = server.node().database().connect();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SELECT email_id FROM outbox WHERE NOT attempt_started FOR UPDATE SKIP LOCKED");
            var waiting = server.count("SELECT count(*) FROM outbox WHERE NOT attempt_started");

            server.moved(id, "cancel");
            rest.open();
            await().atMost(CampaignServer.TIMEOUT).until(() -> server.stats(id).getLong("pending") == 0);
            var stats = server.stats(id);
            var pending = server.get("/campaigns/" + id + "/recipients?outcome=pending");
            var cancelled = server.get("/campaigns/" + id + "/recipients?outcome=cancelled");
            var queued = server.get("/emails?status=PENDING&campaignId=" + id);
            var listed = server.get("/emails?limit=100&campaignId=" + id);

            assertThat(waiting).isGreaterThan(100);
            assertThat(server.count("SELECT count(*) FROM emails WHERE status = 'PENDING'"))
                    .isGreaterThan(100);
            assertThat(stats.getLong("cancelled")).isEqualTo(400 - stats.getLong("sent"));
            assertThat(pending.getInteger("total")).isZero();
            assertThat(cancelled.getLong("total")).isEqualTo(stats.getLong("cancelled"));
            assertThat(cancelled.getJsonArray("data").stream().map(JsonObject.class::cast))
                    .allSatisfy(one -> {
                        assertThat(one.getString("status")).isEqualTo("CANCELLED");
                        assertThat(one.getString("reason")).isEqualTo("The campaign was cancelled");
                    });
            assertThat(queued.getJsonArray("data")).isEmpty();
            assertThat(listed.encode()).contains("\"CANCELLED\"").doesNotContain("\"PENDING\"");
            assertThat(server.node()
                            .call("DELETE", "/campaigns/" + id, server.key(), "")
                            .statusCode())
                    .isEqualTo(409);
        }
        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.count("SELECT count(*) FROM emails WHERE status = 'PENDING'") == 0);
        assertThat(server.count("SELECT count(*) FROM outbox")).isZero();
        assertThat(server.stats(id).getLong("sent"))
                .isEqualTo(server.sink().messages().size());
        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.node()
                                .call("DELETE", "/campaigns/" + id, server.key(), "")
                                .statusCode()
                        == 200);
    }
}
