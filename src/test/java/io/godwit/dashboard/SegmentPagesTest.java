package io.godwit.dashboard;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages of segments as a person uses them: the list, the builder, the members, the explanation. */
@GodwitServer
class SegmentPagesTest {

    private static TestServer server;
    private static DashboardBrowser dashboard;
    private static String segment;

    @BeforeAll
    static void open() {
        dashboard = DashboardBrowser.start(server).signIn();
        post("/contacts", contact("ada@example.org", "pro"));
        post("/contacts", contact("joan@example.org", "free"));
        var condition = new JsonObject()
                .put("field", "data.plan")
                .put("operator", "equals")
                .put("value", "pro");
        var filters = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition));
        segment = post("/segments", new JsonObject().put("name", "Paying").put("filters", filters))
                .getString("id");
    }

    @AfterAll
    static void close() {
        if (dashboard != null) {
            dashboard.close();
        }
    }

    private static JsonObject contact(String email, String plan) {
        return new JsonObject().put("email", email).put("data", new JsonObject().put("plan", plan));
    }

    private static JsonObject post(String path, JsonObject body) {
        return new JsonObject(server.post(path, server.secretKey(0), body).body());
    }

    @Test
    void theListIsFitForAll() {
        dashboard.checkEverywhere("segments", "segments");
    }

    @Test
    void theMembersAreFitForAll() {
        dashboard.checkEverywhere("segments/" + segment, "segment");
        dashboard.awaitText("ada@example.org");
    }

    @Test
    void theBuilderIsFitForAll() {
        dashboard.checkEverywhere("segments/" + segment + "?tab=edit", "segment-builder");
    }

    @Test
    void theBuilderCountsWhileOneTypesAndSaves() {
        dashboard.open("segments/new").fill("name", "Those named Ada").fill("value", "ada@");
        dashboard.awaitText("Contacts where email address contains “ada@”.").awaitText("ada@example.org");

        dashboard
                .press("Save")
                .awaitText("Count again")
                .awaitText("Those named Ada")
                .awaitText("ada@example.org");
    }

    @Test
    void theExplanationTellsWhatWasFound() {
        dashboard
                .open("segments/" + segment + "?tab=explain")
                .fill("email", "joan@example.org")
                .press("Explain");

        dashboard.awaitText("is not in the segment.").awaitText("found: free").check("segment-explained");
    }

    @Test
    void addressesAreAddedToASegmentMadeByHand() {
        var made = post("/segments", new JsonObject().put("name", "By hand").put("type", "STATIC"));

        dashboard.open("segments/" + made.getString("id")).fill("emails", "joan@example.org nobody@example.org");
        dashboard.press("Add");

        dashboard
                .awaitText("No contacts: nobody@example.org")
                .awaitText("joan@example.org")
                .check("segment-static");
    }
}
