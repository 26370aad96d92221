package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages of workflows as a person uses them: the list, the picture with its counts, who waits, versions, simulation. */
@GodwitServer
class WorkflowPagesTest {

    private static TestServer server;
    private static WorkflowApi calls;

    @InBrowser
    private static DashboardBrowser dashboard;

    private static String flow;
    private static String execution;

    @BeforeAll
    static void open() {
        calls = new WorkflowApi(server, 0);
        flow = WorkflowApi.json(
                        calls.post(
                                "/workflows", WorkflowApi.object("name", "Welcome series", "eventName", "signed_up")),
                        201)
                .getString("id");
        calls.added(flow, "UPDATE_CONTACT", WorkflowApi.update());
        calls.added(flow, "DELAY", WorkflowApi.delay());
        calls.added(flow, "SEND_EMAIL", WorkflowApi.object("templateId", template()));
        calls.enabled(flow);
        execution = entered("ada@example.org");
        entered("grace@example.org");
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> waiting() == 2);
    }

    private static String template() {
        var template = WorkflowApi.object(
                "name", "Day one", "subject", "Hello {{email}}", "body", "<p>Your plan is {{plan}}.</p>");
        template.put("type", "MARKETING").put("from", "hello@" + server.domain(0));
        return WorkflowApi.json(calls.post("/templates", template), 201).getString("id");
    }

    private static String entered(String email) {
        var contact = WorkflowApi.json(calls.post("/contacts", WorkflowApi.object("email", email)), 201);
        var started = calls.post(
                "/workflows/" + flow + "/executions", WorkflowApi.object("contactId", contact.getString("id")));
        return WorkflowApi.json(started, 201).getString("id");
    }

    private static int waiting() {
        return calls.whole(flow).getJsonArray("steps").stream()
                .map(JsonObject.class::cast)
                .filter(step -> step.getString("type").equals("DELAY"))
                .findFirst()
                .orElseThrow()
                .getJsonObject("stats")
                .getInteger("waiting");
    }

    @Test
    void theListIsFitForAllFullAndEmpty() {
        dashboard.checkEverywhere("workflows", "workflows");
        dashboard.show("light", 375);
        dashboard.open("workflows");
        dashboard.browser().await("document.querySelector('.table-note')?.innerText.endsWith(' finished')");
        dashboard.show("light", 1280);
        dashboard
                .open("workflows?search=nothing")
                .awaitText("No workflow matches")
                .check("workflows-none");
    }

    @Test
    void thePictureWithItsCountsIsFitForAll() {
        dashboard.checkEverywhere("workflows/" + flow, "workflow");
        dashboard.browser().await("document.querySelectorAll('.react-flow__node').length === 4");
    }

    @Test
    void aClickOnAStepShowsWhoWaitsThere() {
        dashboard.open("workflows/" + flow);
        dashboard
                .browser()
                .await(
                        "[...document.querySelectorAll('.react-flow__node')].some(one => one.textContent.includes('2 waiting'))");
        dashboard
                .browser()
                .evaluate("[...document.querySelectorAll('.react-flow__node')]"
                        + ".find(one => one.textContent.includes('2 waiting')).click()");

        dashboard.awaitText("contacts wait here").awaitText("ada@example.org").check("workflow-waiting");
        dashboard.press("Show all who came here").awaitText("Step: DELAY").awaitText("grace@example.org");
        dashboard.press("At this step").press("Went on").awaitText("No contact matches");
    }

    @Test
    void anEmailLeadsToTheExecutionThatSentIt() {
        var mailing = WorkflowApi.json(
                        calls.post("/workflows", WorkflowApi.object("name", "At once", "eventName", "bought")), 201)
                .getString("id");
        calls.added(mailing, "SEND_EMAIL", WorkflowApi.object("templateId", template()));
        calls.enabled(mailing);
        var contact = WorkflowApi.json(
                calls.post("/contacts", WorkflowApi.object("email", "ivy@example.org", "subscribed", true)), 201);
        calls.post("/workflows/" + mailing + "/executions", WorkflowApi.object("contactId", contact.getString("id")));

        dashboard.open("emails?search=ivy").awaitText("ivy@example.org");
        dashboard.press("ivy@example.org").awaitText("Open the execution").press("Open the execution");

        dashboard.browser().await("location.pathname.includes('/workflows/" + mailing + "/executions/')");
        dashboard.awaitText("At once").awaitText("ivy@example.org");
    }

    @Test
    void aNarrowWindowShowsTheListOfSteps() {
        dashboard.show("light", 375);
        dashboard.open("workflows/" + flow);
        dashboard.browser().await("document.querySelectorAll('.workflows-open').length === 4");

        assertThat(dashboard.browser().evaluate("document.querySelector('.react-flow') === null"))
                .isEqualTo(true);
    }

    @Test
    void theListOfStepsLeadsToWhoWaitsWithTheKeyboard() {
        dashboard.open("workflows/" + flow + "?view=list");
        dashboard.browser().await("document.querySelectorAll('.workflows-open').length === 4");
        dashboard.browser().evaluate("document.querySelectorAll('.workflows-open')[2].click()");

        dashboard.awaitText("grace@example.org").awaitText("Goes on at");
        dashboard.press("Close");
    }

    /** The buttons that the arrow keys go along are those of the list, which is not seen beside the picture. */
    @Test
    void thePictureMarksTheStepThatTheKeyboardIsAt() {
        dashboard.open("workflows/" + flow);
        dashboard.browser().await("document.querySelectorAll('.react-flow__node').length === 4");

        dashboard.browser().evaluate("document.querySelectorAll('.unseen .workflows-open')[2].focus()");

        var step = "document.activeElement.closest('[data-step]').dataset.step";
        dashboard.browser().await("document.querySelector('.workflows-focused')?.dataset.id === " + step);
        dashboard.browser().evaluate("document.activeElement.blur()");
        dashboard.browser().await("document.querySelector('.workflows-focused') === null");
    }

    @Test
    void theExecutionsAreFitForAll() {
        dashboard.checkEverywhere("workflows/" + flow + "?tab=runs", "workflow-runs");
        dashboard
                .open("workflows/" + flow + "?tab=runs&status=FAILED")
                .awaitText("No contact matches")
                .check("workflow-runs-none");
        dashboard.checkEverywhere("workflows/" + flow + "/executions/" + execution, "workflow-execution");
    }

    @Test
    void theVersionsAreFitForAllAndOneIsDrawn() {
        dashboard.checkEverywhere("workflows/" + flow + "?tab=versions", "workflow-versions");
        dashboard.awaitText("Version 1");
        dashboard.checkEverywhere("workflows/" + flow + "?tab=versions&version=1", "workflow-version");
        dashboard.awaitText("All versions");
        dashboard.browser().await("document.querySelectorAll('.react-flow__node').length === 4");

        var off = calls.workflow();
        dashboard.open("workflows/" + off + "?tab=versions").awaitText("No version yet");
    }

    @Test
    void somebodyMadeUpIsLedThroughTheSteps() {
        dashboard.open("workflows/" + flow + "?tab=simulate").check("workflow-simulate");
        dashboard.fill("data", "plan: team");
        dashboard.browser().click("form button[type=submit]");

        dashboard.awaitText("Hello reader@example.com").awaitText("Your plan is team.");
        dashboard.browser().await("document.querySelectorAll('.workflows-taken.react-flow__edge').length > 0");
        dashboard.check("workflow-simulated");
        dashboard.press("Show the email").browser().awaitInFrame("Your plan is team.");
        dashboard.check("workflow-simulated-email");
    }

    @Test
    void aContactIsLedThroughTheSteps() {
        dashboard.open("workflows/" + flow + "?tab=simulate");
        dashboard.press("Somebody made up").press("One of the contacts").fill("email", "ada@example.org");
        dashboard.browser().await("document.querySelector('form').textContent.includes('ada@example.org')");
        dashboard.browser().click("form button[type=submit]");

        dashboard.awaitText("Hello ada@example.org").awaitText("Without a value: plan");
        dashboard.fill("email", "da@example.org").browser().click("form button[type=submit]");
        dashboard.awaitText("No contact has this address.");
    }
}
