package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages that are open while something changes on the server. */
@GodwitServer
class DashboardLiveTest {

    private static TestServer server;
    private DashboardBrowser dashboard;

    @BeforeEach
    void open() {
        dashboard = DashboardBrowser.start(server).signIn();
    }

    @AfterEach
    void close() {
        dashboard.close();
    }

    private static void send(String subject) {
        send(0, subject);
    }

    private static void send(int project, String subject) {
        var mail = new JsonObject()
                .put("to", "ada@example.com")
                .put("from", "hello@" + server.domain(project))
                .put("subject", subject)
                .put("body", "<p>Hello</p>");
        assertThat(server.post("/v1/send", server.secretKey(project), mail).statusCode())
                .isEqualTo(200);
    }

    @Test
    void aMailSentElsewhereAppearsInBothTabsThroughOneStream() {
        try (var first = DashboardBrowser.startApart(server).signIn()) {
            first.open("messages").awaitText("Live");
            var other = first.tab().open("messages").awaitText("Live");
            assertThat(
                            first.browser()
                                    .evaluate(
                                            "navigator.locks.query().then(locks => locks.held.length + ' ' + locks.pending.length)"))
                    .isEqualTo("1 1");

            send("Seen in two tabs");

            first.awaitText("Seen in two tabs");
            other.awaitText("Seen in two tabs");
        }
    }

    @Test
    void tabsOfTwoProjectsNeedOneStreamAndHearOfTheirOwn() {
        dashboard.open("messages").awaitText("Live");
        var other =
                dashboard.tab().open("/p/" + server.projectId(1) + "/messages").awaitText("Live");
        assertThat(
                        dashboard
                                .browser()
                                .evaluate(
                                        "navigator.locks.query().then(locks => locks.held.length + ' ' + locks.pending.length)"))
                .isEqualTo("1 1");
        var sent = System.nanoTime();

        send(1, "Of the other project");
        send(0, "Of the first project");

        other.awaitText("Of the other project");
        dashboard.awaitText("Of the first project");
        assertThat(Duration.ofNanos(System.nanoTime() - sent))
                .as("before pages ask by themselves")
                .isLessThan(Duration.ofSeconds(25));
        dashboard.visit("/forgotten");
        send(1, "Of a tab that got the stream");
        other.awaitText("Of a tab that got the stream");
    }

    @Test
    void theOtherTabTakesTheStreamWhenTheFirstIsClosedAndThePageItGoesBackToIsLiveAgain() {
        try (var first = DashboardBrowser.startApart(server).signIn()) {
            first.open("messages").awaitText("Live");
            var other = first.tab().open("messages").awaitText("Live");
            var left = System.nanoTime();
            first.visit("/forgotten");

            send("Seen in the tab that is left");

            other.awaitText("Seen in the tab that is left");
            assertThat(Duration.ofNanos(System.nanoTime() - left))
                    .as("before the tabs tell each other what they show, every 30 s")
                    .isLessThan(Duration.ofSeconds(25));
            first.browser().evaluate("history.back()");
            first.awaitText("Seen in the tab that is left").awaitText("Live");
            send("Seen in both tabs");
            other.awaitText("Seen in both tabs");
            first.awaitText("Seen in both tabs");
        }
    }

    @Test
    void aServerThatGoesAwayIsNoticedAndFoundAgain() {
        dashboard.open("messages").awaitText("Live");

        server.restart(() -> dashboard.awaitText("Reconnecting"));

        dashboard.awaitText("Live");
        send("After the restart");
        dashboard.awaitText("After the restart");
    }
}
