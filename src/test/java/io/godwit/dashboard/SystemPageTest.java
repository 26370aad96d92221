package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The page for those who run the installation, in the browser. */
@GodwitServer
class SystemPageTest {

    private static TestServer server;
    private static DashboardBrowser dashboard;

    @BeforeAll
    static void open() {
        dashboard = DashboardBrowser.start(server).signIn();
    }

    /** A node reports its warnings every five seconds, and the page asks for them when it is opened and then each minute. */
    private static void awaitWarning() {
        LoggerFactory.getLogger("io.godwit.Sample").warn("The moon is full");
        await().atMost(Duration.ofSeconds(60))
                .until(() ->
                        server.database().count("SELECT count(*) FROM nodes WHERE warnings::text LIKE '%moon is full%'")
                                == 1);
    }

    @AfterAll
    static void close() {
        if (dashboard != null) {
            dashboard.close();
        }
    }

    @Test
    void everyPartIsFitForAll() {
        awaitWarning();
        dashboard.open("system").awaitText("Answers you");

        for (var part : List.of("overview", "database", "settings", "log")) {
            dashboard.checkEverywhere("system?tab=" + part, "system-" + part);
        }
    }

    @Test
    void theQueuesMoveByThemselves() {
        dashboard.open("system").awaitText("For later");
        var mail = new JsonObject()
                .put("to", "later@example.com")
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Later")
                .put("body", "<p>Later</p>")
                .put("scheduledAt", Instant.now().plus(Duration.ofDays(1)).toString());
        assertThat(server.post("/v1/send", server.secretKey(0), mail).statusCode())
                .isEqualTo(200);

        dashboard
                .browser()
                .await("document.querySelector('.system-table tbody tr').children[4].innerText.trim() === '1'");
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
            theirs.open("system").awaitText("Only an operator of this installation may do this");

            assertThat(theirs.browser().text(".nav")).contains("Domains").doesNotContain("System");
        }
    }
}
