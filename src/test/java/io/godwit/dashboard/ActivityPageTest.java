package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** The feed of what happened, in the browser. */
@GodwitServer
class ActivityPageTest {

    private static final String FEED_CALLS =
            "performance.getEntriesByType('resource').filter(each => each.name.includes('/activity?'))";

    private static final String CALLS = FEED_CALLS + ".length";

    /** The page asks again each minute without any news. */
    private static final double BY_ITSELF_MILLIS = 30_000;

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @Test
    void entriesLeadToWhatTheyAreAboutAndAreFilteredByTheirKind() {
        track("ada@example.org", "order_paid", new JsonObject().put("amount", 12));
        dashboard.open("activity").awaitText("order_paid").awaitText("ada@example.org");
        dashboard.checkEverywhere("activity", "activity");

        dashboard.open("activity?types=email.bounced").awaitText("Nothing matches");
        dashboard.open("activity").press("order_paid").awaitText("Used in").awaitText("amount");
    }

    @Test
    void whatComesMeanwhileWaitsAboveUntilItIsWanted() {
        track("bob@example.org", "first_one", new JsonObject());
        dashboard.open("activity").awaitText("first_one");
        track("bob@example.org", "second_one", new JsonObject());
        dashboard.awaitText("1 new entry").press("1 new entry").awaitText("second_one");
    }

    @Test
    void whatComesByTheStreamIsShownWithoutBeingAskedFor() {
        track("cid@example.org", "before_it", new JsonObject());
        dashboard.open("activity").awaitText("Live").awaitText("before_it");
        awaitQuiet();
        var asked = calls();

        track("cid@example.org", "brought_by_the_stream", new JsonObject());

        dashboard.awaitText("1 new entry").press("1 new entry").awaitText("brought_by_the_stream");
        assertThat(calls()).isEqualTo(asked);
        dashboard.check("activity-news");
    }

    @Test
    void newsThatLeaveSomethingOutAreAskedForAgain() {
        track("dee@example.org", "known_one", new JsonObject());
        dashboard.open("activity").awaitText("Live").awaitText("known_one");
        awaitQuiet();
        var asked = calls();
        var stranger = new JsonObject()
                .put("id", "left-over")
                .put("type", "event.triggered")
                .put("timestamp", "2099-01-01T00:00:00Z")
                .put("metadata", new JsonObject().put("eventName", "alone"));
        var change =
                new JsonObject().put("topic", "activity").put("cut", true).put("items", new JsonArray().add(stranger));

        tellAllTabs(new JsonObject().put("change", change));

        dashboard.browser().await(CALLS + " > " + asked);
        assertThat(millisUntilLastCall()).isLessThan(BY_ITSELF_MILLIS);
        assertThat(dashboard.browser().evaluate("document.body.innerText.includes('new entry')"))
                .isEqualTo(false);
    }

    /** As the tab that has the stream tells the others. */
    private static void tellAllTabs(JsonObject message) {
        var addressed = new JsonObject().put("to", server.projectId(0)).put("message", message);
        dashboard
                .browser()
                .evaluate("(() => { window.told = performance.now(); new BroadcastChannel('godwit-live').postMessage("
                        + addressed.encode() + "); })()");
    }

    private static double millisUntilLastCall() {
        return ((Number) dashboard.browser().evaluate(FEED_CALLS + ".at(-1).startTime - window.told")).doubleValue();
    }

    private static long calls() {
        return ((Number) dashboard.browser().evaluate(CALLS)).longValue();
    }

    /** The page asks once more when its stream has opened. */
    private static void awaitQuiet() {
        dashboard
                .browser()
                .await("new Promise(resolve => { const before = " + CALLS + "; setTimeout(() => resolve(before === "
                        + CALLS + "), 1000); })");
    }

    private static void track(String email, String event, JsonObject data) {
        var body = new JsonObject().put("email", email).put("event", event).put("data", data);
        server.post("/v1/track", server.secretKey(0), body);
    }
}
