package io.godwit.reports;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /activity} and {@code /analytics} by HTTP requests. */
@GodwitServer
class ReportRoutesTest {

    private static TestServer server;
    private static String key;

    @BeforeAll
    static void start() {
        key = server.secretKey(0);
        server.post(
                "/v1/track",
                key,
                new JsonObject().put("email", "ada@example.com").put("event", "signed up"));
        for (int each = 0; each < 3; each++) {
            send("ada" + each + "@gmail.com");
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> server.database().count("SELECT count(*) FROM events WHERE name = 'email.sent'") == 3);
        open();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> server.database().count("SELECT count(*) FROM events WHERE name = 'email.open'") == 1);
    }

    private static void send(String to) {
        server.post(
                "/v1/send",
                key,
                new JsonObject()
                        .put("to", to)
                        .put("from", "hello@example.test")
                        .put("subject", "Hello")
                        .put("body", "<p>canary-body</p>"));
    }

    /** The newest mail's picture is loaded, by a browser. */
    private static void open() {
        var mail = new JsonArray(server.get("/dev/mailbox/messages", "").body()).getJsonObject(0);
        var path = mail.getString("html").replaceAll("(?s).*?(/o/[A-Za-z0-9_.-]+).*", "$1");
        // An open at once is a machine's.
        server.database().query("UPDATE emails SET sent_at = sent_at - INTERVAL '1 hour'");
        server.call(
                "GET",
                path,
                "",
                "",
                "User-Agent",
                "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0");
    }

    @Test
    void theFeedTellsWhatHappenedTheNewestFirstWithoutBodies() {
        var answer = server.get("/activity", key).body();
        var page = new JsonObject(answer);

        assertThat(page.getJsonArray("data").stream().map(each -> ((JsonObject) each).getString("type")))
                .containsExactly("email.opened", "email.sent", "email.sent", "email.sent", "event.triggered");
        assertThat(page.getLong("total")).isEqualTo(5);
        assertThat(page.getBoolean("hasMore")).isFalse();
        assertThat(answer).doesNotContain("canary-body");
        var opened = page.getJsonArray("data").getJsonObject(0);
        assertThat(opened.getString("id")).endsWith("_opened");
        assertThat(opened.getString("contactEmail")).endsWith("@gmail.com");
        assertThat(opened.getJsonObject("metadata").getMap())
                .containsEntry("subject", "Hello")
                .containsEntry("from", "hello@example.test")
                .containsEntry("sourceType", "TRANSACTIONAL")
                .containsEntry("totalOpens", 1);
        assertThat(page.getJsonArray("data")
                        .getJsonObject(4)
                        .getJsonObject("metadata")
                        .getMap())
                .containsEntry("eventName", "signed up");
    }

    @Test
    void cursorsLeadThroughTheFeed() {
        var ids = new ArrayList<String>();
        var page = new JsonObject(server.get("/activity?limit=2", key).body());
        while (true) {
            page.getJsonArray("data").forEach(each -> ids.add(((JsonObject) each).getString("id")));
            if (!page.getBoolean("hasMore")) {
                break;
            }
            page = new JsonObject(server.get("/activity?limit=2&cursor=" + page.getString("cursor"), key)
                    .body());
            assertThat(page.getLong("total")).isZero();
        }

        assertThat(ids).hasSize(5).doesNotHaveDuplicates();
        assertThat(page.getValue("cursor")).isNull();
    }

    @Test
    void theFeedIsChosenByTypeContactAndTime() {
        var contact = server.database()
                .value("SELECT id FROM contacts WHERE email = 'ada@example.com'")
                .toString();

        assertThat(feed("types=email.opened")).containsExactly("email.opened");
        assertThat(feed("contactId=" + contact)).containsExactly("event.triggered");
        assertThat(feed("contactId=nobody")).isEmpty();
        // The day may change while this class runs.
        assertThat(feed("endDate=" + LocalDate.now(ZoneOffset.UTC).minusDays(2)))
                .isEmpty();
        assertThat(feed("startDate=" + encoded(Instant.now().plusSeconds(3600)) + "&endDate="
                        + encoded(Instant.now().plusSeconds(7200))))
                .isEmpty();
        assertThat(new JsonObject(server.get("/activity", server.secretKey(1)).body()).getJsonArray("data"))
                .isEmpty();
    }

    private static List<String> feed(String query) {
        return new JsonObject(server.get("/activity?" + query, key).body())
                .getJsonArray("data").stream()
                        .map(each -> ((JsonObject) each).getString("type"))
                        .toList();
    }

    private static String encoded(Instant instant) {
        return URLEncoder.encode(instant.toString(), StandardCharsets.UTF_8);
    }

    @Test
    void statsCountsAndTypes() {
        var stats = new JsonObject(server.get("/activity/stats", key).body());
        var recent = new JsonObject(
                server.get("/activity/recent-count?minutes=60", key).body());
        var types = new JsonObject(server.get("/activity/types", key).body()).getJsonArray("types");

        assertThat(stats.getMap())
                .containsEntry("totalEvents", 5)
                .containsEntry("totalEmailsSent", 3)
                .containsEntry("totalEmailsOpened", 1)
                .containsEntry("totalEmailsClicked", 0)
                .containsEntry("totalWorkflowsStarted", 0);
        assertThat(stats.getDouble("openRate")).isBetween(33.3, 33.4);
        assertThat(recent).isEqualTo(new JsonObject().put("count", 5).put("minutes", 60));
        assertThat(types)
                .hasSize(18)
                .contains("email.failed", "email.delayed", "campaign.sent")
                .startsWith("event.triggered");
    }

    @Test
    void theSeriesHasEveryDayAndEveryHour() {
        var today = LocalDate.now(ZoneOffset.UTC);

        var days = array("/analytics/timeseries");
        var hours =
                array("/analytics/timeseries?granularity=hourly&startDate=" + today.minusDays(1) + "&endDate=" + today);
        var local = array("/analytics/timeseries?timeZone=Asia/Kathmandu&startDate=2026-01-01&endDate=2026-01-02");
        var campaigns = array("/analytics/timeseries?stream=CAMPAIGN");

        assertThat(days).hasSizeBetween(31, 32);
        assertThat(days.getJsonObject(days.size() - 1).getString("date")).isEqualTo(today + "T00:00:00.000Z");
        assertThat(days.getJsonObject(0).getInteger("emails")).isZero();
        // The day may have changed since the emails were sent.
        var lastTwo = days.stream().skip(days.size() - 2L).toList();
        assertThat(sum(lastTwo, "emails")).isEqualTo(3);
        assertThat(sum(lastTwo, "opens")).isOne();
        assertThat(sum(lastTwo, "clicks")).isZero();
        assertThat(sum(lastTwo, "bounces")).isZero();
        assertThat(hours).hasSize(48);
        assertThat(sum(hours.stream().toList(), "emails")).isEqualTo(3);
        assertThat(local).hasSize(2);
        assertThat(local.getJsonObject(0).getMap())
                .containsEntry("date", "2025-12-31T18:15:00.000Z")
                .containsEntry("bucket", "2026-01-01");
        assertThat(sum(campaigns.stream().toList(), "emails")).isZero();
    }

    /** PostgreSQL takes such a name for one west of Greenwich. */
    @Test
    void anOffsetIsATimeZoneToo() {
        var local = array("/analytics/timeseries?timeZone=%2B05:30");

        assertThat(local.getJsonObject(local.size() - 1).getString("date")).contains("T18:30:00");
        assertThat(local.stream()
                        .mapToInt(each -> ((JsonObject) each).getInteger("emails"))
                        .sum())
                .isEqualTo(3);
    }

    @Test
    void aLongRangeIsCutToItsLastNinetyDays() {
        assertThat(array("/analytics/timeseries?startDate=2020-01-01&endDate=2026-01-01"))
                .hasSize(90);
    }

    @Test
    void eventsCampaignsAndProviders() {
        var events = array("/analytics/top-events");
        var stats = new JsonObject(server.get("/analytics/campaign-stats", key).body());
        var providers =
                new JsonObject(server.get("/analytics/deliverability", key).body());

        assertThat(events.getJsonObject(0))
                .isEqualTo(new JsonObject()
                        .put("name", "email.sent")
                        .put("count", 3)
                        .put("trend", 100));
        assertThat(stats.fieldNames())
                .containsExactly(
                        "total",
                        "active",
                        "completed",
                        "averageOpenRate",
                        "averageClickRate",
                        "machineOpens",
                        "machineClicks");
        assertThat(providers.getJsonArray("providers")).hasSize(1);
        assertThat(providers.getJsonArray("providers").getJsonObject(0).getMap())
                .containsEntry("provider", "Google")
                .containsEntry("sent", 3);
    }

    @Test
    void whatIsPlannedComesTheSoonestFirst() {
        var campaign = campaign(server.secretKey(1), server.domain(1));
        server.post(
                "/campaigns/" + campaign + "/send",
                server.secretKey(1),
                new JsonObject()
                        .put(
                                "scheduledFor",
                                Instant.now().plus(Duration.ofDays(3)).toString()));
        var execution = wait(server.projectId(1), Duration.ofDays(2));

        var upcoming = new JsonObject(
                        server.get("/activity/upcoming", server.secretKey(1)).body())
                .getJsonArray("activities");
        var soon = new JsonObject(server.get("/activity/upcoming?daysAhead=1", server.secretKey(1))
                .body());
        var one = new JsonObject(
                server.get("/activity/upcoming?limit=1", server.secretKey(1)).body());

        assertThat(upcoming.stream().map(each -> ((JsonObject) each).getString("id")))
                .containsExactly("workflow_step_" + execution + "_scheduled", "campaign_" + campaign + "_scheduled");
        assertThat(upcoming.getJsonObject(0).getJsonObject("metadata").getMap())
                .containsEntry("workflowName", "Welcome")
                .containsEntry("stepName", "Two days later")
                .containsEntry("executionId", execution)
                .containsKey("workflowId");
        assertThat(upcoming.getJsonObject(1).getJsonObject("metadata").getMap())
                .containsEntry("campaignName", "July")
                .containsEntry("campaignId", campaign);
        assertThat(soon.getJsonArray("activities")).isEmpty();
        assertThat(one.getJsonArray("activities")).hasSize(1);
        var current = new JsonObject(
                server.get("/activity/current", server.secretKey(1)).body());
        assertThat(current.getJsonArray("upcoming")).isEqualTo(upcoming);
        assertThat(current.getJsonArray("sending")).isEmpty();
        assertThat(current.getJsonObject("failures").getMap()).containsEntry("hasMore", false);
    }

    @Test
    void theLinksOfAnUnknownCampaignAreNotFound() {
        var campaign = campaign(key, "example.test");

        var links = new JsonObject(
                server.get("/analytics/links?campaignId=" + campaign, key).body());

        assertThat(links).isEqualTo(new JsonObject().put("totalClicks", 0).put("links", new JsonArray()));
        assertFailure(
                server.get("/analytics/links?campaignId=" + campaign, server.secretKey(1)), 404, "CAMPAIGN_NOT_FOUND");
        assertFailure(server.get("/analytics/links?campaignId=x", key), 404, "CAMPAIGN_NOT_FOUND");
        server.call("DELETE", "/campaigns/" + campaign, key, "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/analytics/timeseries?startDate=yesterday",
                "/analytics/timeseries?startDate=2026-02-30",
                "/analytics/timeseries?startDate=2026-02-02&endDate=2026-01-01",
                "/analytics/timeseries?timeZone=Mars/Olympus",
                "/analytics/timeseries?timeZone=%2B05:07",
                "/analytics/timeseries?granularity=weekly",
                "/analytics/timeseries?granularity=hourly&startDate=1999-07-07&endDate=2026-11-22",
                "/analytics/timeseries?granularity=hourly&startDate=2026-01-01&endDate=2026-02-01",
                "/analytics/timeseries?stream=SMOKE",
                "/analytics/top-campaigns?metric=luck",
                "/analytics/top-campaigns?limit=51",
                "/analytics/top-events?limit=21",
                "/analytics/links?startDate=2024-01-01",
                "/analytics/overview?granularity=weekly",
                "/analytics/overview?startDate=2024-01-01&endDate=2026-01-01",
                "/analytics/overview?granularity=hour&startDate=2026-01-01&endDate=2026-03-01",
                "/analytics/overview?stream=SMOKE",
                "/analytics/heatmap?timeZone=Mars/Olympus",
                "/analytics/heatmap?startDate=2024-01-01&endDate=2026-01-01",
                "/analytics/audience?startDate=2026-02-02&endDate=2026-01-01",
                "/analytics/leaderboard?kind=planet",
                "/analytics/leaderboard?kind=template&metric=luck",
                "/analytics/leaderboard?limit=51",
                "/activity?startDate=%00",
                "/activity?endDate=2026-13-01",
                "/activity/stats?startDate=x",
                "/activity/recent-count?minutes=61",
                "/activity/upcoming?daysAhead=91"
            })
    void whatCannotBeMeantIsRefused(String path) {
        assertFailure(server.get(path, key), 422, "VALIDATION_ERROR");
    }

    @Test
    void whereTomorrowHasComeTodayCanBeAskedForAndNothingHasHappened() {
        var tomorrow = LocalDate.now(ZoneOffset.UTC).plusDays(1);

        var feed = new JsonObject(
                server.get("/activity?startDate=" + tomorrow, key).body());
        var stats = new JsonObject(
                server.get("/activity/stats?startDate=" + tomorrow, key).body());

        assertThat(feed.getLong("total")).isZero();
        assertThat(stats.getLong("totalEvents")).isZero();
        for (var path : List.of("/analytics/timeseries", "/analytics/top-events", "/analytics/top-campaigns")) {
            assertThat(array(path + "?startDate=" + tomorrow)).as(path).isEmpty();
        }
    }

    @Test
    void aTimeZoneThatIsNoneIsNamedAsTheCallerNamesIt() {
        for (var name : List.of("tz", "timeZone")) {
            assertThat(server.get("/activity?" + name + "=Nope", key).body())
                    .as(name)
                    .contains("\"field\":\"" + name + "\"");
        }
    }

    private static int sum(List<Object> buckets, String count) {
        return buckets.stream()
                .mapToInt(each -> ((JsonObject) each).getInteger(count))
                .sum();
    }

    private static JsonArray array(String path) {
        var answer = server.get(path, key);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonArray(answer.body());
    }

    private static String campaign(String secretKey, String domain) {
        var campaign = new JsonObject()
                .put("name", "July")
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>")
                .put("from", "hello@" + domain)
                .put("audienceType", "ALL");
        return new JsonObject(server.post("/campaigns", secretKey, campaign).body())
                .getJsonObject("data")
                .getString("id");
    }

    /** Somebody in a workflow who waits. */
    private static String wait(String project, Duration pause) {
        var ids = List.of(java.util.UUID.randomUUID(), java.util.UUID.randomUUID(), java.util.UUID.randomUUID());
        var db = server.database();
        db.query(
                "INSERT INTO workflows (project_id, id, name, trigger_type) VALUES (?::uuid, ?, 'Welcome', 'MANUAL')",
                project,
                ids.get(0));
        db.query("""
                INSERT INTO workflow_steps (project_id, id, workflow_id, type, name, position, config)
                VALUES (?::uuid, ?, ?, 'DELAY', 'Two days later', '{}', '{}')
                """, project, ids.get(1), ids.get(0));
        db.query("""
                INSERT INTO executions (project_id, id, workflow_id, version, contact_id, status, current_step_id)
                VALUES (?::uuid, ?, ?, 1, gen_random_uuid(), 'WAITING', ?)
                """, project, ids.get(2), ids.get(0), ids.get(1));
        db.query("""
                INSERT INTO execution_timers (project_id, execution_id, workflow_id, contact_id, due_at)
                VALUES (?::uuid, ?, ?, gen_random_uuid(), now() + make_interval(secs => ?))
                """, project, ids.get(2), ids.get(0), (double) pause.toSeconds());
        return ids.get(2).toString();
    }
}
