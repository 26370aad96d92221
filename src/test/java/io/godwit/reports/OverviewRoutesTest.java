package io.godwit.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Overview, heat map, audience and rankings by HTTP requests: three emails, one opened by a person, one by a machine. */
@GodwitServer
class OverviewRoutesTest {

    private static final String PERSON = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";

    /** The user agent of a mail client that fetches every picture in advance. */
    private static final String MACHINE = "Mozilla/5.0";

    private static TestServer server;
    private static String key;

    @BeforeAll
    static void start() {
        key = server.secretKey(0);
        for (int each = 0; each < 3; each++) {
            server.post(
                    "/v1/send",
                    key,
                    new JsonObject()
                            .put("to", "ada" + each + "@gmail.com")
                            .put("from", "hello@example.test")
                            .put("subject", "Hello")
                            .put("body", "<p>Hello</p>"));
        }
        awaitCount(3, "SELECT count(*) FROM events WHERE name = 'email.sent'");
        // An open right after the sending is a machine's.
        server.database().query("UPDATE emails SET sent_at = sent_at - INTERVAL '1 hour'");
        open(0, PERSON);
        open(1, MACHINE);
        awaitCount(1, "SELECT count(*) FROM events WHERE name = 'email.open'");
        awaitCount(1, "SELECT count(*) FROM emails WHERE machine_opens = 1");
        open(1, "a bot of another kind");
        awaitCount(1, "SELECT count(*) FROM emails WHERE machine_opens = 2");
    }

    private static void open(int mail, String userAgent) {
        server.call("GET", picture(mail), "", "", "User-Agent", userAgent);
    }

    private static String picture(int mail) {
        var mails = new JsonArray(server.get("/dev/mailbox/messages", "").body());
        return mails.getJsonObject(mail).getString("html").replaceAll("(?s).*?(/o/[A-Za-z0-9_.-]+).*", "$1");
    }

    private static void awaitCount(long count, String sql) {
        await().atMost(Duration.ofSeconds(30)).until(() -> server.database().count(sql) == count);
    }

    /** A campaign of a project of its own: the course and the providers of it are its numbers, not those of other emails. */
    @Test
    void aCampaignHasACourseAndProvidersOfItsOwn() {
        var sender = server.secretKey(1);
        for (var address : List.of("ada@gmail.com", "grace@gmail.com", "joan@outlook.com")) {
            server.post("/contacts", sender, new JsonObject().put("email", address));
        }
        var words = new JsonObject()
                .put("name", "July")
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>")
                .put("from", "hello@" + server.domain(1))
                .put("audienceType", "ALL");
        var id = new JsonObject(server.post("/campaigns", sender, words).body()).getString("id");
        var none = new JsonObject(server.post("/campaigns", sender, words).body()).getString("id");
        server.post("/campaigns/" + id + "/send", sender, new JsonObject());
        var query = "?granularity=hour&campaignId=" + id;

        await().atMost(Duration.ofSeconds(30)).until(() -> sum(series(sender, query), "emails") == 3);
        var providers = providers(sender, "?campaignId=" + id);

        assertThat(providers.stream().map(each -> ((JsonObject) each).getString("provider")))
                .containsExactly("Google", "Microsoft");
        assertThat((long) sum(providers.stream().toList(), "sent")).isEqualTo(3);
        assertThat((long) sum(series(sender, "?campaignId=" + none), "emails")).isZero();
        assertThat(providers(sender, "?campaignId=" + none)).isEmpty();
        assertThat(server.get("/analytics/timeseries?campaignId=" + id, key).statusCode())
                .as("a campaign of another project")
                .isEqualTo(404);
        assertThat(server.get("/analytics/deliverability?campaignId=none", sender)
                        .body())
                .contains("CAMPAIGN_NOT_FOUND");
    }

    private static List<Object> series(String sender, String query) {
        return new JsonArray(server.get("/analytics/timeseries" + query, sender).body())
                .stream().toList();
    }

    private static JsonArray providers(String sender, String query) {
        return new JsonObject(
                        server.get("/analytics/deliverability" + query, sender).body())
                .getJsonArray("providers");
    }

    /** The same numbers by every report, and by the list of emails. */
    @Test
    void theOverviewAddsUpWithAllOtherCounts() {
        var overview = object("/analytics/overview?timeZone=Europe/Berlin");
        var now = overview.getJsonObject("current");
        var stats = object("/activity/stats");
        var cells = object("/analytics/heatmap?timeZone=Asia/Kolkata").getJsonArray("cells");
        var providers = object("/analytics/deliverability").getJsonArray("providers");

        assertThat(now.getLong("sent")).isEqualTo(3);
        assertThat(object("/emails?status=SENT").getLong("total")
                        + object("/emails?status=OPENED").getLong("total"))
                .isEqualTo(now.getLong("sent"));
        assertThat(now.getLong("opened"))
                .isEqualTo(1)
                .isEqualTo(object("/emails?status=OPENED").getLong("total"));
        for (var name : List.of("sent", "opened", "clicked", "machineOpens", "machineClicks")) {
            var expected = now.getLong(name);
            assertThat((long) sum(overview.getJsonArray("series").stream().toList(), name))
                    .as(name)
                    .isEqualTo(expected);
            assertThat((long) sum(cells.stream().toList(), name)).as(name).isEqualTo(expected);
        }
        assertThat(stats.getLong("totalEmailsSent")).isEqualTo(now.getLong("sent"));
        assertThat(stats.getLong("machineOpens")).isEqualTo(now.getLong("machineOpens"));
        assertThat((long) sum(providers.stream().toList(), "opened")).isEqualTo(now.getLong("opened"));
        assertThat(now.getDouble("openRate")).isBetween(33.3, 33.4);
        assertThat(overview.getJsonObject("previous").getLong("sent")).isZero();
        assertThat(overview.getJsonObject("previous").getValue("openRate")).isNull();
        assertThat(overview.getJsonObject("previous").getString("to")).isEqualTo(now.getString("from"));
        assertThat(cells).hasSize(168);
    }

    /** The only mail server here takes emails and reports nothing afterwards. */
    @Test
    void aProjectWithoutAnyReportedDeliverySaysSo() {
        assertThat(object("/analytics/overview").getBoolean("deliveryReported")).isFalse();
        assertThat(object("/analytics/deliverability").getBoolean("deliveryReported"))
                .isFalse();
    }

    @Test
    void opensOfMachinesAreCountedApart() {
        var now = object("/analytics/overview").getJsonObject("current");
        var emails = object("/emails").getJsonArray("data").stream().toList();

        assertThat(now.getLong("machineOpens")).isOne();
        assertThat(sum(emails, "machineOpens")).isEqualTo(2);
        assertThat(sum(emails, "opens")).isOne();
        assertThat(object("/emails?status=OPENED")
                        .getJsonArray("data")
                        .getJsonObject(0)
                        .getInteger("machineOpens"))
                .as("another email is the one that only a machine opened")
                .isZero();
    }

    @Test
    void theAudienceGrowsByEveryNewContact() {
        var all = server.database()
                .count("SELECT count(*) FROM contacts WHERE project_id = ?::uuid", server.projectId(0));

        var audience = object("/analytics/audience?timeZone=America/New_York");

        assertThat(audience.getJsonObject("current").getLong("newContacts")).isEqualTo(all);
        assertThat((long) sum(audience.getJsonArray("series").stream().toList(), "newContacts"))
                .isEqualTo(all);
        assertThat(audience.getJsonObject("previous").getLong("net")).isZero();
    }

    @Test
    void rankingsHaveOnlyWhatThisProjectSent() {
        var template = new JsonObject(server.post(
                                "/templates",
                                server.secretKey(1),
                                new JsonObject()
                                        .put("name", "Receipt")
                                        .put("subject", "Your receipt")
                                        .put("body", "<p>Thanks</p>")
                                        .put("type", "TRANSACTIONAL"))
                        .body())
                .getString("id");
        var answer = server.post(
                "/v1/send",
                server.secretKey(1),
                new JsonObject()
                        .put("to", "grace@example.com")
                        .put("from", "hello@" + server.domain(1))
                        .put("template", template));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var sent = new JsonObject(answer.body())
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
        await().atMost(Duration.ofSeconds(30)).until(() -> new JsonObject(
                        server.get("/emails/" + sent, server.secretKey(1)).body())
                .getString("status")
                .equals("SENT"));

        var theirs = new JsonObject(server.get("/analytics/leaderboard?kind=template", server.secretKey(1))
                .body());
        var ours = object("/analytics/leaderboard?kind=template");

        assertThat(theirs.getJsonArray("items").getJsonObject(0).getMap())
                .containsEntry("id", template)
                .containsEntry("name", "Receipt")
                .containsEntry("sent", 1);
        assertThat(ours.getJsonArray("items")).isEmpty();
        for (var kind : List.of("campaign", "workflow")) {
            assertThat(object("/analytics/leaderboard?kind=" + kind).getJsonArray("items"))
                    .as(kind)
                    .isEmpty();
        }
        assertThat(object("/analytics/links").getJsonArray("links")).isEmpty();
    }

    private static JsonObject object(String path) {
        return new JsonObject(server.get(path, key).body());
    }

    private static int sum(List<Object> rows, String count) {
        return rows.stream()
                .mapToInt(each -> ((JsonObject) each).getInteger(count))
                .sum();
    }
}
