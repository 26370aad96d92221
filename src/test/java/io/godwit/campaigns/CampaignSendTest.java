package io.godwit.campaigns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.CampaignServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkGate;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SinkPoint;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Campaigns on their way: each member of the audience once, and the counts add up. */
@CloseFields
class CampaignSendTest {

    private static CampaignServer server;

    @BeforeAll
    static void start() {
        server = CampaignServer.start();
    }

    @BeforeEach
    void clear() {
        server.clear();
    }

    @Test
    void everyMemberGetsACampaignOnceWithItsOwnData() {
        server.contacts("reader", 120);
        var id = server.create(server.words());

        var answer = server.moved(id, "send");

        assertThat(answer.getString("status")).isEqualTo("SENDING");
        server.awaitStatus(id, "SENT");
        assertThat(server.received()).containsExactlyInAnyOrderElementsOf(CampaignServer.addresses("reader", 120));
        assertThat(mailTo("reader17@example.com").header("Subject")).contains("News for 17");
        var stats = server.stats(id);
        assertThat(stats.getLong("sent")).isEqualTo(120);
        var campaign = server.campaign(id);
        assertThat(campaign.getMap())
                .containsAllEntriesOf(campaign.getJsonObject("data").getMap());
        assertThat(campaign.getInteger("totalRecipients")).isEqualTo(120);
        assertThat(campaign.getInteger("sentCount")).isEqualTo(120);
        assertThat(campaign.getString("sentAt")).isNotNull();
        assertThat(server.get("/campaigns")
                        .getJsonArray("data")
                        .getJsonObject(0)
                        .getInteger("sentCount"))
                .isEqualTo(120);
        assertThat(server.count("SELECT count(*) FROM emails WHERE variables -> 'kept' ->> 'plan' = 'pro'"))
                .isEqualTo(120);
        assertThat(server.count("SELECT count(*) FROM contents WHERE id IN (SELECT content_id FROM emails)"))
                .isEqualTo(1);
    }

    /** Direct delivery has given the recipients' site a number. */
    @Test
    void emailsByTheRelayDoNotWaitForTheSiteOfTheirRecipients() {
        server.database("INSERT INTO destination_domains (domain, destination) VALUES ('example.com', 1)");
        var gate = server.sink().hold(SinkPoint.DATA);
        server.contacts("reader", 120);
        var id = server.create(server.words());

        server.moved(id, "send");

        gate.awaitReached(CampaignServer.TIMEOUT);
        assertThat(server.count("SELECT count(*) FROM outbox WHERE destination <> 0"))
                .isZero();
        gate.open();
        server.awaitStatus(id, "SENT");
        server.database("DELETE FROM destination_domains");
    }

    @Test
    void thoseWhoMayNotBeMailedAreSkippedAndCountedByTheReason() {
        server.contacts("reader", 10);
        server.node().database().query("UPDATE contacts SET subscribed = false WHERE email = 'reader3@example.com'");
        for (var barred : Map.of("reader4@example.com", "BOUNCE", "reader5@example.com", "COMPLAINT")
                .entrySet()) {
            server.node()
                    .database()
                    .query(
                            "INSERT INTO suppressions (project_id, email, reason) VALUES (?::uuid, ?, ?)",
                            server.node().projectId(0),
                            barred.getKey(),
                            barred.getValue());
        }
        var marketing = server.create(server.words());
        var transactional = server.create(server.words().put("emailType", "TRANSACTIONAL"));

        server.moved(marketing, "send");
        server.moved(transactional, "send");

        server.awaitStatus(marketing, "SENT");
        server.awaitStatus(transactional, "SENT");
        assertThat(server.stats(marketing)).isEqualTo(stats(10, 7, 1, 2));
        assertThat(server.stats(transactional)).isEqualTo(stats(10, 9, 0, 1));
        var skipped = server.get("/campaigns/" + marketing + "/recipients?outcome=skipped");
        assertThat(skipped.getInteger("total")).isEqualTo(3);
        assertThat(skipped.getJsonArray("data").stream().map(JsonObject.class::cast))
                .extracting(one ->
                        one.getString("email") + ": " + one.getString("reason") + ", " + one.getString("reasonCode"))
                .containsExactlyInAnyOrder(
                        "reader3@example.com: The contact is not subscribed, UNSUBSCRIBED",
                        "reader4@example.com: The address is on the suppression list: BOUNCE, SUPPRESSED_BOUNCE",
                        "reader5@example.com: The address is on the suppression list: COMPLAINT, SUPPRESSED_COMPLAINT");
        assertThat(codes(server.get("/campaigns/" + marketing + "/stats").getJsonArray("reasons")))
                .containsExactlyInAnyOrder("UNSUBSCRIBED", "SUPPRESSED_BOUNCE", "SUPPRESSED_COMPLAINT");
        assertThat(codes(server.get("/emails?status=SUPPRESSED&campaignId=" + marketing)
                        .getJsonArray("data")))
                .containsExactlyInAnyOrder("UNSUBSCRIBED", "SUPPRESSED_BOUNCE", "SUPPRESSED_COMPLAINT");
    }

    private static List<String> codes(JsonArray reasons) {
        return reasons.stream()
                .map(reason -> ((JsonObject) reason).getString("reasonCode"))
                .toList();
    }

    private static JsonObject stats(int audience, int sent, int unsubscribed, int suppressed) {
        return new JsonObject()
                .put("audience", audience)
                .put("pending", 0)
                .put("sent", sent)
                .put(
                        "skipped",
                        new JsonObject()
                                .put("unsubscribed", unsubscribed)
                                .put("suppressed", suppressed)
                                .put("deleted", 0))
                .put("failed", new JsonObject().put("refused", 0).put("failed", 0))
                .put("cancelled", 0);
    }

    @Test
    void aRefusedMailAndOneThatCannotBeMadeAreCountedAndTheCampaignEnds() {
        server.contacts("reader", 6);
        server.sink().rule(SinkPoint.RCPT, 1, new SinkBehaviour.Reply("550 5.1.1 No such user"));
        server.node().database().query("""
                UPDATE contacts SET data = jsonb_build_object('list', (SELECT jsonb_agg(n) FROM generate_series(1, 3000) n))
                 WHERE email = 'reader2@example.com'
                """);
        var loops = "{{#each list}}{{#each list}}{{#each list}}..........{{/each}}{{/each}}{{/each}}";
        var id = server.create(server.words().put("body", "<p>Hello</p>" + loops));

        server.moved(id, "send");

        server.awaitStatus(id, "SENT");
        var stats = server.stats(id);
        assertThat(stats.getLong("sent")).isEqualTo(4);
        assertThat(stats.getJsonObject("failed").getLong("refused")).isEqualTo(1);
        assertThat(stats.getJsonObject("failed").getLong("failed")).isEqualTo(1);
        assertThat(server.get("/campaigns/" + id + "/stats")
                        .getJsonArray("reasons")
                        .encode())
                .contains("too large", "550");
    }

    @Test
    void contactsThatComeAfterTheBeginAndBeforeTheFirstPageGetNothing() {
        server.contacts("reader", 20);
        var id = server.create(server.words());
        var database = server.node().database();
        database.query("""
                CREATE FUNCTION hold_pages() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    NEW.due_at = 'infinity';
                    RETURN NEW;
                END $$""");
        database.query(
                "CREATE TRIGGER hold_pages BEFORE UPDATE ON campaigns FOR EACH ROW EXECUTE FUNCTION hold_pages()");
        try {
            server.moved(id, "send");
            server.awaitStatus(id, "SENDING");
            server.contacts("late", 5);
        } finally {
            database.query("DROP FUNCTION hold_pages CASCADE");
        }
        database.query("UPDATE campaigns SET due_at = now() WHERE id = ?::uuid", id);

        server.awaitStatus(id, "SENT");
        assertThat(server.received()).hasSize(20).allSatisfy(address -> assertThat(address)
                .startsWith("reader"));
    }

    @Test
    void whoLeavesWhileACampaignIsSentGetsNothing() {
        server.contacts("reader", 200);
        var gate = new SinkGate();
        server.sink()
                .rule(SinkPoint.DOT, 1, new SinkBehaviour.Late(Duration.ofMillis(1)))
                .rule(SinkPoint.DOT, new SinkBehaviour.Held(gate));
        var id = server.create(server.words());
        server.moved(id, "send");
        gate.awaitReached(CampaignServer.TIMEOUT);

        server.contacts("late", 20);
        server.node().database().query("UPDATE contacts SET subscribed = false WHERE email = 'reader199@example.com'");
        var gone = new JsonObject(server.node()
                        .get("/contacts?search=reader198@", server.key())
                        .body())
                .getJsonArray("data")
                .getJsonObject(0)
                .getString("id");
        server.node().call("DELETE", "/contacts/" + gone, server.key(), "");
        gate.open();

        server.awaitStatus(id, "SENT");
        assertThat(server.received())
                .doesNotContain("reader198@example.com", "reader199@example.com")
                .doesNotHaveDuplicates()
                .hasSize(198);
        assertThat(server.stats(id)).isEqualTo(statsWithDeleted(200, 198, 1, 1));
    }

    private static JsonObject statsWithDeleted(int audience, int sent, int unsubscribed, int deleted) {
        var stats = stats(audience, sent, unsubscribed, 0);
        stats.getJsonObject("skipped").put("deleted", deleted);
        return stats;
    }

    @Test
    void aFilterAndASegmentMeanWhomTheyMeanWhenSendingBegins() {
        server.contacts("reader", 30);
        var filter = new JsonObject("""
                {"operator": "AND", "conditions": [{"field": "data.number", "operator": "lessThan", "value": 11}]}
                """);
        var segment = new JsonObject(server.call(
                                "POST",
                                "/segments",
                                new JsonObject().put("name", "Few").put("filters", filter))
                        .body())
                .getString("id");
        var list = new JsonObject(server.call(
                                "POST",
                                "/segments",
                                new JsonObject().put("name", "Two").put("type", "STATIC"))
                        .body())
                .getString("id");
        server.call(
                "POST",
                "/segments/" + list + "/members",
                new JsonObject("{\"emails\": [\"reader20@example.com\", \"reader21@example.com\"]}"));
        var filtered =
                server.create(server.words().put("audienceType", "FILTERED").put("audienceFilter", filter));
        var dynamic =
                server.create(server.words().put("audienceType", "SEGMENT").put("segmentId", segment));
        var fixed = server.create(server.words().put("audienceType", "SEGMENT").put("segmentId", list));

        for (var id : List.of(filtered, dynamic, fixed)) {
            server.moved(id, "send");
            server.awaitStatus(id, "SENT");
        }

        assertThat(server.stats(filtered).getLong("sent")).isEqualTo(10);
        assertThat(server.stats(dynamic).getLong("sent")).isEqualTo(10);
        assertThat(server.stats(fixed).getLong("sent")).isEqualTo(2);
        assertThat(server.count("SELECT count(*) FROM campaign_audience")).isZero();
        assertThat(server.campaign(dynamic).getJsonObject("segment").getString("name"))
                .isEqualTo("Few");
    }

    @Test
    void aSegmentThatAFilterNamesInCapitalsCannotBeDeleted() {
        var list = new JsonObject("{\"name\": \"Capitals\", \"type\": \"STATIC\"}");
        var segment = new JsonObject(server.call("POST", "/segments", list).body()).getString("id");
        var filter = new JsonObject("""
                {"operator": "AND", "conditions": [{"field": "segment.%s", "operator": "memberOfSegment"}]}
                """.formatted(segment.toUpperCase(Locale.ROOT)));
        server.create(server.words().put("audienceType", "FILTERED").put("audienceFilter", filter));

        var answer = server.node().call("DELETE", "/segments/" + segment, server.key(), "");

        assertThat(answer.statusCode()).isEqualTo(409);
    }

    @Test
    void aScheduledCampaignBeginsAtItsTimeAlsoWhenTheServerWasDownThen() {
        server.contacts("reader", 5);
        var id = server.create(server.words());
        schedule(id, Instant.now().plus(Duration.ofHours(1)));
        assertThat(server.stats(id).getLong("audience")).isEqualTo(5);
        assertThat(server.stats(id).getLong("pending")).isEqualTo(5);
        assertThat(server.get("/campaigns/" + id + "/stats").getLong("totalRecipients"))
                .isEqualTo(5);

        var answer = schedule(id, Instant.now().plusSeconds(4));
        assertThat(answer.getString("status")).isEqualTo("SCHEDULED");
        assertThat(answer.getString("scheduledFor")).isEqualTo(answer.getString("scheduledAt"));
        server.awaitStatus(id, "SENT");
        var late = server.create(server.words());
        schedule(late, Instant.now().plus(Duration.ofHours(1)));
        server.node().restart(() -> comesItsTime(late));
        server.awaitStatus(late, "SENT");

        assertThat(server.count("SELECT count(*) FROM campaigns WHERE started_at >= scheduled_at"))
                .isEqualTo(2);
        assertThat(server.received()).hasSize(10);
    }

    /** Lets the time of a scheduled campaign be a second ago. */
    private static void comesItsTime(String id) {
        server.node().database().query("""
                UPDATE campaigns SET scheduled_at = now() - interval '1 second', due_at = now() - interval '1 second'
                 WHERE id = ?::uuid AND status = 'SCHEDULED'
                """, id);
    }

    private static JsonObject schedule(String id, Instant at) {
        var answer =
                server.call("POST", "/campaigns/" + id + "/send", new JsonObject().put("scheduledFor", at.toString()));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    @Test
    void aTestMailLooksLikeTheRealOneAndIsNoNewsOfAnyone() {
        server.contacts("reader", 1);
        var id = server.create(server.words()
                .put("body", "<p>Hello {{number ?? nobody}} <a href=\"https://shop.example.com/\">x</a></p>"));

        test(id, "reader1@example.com");
        var own = server.sink().next();
        test(id, "boss@example.org");
        var none = server.sink().next();

        assertThat(own.header("Subject")).contains("[TEST] News for 1");
        assertThat(own.header("X-Godwit-Test")).contains("true");
        assertThat(own.header("List-Unsubscribe")).isPresent();
        // Without the header, whose signature may have any letters between its slashes.
        assertThat(own.text().split("\r?\n\r?\n", 2)[1])
                .contains("Hello 1 ")
                .doesNotContain("/c/")
                .doesNotContain("/o/");
        assertThat(none.text()).contains("Hello nobody ");
        await().atMost(CampaignServer.TIMEOUT)
                .until(() -> server.count("SELECT count(*) FROM emails WHERE status = 'SENT'") == 2);
        assertThat(server.count("SELECT count(*) FROM events WHERE name = 'email.sent'"))
                .isZero();
        assertThat(server.status(id)).isEqualTo("DRAFT");
        for (var more = 2; more < 20; more++) {
            test(id, "boss@example.org");
        }
        var refused =
                server.call("POST", "/campaigns/" + id + "/test", new JsonObject().put("email", "boss@example.org"));
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    }

    private static void test(String id, String to) {
        var answer = server.call("POST", "/campaigns/" + id + "/test", new JsonObject().put("email", to));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void recipientsAreListedPageByPageAndAsAFile() {
        server.contacts("reader", 25);
        var id = server.create(server.words());
        server.moved(id, "send");
        server.awaitStatus(id, "SENT");

        var emails = new ArrayList<String>();
        var path = "/campaigns/" + id + "/recipients?limit=10";
        var page = server.get(path);
        var total = page.getInteger("total");
        for (; page.getBoolean("hasMore"); page = server.get(path + "&cursor=" + page.getString("cursor"))) {
            page.getJsonArray("data").forEach(one -> emails.add(((JsonObject) one).getString("email")));
        }
        page.getJsonArray("data").forEach(one -> emails.add(((JsonObject) one).getString("email")));
        var file =
                server.node().call("GET", "/campaigns/" + id + "/recipients", server.key(), "", "Accept", "text/csv");

        assertThat(total).isEqualTo(25);
        assertThat(emails).containsExactlyInAnyOrderElementsOf(CampaignServer.addresses("reader", 25));
        assertThat(file.headers().firstValue("Content-Type")).contains("text/csv; charset=utf-8");
        assertThat(file.body().lines()).hasSize(26).first().asString().startsWith("contactId,email,emailId,outcome");
        assertThat(server.node()
                        .get("/campaigns/" + id + "/recipients?format=csv", server.key())
                        .body())
                .isEqualTo(file.body());
    }

    private static SinkMessage mailTo(String address) {
        return server.sink().messages().stream()
                .filter(mail -> mail.recipient().equals(address))
                .findFirst()
                .orElseThrow();
    }
}
