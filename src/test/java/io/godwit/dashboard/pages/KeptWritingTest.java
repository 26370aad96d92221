package io.godwit.dashboard.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing that somebody has typed is lost without a question: in dialogs, and in a campaign that others send meanwhile. */
@GodwitServer
class KeptWritingTest {

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    /** A word that every field takes. */
    private final String changed = "written";

    @BeforeAll
    static void open() {
        post(
                "/templates",
                new JsonObject()
                        .put("name", "Welcome")
                        .put("subject", "Welcome")
                        .put("body", "<p>Welcome</p>")
                        .put("type", "TRANSACTIONAL"));
        post("/contacts", new JsonObject().put("email", "ada@example.org"));
    }

    private static String post(String path, JsonObject body) {
        return new JsonObject(server.post(path, server.secretKey(0), body).body()).getString("id");
    }

    private String valueIs(String field) {
        return "document.querySelector('[name=\"" + field + "\"]')?.value === '" + changed + "'";
    }

    private static String path() {
        return String.valueOf(dashboard.browser().evaluate("location.pathname"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            events,       Track one,      event
            suppressions, Add an address, evidence
            keys,         New key,        label
            team,         Invite,         email
            contacts,     Add a contact,  email
            contacts,     Conditions,     value
            """)
    void aDialogIsClosedByItsButtonsAloneOnceSomethingIsTyped(String page, String button, String field) {
        dashboard.open(page).press(button).fill(field, changed);
        dashboard.browser().await(valueIs(field));

        dashboard.browser().press("Escape");
        dashboard
                .browser()
                .evaluate("document.querySelector('.modal-back')"
                        + ".dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))");

        dashboard.browser().await(valueIs(field));
        dashboard.press("Cancel");
        dashboard.browser().await("document.querySelector('[role=dialog]') === null");
        dashboard.press(button);
        dashboard.browser().await("document.querySelector('[role=dialog]') !== null");
        dashboard.browser().press("Escape");
        dashboard.browser().await("document.querySelector('[role=dialog]') === null");
    }

    /** A colleague sends the campaign, or its time comes, while somebody writes. */
    @Test
    void whatIsWrittenIntoACampaignStaysWhenItIsSentMeanwhile() {
        var id = post(
                "/campaigns",
                new JsonObject()
                        .put("name", "Sent by another")
                        .put("subject", "News")
                        .put("body", "<p>What is new</p>")
                        .put("from", "news@" + server.domain(0))
                        .put("audienceType", "ALL"));
        dashboard.open("campaigns/" + id + "/edit").fill("subject", changed).awaitNews();

        server.post("/campaigns/" + id + "/send", server.secretKey(0), new JsonObject());

        dashboard.awaitText("This campaign was sent meanwhile and cannot be changed any more.");
        dashboard.browser().await(valueIs("subject"));
        assertThat(dashboard.violations()).isEmpty();
        dashboard.press("Save as a new campaign").awaitText("Send a test");
        assertThat(path()).doesNotContain(id).doesNotContain("edit");
        var stored = server.get("/campaigns?search=Sent%20by%20another", server.secretKey(0))
                .body();
        assertThat(stored).contains(changed);
    }

    @Test
    void aTemplateReplacesWhatIsWrittenOnlyAfterAQuestion() {
        dashboard.open("campaigns/new").press("Start from a template");
        take("Welcome");
        dashboard.browser().await("document.querySelector('[name=subject]').value === 'Welcome'");
        dashboard.fill("subject", changed).press("Start from a template");
        take("Welcome");

        dashboard.awaitText("The subject and the content that you have written go");
        dashboard.check("campaign-replace");
        dashboard.press("Cancel");
        dashboard.browser().await("document.querySelector('[role=dialog]') === null");
        dashboard.browser().await(valueIs("subject"));
        dashboard.press("Start from a template");
        take("Welcome");
        dashboard.press("Replace");
        dashboard.browser().await("document.querySelector('[name=subject]').value === 'Welcome'");
    }

    /** Others may have changed the subject of the template. */
    private static void take(String template) {
        dashboard.browser().await("document.querySelector('.campaigns-choice') !== null");
        dashboard
                .browser()
                .clickOn("[...document.querySelectorAll('.campaigns-choice')]"
                        + ".find(each => each.innerText.startsWith('" + template + "'))");
    }
}
