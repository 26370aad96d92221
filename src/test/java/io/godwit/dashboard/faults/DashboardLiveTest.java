package io.godwit.dashboard.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Pages that are open while something changes on the server. */
@GodwitServer
class DashboardLiveTest {

    /** Less than the time after which pages ask by themselves, and tabs tell each other what they show. */
    private static final Duration NEWS = Duration.ofSeconds(10);

    private static final String LOCKS =
            "navigator.locks.query().then(locks => locks.held.length + ' ' + locks.pending.length)";

    private static TestServer server;

    @InBrowser
    private DashboardBrowser dashboard;

    private static void send(String subject) {
        send(0, subject);
    }

    private static void send(int project, String subject) {
        var email = new JsonObject()
                .put("to", "ada@example.com")
                .put("from", "hello@" + server.domain(project))
                .put("subject", subject)
                .put("body", "<p>Hello</p>");
        assertThat(server.post("/v1/send", server.secretKey(project), email).statusCode())
                .isEqualTo(200);
    }

    @Test
    void anEmailSentElsewhereAppearsInBothTabsThroughOneStream() {
        try (var first = DashboardBrowser.startApart(server).signIn()) {
            first.open("emails").awaitNews();
            var other = first.tab().open("emails").awaitNews();
            assertThat(first.browser().evaluate(LOCKS)).isEqualTo("1 1");

            send("Seen in two tabs");

            other.awaitTextWithin(NEWS, "Seen in two tabs");
            first.awaitTextWithin(NEWS, "Seen in two tabs");
        }
    }

    @Test
    void tabsOfTwoProjectsNeedOneStreamAndHearOfTheirOwn() {
        dashboard.open("emails").awaitText("Live");
        var other =
                dashboard.tab().open("/p/" + server.projectId(1) + "/emails").awaitNews();
        dashboard.awaitNews();
        assertThat(dashboard.browser().evaluate(LOCKS)).isEqualTo("1 1");

        send(1, "Of the other project");
        send(0, "Of the first project");

        other.awaitTextWithin(NEWS, "Of the other project");
        dashboard.awaitTextWithin(NEWS, "Of the first project");
        dashboard.visit("/forgotten");
        other.browser().await(LOCKS + ".then(each => each === '1 0')");
        other.awaitNews();
        send(1, "Of a tab that got the stream");
        other.awaitTextWithin(NEWS, "Of a tab that got the stream");
    }

    @Test
    void theOtherTabTakesTheStreamWhenTheFirstIsClosedAndThePageItGoesBackToIsLiveAgain() {
        try (var first = DashboardBrowser.startApart(server).signIn()) {
            first.open("emails").awaitNews();
            var other = first.tab().open("emails").awaitNews();
            first.visit("/forgotten");

            send("Seen in the tab that is left");

            other.awaitTextWithin(NEWS, "Seen in the tab that is left");
            first.browser().evaluate("history.back()");
            first.awaitText("Seen in the tab that is left").awaitNews();
            send("Seen in both tabs");
            other.awaitTextWithin(NEWS, "Seen in both tabs");
            first.awaitTextWithin(NEWS, "Seen in both tabs");
        }
    }

    @Test
    void aServerThatGoesAwayIsNoticedAndFoundAgain() {
        dashboard.open("emails").awaitText("Live");

        server.restart(() -> dashboard.awaitText("Reconnecting"));

        dashboard.awaitNews();
        send("After the restart");
        dashboard.awaitTextWithin(NEWS, "After the restart");
    }
}
