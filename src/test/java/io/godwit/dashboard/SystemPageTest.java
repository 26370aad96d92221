package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The page for those who run the installation, in the browser. */
@GodwitServer
class SystemPageTest {

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    /** A node reports its warnings every five seconds, and the page asks for them when it is opened and then each minute. */
    private static void awaitWarning() {
        LoggerFactory.getLogger("io.godwit.Sample").warn("The moon is full");
        await().atMost(Duration.ofSeconds(60))
                .until(() ->
                        server.database().count("SELECT count(*) FROM nodes WHERE warnings::text LIKE '%moon is full%'")
                                == 1);
    }

    @Test
    void everyPartIsFitForAll() {
        awaitWarning();
        server.database().query("""
                INSERT INTO unmatched_replies (id, code, enhanced, reply, times, first_at, last_at)
                VALUES (gen_random_uuid(), 550, '5.0.0', 'Frobnication of @ gave 17', 1234, now() - interval '2 days', now()),
                       (gen_random_uuid(), 471, NULL, repeat('x', 900), 1, now(), now() - interval '1 hour')
                """);
        dashboard.open("system").awaitText("Answers you");

        for (var part : List.of("overview", "database", "settings", "replies", "log")) {
            dashboard.checkEverywhere("system?tab=" + part, "system-" + part);
        }
    }

    @Test
    void theQueuesMoveByThemselves() {
        dashboard.open("system").awaitText("For later").awaitNews();
        var email = new JsonObject()
                .put("to", "later@example.com")
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Later")
                .put("body", "<p>Later</p>")
                .put("scheduledAt", Instant.now().plus(Duration.ofDays(1)).toString());
        assertThat(server.post("/v1/send", server.secretKey(0), email).statusCode())
                .isEqualTo(200);

        var sent = System.nanoTime();
        dashboard
                .browser()
                .await("document.querySelector('.system-table tbody tr').children[4].innerText.trim() === '1'");
        assertThat(Duration.ofNanos(System.nanoTime() - sent))
                .as("before the page asks by itself")
                .isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void theStateOfBackupsIsSaidAlsoWhenThereIsNone() {
        server.database().query("DELETE FROM backup_outcomes");
        dashboard.open("system").awaitText("No backup was made yet");

        server.database().query("""
                INSERT INTO backup_outcomes (succeeded, taken_at, ended_at, file, host, bytes, row_count, has_images, problem)
                VALUES (true, now() - interval '3 days', now() - interval '3 days', '/backups/a', 'node-1', 5242880, 1234, true, NULL),
                       (false, now(), now(), '/backups/b', 'node-1', NULL, NULL, NULL, 'There is no folder /backups')
                """);
        dashboard
                .open("system")
                .awaitText("5 MB, 1,234 rows")
                .awaitText("The last attempt failed")
                .awaitText("There is no folder /backups");
        dashboard.checkShownEverywhere("system-backup-failed");

        server.database().query("DELETE FROM backup_outcomes WHERE NOT succeeded");
        dashboard.open("system").awaitText("More than two days old");
    }

    private static final String PAUSED = """
            {"perHour": 300, "openConnections": 0, "maxConnections": 5, "mailsPerConnection": 20, "provider": "Example Mail",
             "reason": "operator", "sentence": "A test", "waitsUntil": "2030-01-01T00:00:00Z",
             "suspensions": [{"reason": "operator", "sentence": "A test", "senderDomain": null, "until": "2030-01-01T00:00:00Z"}],
             "lastReplies": [{"at": "2026-01-01T00:00:00Z", "reply": "421 4.7.0 Try again later, closing connection"}]}""";

    private static final String OPEN = """
            {"perHour": 1200, "openConnections": 2, "maxConnections": 10, "mailsPerConnection": 50, "suspensions": [],
             "lastReplies": [{"at": "2026-01-01T00:00:00Z", "reply": "250 2.0.0 OK"}]}""";

    private static void seeSites() {
        server.database().query("""
                INSERT INTO site_traffic (source, site, traffic)
                VALUES ('out-1.example.org', 'mx1.paused.example,mx2.paused.example', '%1$s'),
                       ('out-2.example.org', 'mx1.paused.example,mx2.paused.example', '%1$s'),
                       ('out-1.example.org', 'mx.open.example', '%2$s')
                    ON CONFLICT DO NOTHING
                """.formatted(PAUSED, OPEN));
    }

    @Test
    void mailSystemsAreListedAndOneSaysWhyItWaits() {
        server.database().query("DELETE FROM site_traffic");
        dashboard.open("receivers").awaitText("Nothing goes straight to mail systems");
        seeSites();

        dashboard.checkEverywhere("receivers", "receivers");
        dashboard.browser().click("main a[href*='mx1.paused']");
        dashboard.awaitText("Paused by an operator");
        dashboard.awaitText("421 4.7.0 Try again later").checkShownEverywhere("receivers-one");
        dashboard.open("receivers?search=example%20mail").awaitText("mx1.paused.example");
        assertThat(dashboard.browser().text("main")).doesNotContain("mx.open.example");
    }

    @Test
    void aMailSystemIsPausedResumedAndTriedAfterAQuestion() {
        seeSites();
        dashboard.open("receivers?site=mx.open.example").press("Pause").awaitText("Emails wait meanwhile");
        dashboard.fill("reason", "They asked for it").check("receivers-pause");
        dashboard.browser().loseAnswer(server.baseUrl() + "/receivers/pause");
        dashboard.browser().click("[role=dialog] [type=submit]");
        dashboard.awaitText("offline");
        dashboard.browser().click("[role=dialog] [type=submit]");
        dashboard.awaitText("The pause is on its way to all nodes.");

        dashboard.open("receivers?site=mx1.paused.example,mx2.paused.example").press("Resume");
        dashboard.awaitText("Every suspension ends").browser().click("[role=dialog] [type=submit]");
        dashboard.awaitText("All nodes are told to resume.").press("Try now");
        dashboard.awaitText("One email goes out as a test").browser().click("[role=dialog] [type=submit]");
        dashboard.awaitText("All nodes are told to try it.");
    }

    @Test
    void theMailServerIsTriedByAButton() {
        dashboard.open("system").press("Test now").awaitText("Nothing was sent.");
    }

    @Test
    void warningsAndSettingsAreFound() {
        awaitWarning();
        dashboard.open("system?tab=log").awaitText("The moon is full");
        dashboard
                .open("system?tab=settings")
                .awaitText("GODWIT_HTTP_PORT")
                .browser()
                .click("input[type=search]");
        dashboard.browser().type("signing");
        dashboard.awaitText("Set, and secret");
        assertThat(dashboard.browser().text("main")).doesNotContain("11".repeat(32), "GODWIT_HTTP_PORT");
    }

    @Test
    void whoeverIsNoOperatorNeitherSeesTheEntryNorThePage() {
        var other = BrowserUser.signedUp(server, "other@example.com");
        var body = new JsonObject().put("email", other.email()).put("role", "ADMIN");
        BrowserUser.demo(server).post("/projects/" + server.projectId(0) + "/members", body);
        other.acceptInvitations();
        try (var theirs = DashboardBrowser.start(server).signIn(other.email(), other.password())) {
            for (var page : List.of("system", "receivers")) {
                theirs.open(page).awaitText("Only an operator of this installation may do this");
            }

            assertThat(theirs.browser().text(".nav")).contains("Domains").doesNotContain("System", "Receivers");
        }
    }
}
