package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages of segments as a person uses them: the list, the builder, the members, the explanation. */
@GodwitServer
class SegmentPagesTest {

    private static final String IS_DRAWN = "(() => { const canvas = document.querySelector('.uplot canvas');"
            + " const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);"
            + " return data.some(each => each > 0); })()";

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    private static String segment;

    @BeforeAll
    static void open() {
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

    private static JsonObject contact(String email, String plan) {
        return new JsonObject().put("email", email).put("data", new JsonObject().put("plan", plan));
    }

    private static JsonObject post(String path, JsonObject body) {
        return new JsonObject(server.post(path, server.secretKey(0), body).body());
    }

    private static void patch(String path, JsonObject body) {
        server.call("PATCH", path, server.secretKey(0), body.encode());
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
    void theMembersAreShownAsContactsThatCanBeChangedAtOnce() {
        dashboard.open("segments/" + segment).awaitText("ada@example.org").press("Show as contacts");

        dashboard.browser().await("location.pathname.endsWith('/contacts')");
        dashboard.awaitText("1 entry").awaitText("ada@example.org");
        assertThat(dashboard.browser().text("main")).doesNotContain("joan@example.org");
        dashboard.browser().click(".table-head label");
        dashboard.awaitText("1 selected").check("segment-as-contacts");
    }

    @Test
    void aNumberOfMembersThatIsNotKnownYetIsNotShown(@InBrowser DashboardBrowser other) {
        var counting = new JsonObject(
                        server.get("/segments/" + segment, server.secretKey(0)).body())
                .put("memberCount", 987)
                .put("counted", false);
        var headers = Map.of("Content-Type", "application/json");
        other.browser().answerWith(server.baseUrl() + "/segments/" + segment, 200, headers, counting.encode());

        other.open("segments/" + segment)
                .awaitText("The members are being counted.")
                .check("segment-counting");

        assertThat(other.browser().text("main")).doesNotContain("987");
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
    void aNumberWithDecimalsIsTypedAsEitherLanguageWritesIt() {
        post(
                "/contacts",
                new JsonObject().put("email", "rated@example.org").put("data", new JsonObject().put("rating", 2.6)));
        var condition = new JsonObject()
                .put("field", "data.rating")
                .put("operator", "greaterThan")
                .put("value", 1);
        var filters = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition));
        var made = post("/segments", new JsonObject().put("name", "Rated").put("filters", filters))
                .getString("id");
        dashboard.open("segments/" + made + "?tab=edit").fill("value", "2.5").awaitText("is greater than 2.5");

        dashboard.fill("value", "2,5").press("Save").awaitText("is saved.");

        var stored = new JsonObject(
                server.get("/segments/" + made, server.secretKey(0)).body());
        assertThat(stored.getJsonObject("filters"))
                .isEqualTo(filters.copy()
                        .put("conditions", new JsonArray().add(condition.copy().put("value", 2.5))));
    }

    @Test
    void conditionsThatAreNotSavedAreExplained() {
        dashboard.open("segments/new").fill("name", "Not saved").fill("value", "ada@");
        dashboard.awaitText("Contacts where email address contains “ada@”.").awaitText("ada@example.org");

        dashboard.fill("address", "joan@example.org").press("Explain");

        dashboard.awaitText("is not in the segment.").awaitText("found: joan@example.org");
        dashboard.check("segment-draft-explained");
        dashboard.fill("value", "joan@").awaitText("The conditions have changed since");
        dashboard
                .fill("address", "nobody@example.org")
                .press("Explain")
                .awaitText("There is no contact with this address.");
        dashboard.press("Save").awaitText("Count again");
    }

    @Test
    void theHistoryOfASegmentIsDrawnAndListed() {
        var made = post("/segments", new JsonObject().put("name", "Growing").put("type", "STATIC"))
                .getString("id");
        dashboard
                .open("segments/" + made + "?tab=history")
                .awaitText("No history yet")
                .check("segment-no-history");
        for (var ago = 1; ago <= 20; ago++) {
            server.database().query("""
                            INSERT INTO segment_sizes (project_id, segment_id, day, member_count)
                            VALUES (?::uuid, ?::uuid, (now() AT TIME ZONE 'UTC')::date - ?, ?)
                            """, server.projectId(0), made, ago, 2_000 - 37 * ago);
        }

        dashboard.checkEverywhere("segments/" + made + "?tab=history", "segment-history");
        dashboard.browser().await("document.querySelectorAll('.chart-table tbody tr').length === 20");
        dashboard.browser().await(IS_DRAWN);
        dashboard.checkEverywhere("segments", "segments-with-history");
        dashboard
                .browser()
                .await("[...document.querySelectorAll('[role=row]')].find(each => each.innerText.includes('Growing'))"
                        + ".querySelector('.sparkline').ariaLabel.startsWith('703 more')");
    }

    @Test
    void twoEditorsChooseBetweenBothStates() {
        var made = post("/segments", new JsonObject().put("name", "Contested").put("type", "STATIC"))
                .getString("id");
        dashboard.open("segments/" + made + "?tab=edit").fill("description", "mine");
        patch("/segments/" + made, new JsonObject().put("description", "theirs"));
        dashboard.press("Save").awaitText("Somebody else has saved meanwhile").awaitText("theirs");
        assertThat(dashboard.violations()).isEmpty();

        dashboard.press("Take theirs").awaitText("theirs");
        dashboard.browser().await("document.querySelector('[name=description]').value === 'theirs'");
        dashboard.fill("description", "mine again");
        patch("/segments/" + made, new JsonObject().put("description", "theirs again"));
        dashboard.press("Save").awaitText("theirs again").press("Keep mine").awaitText("is saved.");

        var stored = new JsonObject(
                server.get("/segments/" + made, server.secretKey(0)).body());
        assertThat(stored.getString("description")).isEqualTo("mine again");
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
