package io.godwit.dashboard;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** The names of events and one of them, in the browser. */
@GodwitServer
class EventPagesTest {

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @Test
    void namesAreCountedAndOneShowsItsUseAndItsData() {
        track("ada@example.org", "order_paid", new JsonObject().put("items", new JsonArray().add("A-7")));
        dashboard.checkEverywhere("events", "events");
        dashboard.open("events?search=ORDER").press("order_paid");

        dashboard
                .awaitText("No segment, no workflow and no campaign that has not ended asks for it.")
                .awaitText("A-7");
        dashboard.checkEverywhere("events?name=order_paid", "event");
    }

    @Test
    void oneIsTrackedByHandAndDeletedAgain() {
        dashboard.open("events").press("Track one");
        dashboard.fill("email", "bob@example.org").fill("event", "tried_out").press("Track now");
        dashboard.awaitText("The event is tracked.").awaitText("tried_out");

        dashboard.open("events?name=tried_out").press("Delete all").awaitText("1 event is deleted for good.");
        dashboard.browser().evaluate("document.querySelector('[role=dialog] .button-danger').click()");
        dashboard.awaitText("The events “tried_out” are deleted.");
    }

    @Test
    void whatTheServerRefusesIsSaidAtTheField() {
        dashboard.open("events").press("Track one");
        dashboard.fill("email", "bob@example.org").fill("event", "email.sent").press("Track now");

        dashboard
                .browser()
                .await("document.querySelector('[role=dialog] .field-error, [role=dialog] .note-bad') !== null");
    }

    private static void track(String email, String event, JsonObject data) {
        var body = new JsonObject().put("email", email).put("event", event).put("data", data);
        server.post("/v1/track", server.secretKey(0), body);
    }
}
