package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages of campaigns as a person uses them: the list, writing, sending, the report, the recipients. */
@GodwitServer
class CampaignPagesTest {

    /** A field for a day and time has a part for each number, which no text can be inserted into. */
    private static final String TYPE_TIME = "(() => { const field = document.querySelector('[type=datetime-local]');"
            + " Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '%s');"
            + " field.dispatchEvent(new Event('input', {bubbles: true})); })()";

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    private static String draft;

    @BeforeAll
    static void open() {
        for (var name : new String[] {"ada", "grace", "joan"}) {
            post("/contacts", new JsonObject().put("email", name + "@example.org"));
        }
        post("/suppressions", new JsonObject().put("email", "joan@example.org"));
        post("/suppressions", new JsonObject().put("email", "not-asked@example.org"));
        draft = make("Draft of May");
    }

    private static JsonObject post(String path, JsonObject body) {
        return new JsonObject(server.post(path, server.secretKey(0), body).body());
    }

    private static String make(String name) {
        return make(name, new JsonObject().put("audienceType", "ALL"));
    }

    private static String make(String name, JsonObject audience) {
        var body = new JsonObject()
                .put("name", name)
                .put("subject", "News, {{firstName ?? friend}}")
                .put("body", "<p>What is new</p>")
                .put("from", "news@" + server.domain(0))
                .mergeIn(audience);
        return post("/campaigns", body).getString("id");
    }

    @Test
    void theListIsFitForAllFullAndEmpty() {
        dashboard.checkEverywhere("campaigns", "campaigns");
        dashboard
                .open("campaigns?search=nothing")
                .awaitText("No campaign matches")
                .check("campaigns-none");
    }

    @Test
    void aDraftAndItsFormAreFitForAll() {
        dashboard.checkEverywhere("campaigns/" + draft, "campaign-draft");
        dashboard.checkEverywhere("campaigns/" + draft + "/edit", "campaign-form");
        dashboard.browser().evaluate("document.querySelector('.form-actions').scrollIntoView()");
        dashboard.awaitText("3 contacts at this moment.");
    }

    @Test
    void aCampaignIsWrittenInTheFormAndSaved() {
        dashboard.open("campaigns/new").fill("name", "Written here").fill("subject", "Hello");
        dashboard.fill("from", "news@" + server.domain(0));
        dashboard.browser().await("document.querySelector('.cm-content') !== null");
        dashboard.press("Save").awaitText("Send a test");

        var list = server.get("/campaigns?search=Written%20here", server.secretKey(0))
                .body();
        assertThat(new JsonObject(list).getInteger("total")).isEqualTo(1);
    }

    @Test
    void theListTellsWhatIsPlannedFromWhatWasSent() {
        make("Only a plan");

        dashboard.open("campaigns?search=Only").awaitText("Only a plan");

        dashboard.browser().await("/– \\/ [1-9]/.test(document.querySelector('.campaigns-sent').innerText)");
        dashboard.show("light", 375);
        dashboard
                .browser()
                .await("/^[1-9][0-9]* contacts?$/.test(document.querySelector('.table-note')?.innerText ?? '')");
    }

    @Test
    void aDraftThatSomebodyElseHasSavedMeanwhileIsShownInBothStates() {
        var id = make("Two writers");
        dashboard.open("campaigns/" + id + "/edit").fill("subject", "Mine");
        dashboard.browser().await("document.querySelector('.cm-content') !== null");
        var theirs = server.call(
                "PUT",
                "/campaigns/" + id,
                server.secretKey(0),
                new JsonObject().put("subject", "Theirs").encode());
        assertThat(theirs.statusCode()).isEqualTo(200);

        dashboard.press("Save").awaitText("Somebody else has saved meanwhile").awaitText("Theirs");
        assertThat(dashboard.violations()).isEmpty();
        dashboard.press("Keep mine").awaitText("Send a test");

        var stored = server.get("/campaigns/" + id, server.secretKey(0)).body();
        assertThat(new JsonObject(stored).getJsonObject("data").getString("subject"))
                .isEqualTo("Mine");
    }

    /** Answers name the conditions twice; the form sends one of them, and a conflict shows them too. */
    @Test
    void theConditionsOfACampaignAreChangedAndComparedWithThoseOfSomebodyElse() {
        var id = make("For some", filtered("ada"));
        dashboard.open("campaigns/" + id + "/edit").fill("value", "grace");
        server.call(
                "PUT", "/campaigns/" + id, server.secretKey(0), filtered("joan").encode());

        dashboard.press("Save").awaitText("Somebody else has saved meanwhile").awaitText("\"value\": \"joan\"");
        dashboard.press("Keep mine").awaitText("Send a test");

        var stored = server.get("/campaigns/" + id, server.secretKey(0)).body();
        assertThat(new JsonObject(stored).getJsonObject("data").getJsonObject("audienceFilter"))
                .isEqualTo(filtered("grace").getJsonObject("audienceFilter"));
    }

    private static JsonObject filtered(String email) {
        var condition = new JsonObject()
                .put("field", "email")
                .put("operator", "contains")
                .put("value", email);
        var filter = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition));
        return new JsonObject().put("audienceType", "FILTERED").put("audienceFilter", filter);
    }

    @Test
    void aDraftSaysHowManyItGoesToAtThisMoment() {
        var id = make("Written before", filtered("@late.example.org"));
        post("/contacts", new JsonObject().put("email", "ada@late.example.org"));
        try {
            dashboard.open("campaigns/" + id);
            dashboard
                    .browser()
                    .await("document.querySelector('.campaigns-details').innerText.includes('Recipients\\n1')");

            dashboard.press("Send …").awaitText("It goes to 1 contact.");
        } finally {
            server.database().query("DELETE FROM contacts WHERE email LIKE '%@late.example.org'");
        }
    }

    @Test
    void aCampaignForNobodyCannotBeSentNow() {
        var id = make("For nobody", filtered("nobody-has-this"));

        dashboard.open("campaigns/" + id).press("Send …").awaitText("Nobody is in the audience.");

        dashboard.browser().await("document.querySelector('[role=dialog] .button-main').disabled");
        dashboard.press("Cancel");
    }

    @Test
    void aSentCampaignReportsNumbersThatAddUpAndLeadToRecipients() {
        var id = make("Sent in May");
        dashboard
                .open("campaigns/" + id)
                .press("Send …")
                .awaitText("It goes to 3 contacts.")
                .awaitText("1 of them is suppressed and gets nothing.")
                .check("campaign-ask");
        dashboard.press("Send now").awaitText("What became of the audience").awaitText("Sent to 2 of 3");
        dashboard.awaitText("Opens and clicks over time").awaitText("By mailbox provider");
        dashboard.browser().await("document.querySelectorAll('.chart tbody tr').length > 0");
        dashboard.checkEverywhere("campaigns/" + id, "campaign-report");
        dashboard.browser().evaluate("document.querySelector('#course').scrollIntoView()");
        dashboard.check("campaign-course");

        dashboard.press("Left out").awaitText("joan@example.org").check("campaign-recipients");
    }

    @Test
    void theFiguresOfAReportLeadToTheirRecipients() {
        var id = make("Read in May");
        server.post("/campaigns/" + id + "/send", server.secretKey(0), new JsonObject());
        dashboard.open("campaigns/" + id).awaitText("Sent to 2 of 3");
        server.database()
                .query(
                        "UPDATE emails SET opened_at = now(), clicked_at = now(), status = 'CLICKED' WHERE id ="
                                + " (SELECT id FROM emails WHERE campaign_id = ?::uuid AND status <> 'SUPPRESSED' LIMIT 1)",
                        id);
        dashboard.open("campaigns/" + id);
        dashboard.browser().await(figure("Opened") + " !== null");

        dashboard.check("campaign-figures");
        dashboard.browser().clickOn(figure("Opened"));

        dashboard.awaitText("Reaction: Opened");
        dashboard.browser().await("document.querySelectorAll('[role=row][aria-rowindex]').length === 2");
    }

    private static String figure(String label) {
        return "[...document.querySelectorAll('.figure')].find(each => each.innerText.startsWith('" + label
                + "')).querySelector('a')";
    }

    @Test
    void aCampaignThatIsSentIsPausedResumedAndCancelled() {
        var project = server.projectId(0);
        server.database().query("UPDATE projects SET emails_per_second = 1 WHERE id = ?::uuid", project);
        server.database().query("""
                        INSERT INTO contacts (project_id, id, email, subscribed)
                        SELECT ?::uuid, gen_random_uuid(), 'slow' || n || '@example.org', true FROM generate_series(1, 300) n
                        """, project);
        try {
            var id = make("Sent slowly");
            post("/campaigns/" + id + "/send", new JsonObject());
            dashboard.open("campaigns/" + id).awaitText("Sending").awaitText("in the last minute");
            dashboard.awaitText("Time left").check("campaign-sending");
            dashboard.press("Pause");
            dashboard.awaitText("the rest waits until you resume").check("campaign-pause");
            dashboard.browser().click("[role=alertdialog] .button-main, [role=dialog] .button-main");
            dashboard.awaitText("Paused.").check("campaign-paused");

            dashboard.press("Resume").awaitText("The rest of the audience gets the campaign.");
            dashboard.browser().click("[role=alertdialog] .button-main, [role=dialog] .button-main");
            dashboard.awaitText("It goes on.");

            dashboard.press("Cancel the campaign").awaitText("Not yet sent:");
            dashboard.browser().click("[role=alertdialog] .button-danger, [role=dialog] .button-danger");
            dashboard.awaitText("Cancelled.");
            assertThat(new JsonObject(server.get("/campaigns/" + id, server.secretKey(0))
                                    .body())
                            .getString("status"))
                    .isEqualTo("CANCELLED");
        } finally {
            server.database().query("UPDATE projects SET emails_per_second = NULL WHERE id = ?::uuid", project);
            server.database().query("DELETE FROM contacts WHERE email LIKE 'slow%'");
        }
    }

    @Test
    void aCampaignIsPlannedByTheClocksOfTheAccount() {
        var id = make("Planned by the clock");
        var auckland = ZoneId.of("Pacific/Auckland");
        var planned = LocalDate.now(auckland).plusDays(3).atTime(9, 0);
        setTimeZone(auckland.getId());
        try {
            dashboard.open("campaigns/" + id).press("Send …").awaitText("It goes to");
            dashboard.browser().click("[role=dialog] .select-button");
            dashboard.press("Later").awaitText("Pacific/Auckland");
            dashboard.browser().evaluate(TYPE_TIME.formatted(planned));
            dashboard.browser().click("[role=dialog] .button-main");

            dashboard.awaitText("Scheduled").awaitText(", 9:00");
            var stored = new JsonObject(
                    server.get("/campaigns/" + id, server.secretKey(0)).body());
            assertThat(stored.encode())
                    .contains(planned.atZone(auckland).toInstant().toString().replace("Z", ""));
        } finally {
            setTimeZone(null);
        }
    }

    private static void setTimeZone(String zone) {
        var changed = BrowserUser.demo(server)
                .call(
                        "PATCH",
                        "/users/@me",
                        new JsonObject().put("timeZone", zone).encode());
        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    }

    @Test
    void aScheduledCampaignIsCancelledAfterAQuestion() {
        var id = make("Planned for later");
        var planned = new JsonObject()
                .put("scheduledFor", Instant.now().plus(Duration.ofDays(1)).toString());
        post("/campaigns/" + id + "/send", planned);

        dashboard.open("campaigns/" + id).awaitText("Scheduled").press("Cancel the campaign");
        dashboard.awaitText("This cannot be undone.");
        dashboard.browser().click("[role=dialog] .button-danger");

        dashboard.awaitText("Cancelled");
        dashboard.open("campaigns?search=Planned").awaitText("Planned for later");
        dashboard.browser().await("new Date(document.querySelector('.table-body time').dateTime) < new Date()");
    }
}
