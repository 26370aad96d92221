package io.godwit.dashboard;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The feed of what happened, in the browser. */
@GodwitServer
class ActivityPageTest {

    private static TestServer server;
    private static DashboardBrowser dashboard;

    @BeforeAll
    static void open() {
        dashboard = DashboardBrowser.start(server).signIn();
    }

    @AfterAll
    static void close() {
        if (dashboard != null) {
            dashboard.close();
        }
    }

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

    private static void track(String email, String event, JsonObject data) {
        var body = new JsonObject().put("email", email).put("event", event).put("data", data);
        server.post("/v1/track", server.secretKey(0), body);
    }
}
