package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Workflows as they are made and changed in the browser: on forms, and as code. */
@GodwitServer
class WorkflowEditPagesTest {

    private static TestServer server;
    private static WorkflowApi calls;

    @InBrowser
    private static DashboardBrowser dashboard;

    @BeforeAll
    static void open() {
        calls = new WorkflowApi(server, 0);
    }

    /** A workflow with a name of its own, so that a page of another one is not taken for its page. */
    private static String workflow(String name) {
        return WorkflowApi.json(
                        calls.post("/workflows", WorkflowApi.object("name", name, "eventName", "signed_up")), 201)
                .getString("id");
    }

    private static JsonObject stepOf(String workflow, String type) {
        return calls.whole(workflow).getJsonArray("steps").stream()
                .map(JsonObject.class::cast)
                .filter(step -> step.getString("type").equals(type))
                .findFirst()
                .orElseThrow();
    }

    /** Presses the button that sends the form. */
    private static DashboardBrowser submit() {
        dashboard.browser().click("form button[type=submit]");
        return dashboard;
    }

    /** Puts a text in the place of the code. */
    private static void write(String code) {
        dashboard.browser().await("document.querySelector('.cm-content') !== null");
        dashboard.browser().click(".cm-content");
        dashboard.browser().evaluate("document.execCommand('selectAll')");
        dashboard.browser().press("Delete");
        dashboard.browser().type(code);
    }

    /** Until the list is at rest: news of the deletion may have asked for the workflow once more, which is not there. */
    private static void awaitDeleted(String name) {
        dashboard.awaitText((name + " is deleted.").strip()).awaitNews();
    }

    private static void awaitCode(String part) {
        dashboard.browser().await("document.querySelector('.cm-content')?.innerText.includes('" + part + "')");
    }

    /** Checks a page with an answer that the browser itself complains about, and keeps a picture of it. */
    private static void checkRefused(String name) {
        assertThat(dashboard.violations()).as(name + ": axe").isEmpty();
        dashboard.browser().screenshot(Path.of("target", "screenshots", "dashboard", name + ".png"));
    }

    @Test
    void theListLeadsToANewWorkflowWhichIsMadeOnAForm() {
        dashboard.open("workflows").press("New workflow");
        dashboard.browser().await("location.pathname.endsWith('/workflows/new')");
        dashboard.settled().checkShownEverywhere("workflow-new");
        dashboard.fill("name", "Made by hand").fill("eventName", " ");

        submit().awaitText("This must not be blank.");
        dashboard.fill("eventName", "bought").press("A contact may enter it again");
        submit().awaitText("When bought happens").awaitText("Made by hand");

        var id = String.valueOf(dashboard.browser().evaluate("location.pathname.split('/').pop()"));
        var made = calls.whole(id);
        assertThat(made.getString("name")).isEqualTo("Made by hand");
        assertThat(made.getBoolean("allowReentry")).isTrue();
        assertThat(made.getBoolean("enabled")).isFalse();
    }

    @Test
    void theSettingsAreChangedOnAForm() {
        var id = workflow("Settings");
        dashboard.checkEverywhere("workflows/" + id + "?tab=settings", "workflow-settings");
        dashboard.fill("name", "Each Monday").press("An event").press("A schedule");
        dashboard.fill("triggerConfig.schedule", "0 9 * *");

        submit().awaitText("A schedule has five parts");
        checkRefused("workflow-settings-refused");
        dashboard.fill("triggerConfig.schedule", "0 9 * * 1").fill("triggerConfig.timeZone", "Europe/Berlin");
        submit().awaitText("The settings are saved.").awaitText("On schedule 0 9 * * 1 (Europe/Berlin)");

        var changed = calls.whole(id);
        assertThat(changed.getString("name")).isEqualTo("Each Monday");
        assertThat(changed.getString("triggerType")).isEqualTo("SCHEDULE");
    }

    @Test
    void theStepsAreWrittenAsCodeWithEachMistakeAtItsLine() {
        var id = workflow("As code");
        dashboard.checkEverywhere("workflows/" + id + "?tab=code", "workflow-code");
        write("{\n  \"steps\": [\n    {\"id\": \"a\",,}\n  ]\n}");
        submit().awaitText("it is not JSON").awaitText("Line 3");

        write("""
                {
                  "steps": [
                    {"id": "begin", "type": "TRIGGER", "name": "Begin"},
                    {"id": "pause", "type": "DELAY", "name": "Pause",
                     "config": {"amount": -2, "unit": "days"}},
                    {"id": "mail", "type": "SEND_EMAIL", "name": "Mail"}
                  ],
                  "transitions": [
                    {"fromStepId": "begin", "toStepId": "pause"}
                  ]
                }
                """);
        submit().awaitText("This must be more than 0.").awaitText("Line 5");
        checkRefused("workflow-code-refused");
        dashboard.press("Line 5");
        dashboard.browser().await("document.activeElement.classList.contains('cm-content')");
        dashboard
                .browser()
                .await("getSelection().anchorNode.parentElement.closest('.cm-line').innerText.includes('-2')");

        write(String.valueOf(dashboard.browser().evaluate("document.querySelector('.cm-content').innerText"))
                .replaceAll("\\n{2}", "\n")
                .replace("-2", "2"));
        submit().awaitText("The steps are saved.").awaitText("Mail: No template is chosen");
        awaitCode(stepOf(id, "DELAY").getString("id"));
        checkRefused("workflow-code-problems");
        assertThat(calls.drawing(id)).containsExactly("Begin>Pause");
    }

    @Test
    void codeThatSomebodyElseHasChangedMeanwhileIsCompared() {
        var id = workflow("Two writers");
        dashboard.open("workflows/" + id + "?tab=code");
        awaitCode("signed_up");
        dashboard.browser().click(".cm-content");
        dashboard.browser().type(" ");
        dashboard.awaitText("Not saved yet");
        calls.added(id, "DELAY", WorkflowApi.delay());

        submit().awaitText("Yours");
        checkRefused("workflow-code-conflict");
        dashboard.press("Take theirs");
        awaitCode("DELAY");
        dashboard.browser().await("!document.body.innerText.includes('Not saved yet')");
    }

    @Test
    void aStepIsAddedChangedAndDeletedOnForms() {
        var id = workflow("Step by step");
        dashboard.open("workflows/" + id);
        dashboard.press("Add a step").awaitText("After Trigger: signed_up");
        dashboard.check("workflow-step-new");
        dashboard.press("Email").press("Delay\nWaits for a time");
        dashboard.fill("config.amount", "0");
        submit().awaitText("This must be more than 0.");
        checkRefused("workflow-step-refused");
        dashboard.fill("config.amount", "3");
        submit().awaitText("The step is added.").awaitText("Waits 3 days");

        dashboard.browser().clickOn("document.querySelector('.react-flow__node:nth-of-type(2)')");
        dashboard.awaitText("Nobody waits here now.").press("Change");
        dashboard.fill("name", "A while").fill("config.amount", "4");
        submit().awaitText("The step is saved.").awaitText("Waits 4 days");
        assertThat(stepOf(id, "DELAY").getString("name")).isEqualTo("A while");

        dashboard.browser().clickOn("document.querySelector('.react-flow__node:nth-of-type(2)')");
        dashboard.awaitText("Nobody waits here now.").browser().click("[role=dialog] .button-danger");
        dashboard.awaitText("Delete the step A while?");
        checkRefused("workflow-step-delete");
        dashboard.browser().click("[role=dialog] .button-danger");
        dashboard.awaitText("A while is deleted.");
        assertThat(calls.whole(id).getJsonArray("steps")).hasSize(1);
    }

    @Test
    void aConditionIsPutBetweenTwoSteps() {
        var id = workflow("In between");
        calls.added(id, "DELAY", WorkflowApi.delay());
        dashboard.open("workflows/" + id).press("Add a step").awaitText("After DELAY");
        dashboard.press("After DELAY").press("After Trigger: signed_up, before DELAY");
        dashboard.press("Email").press("Condition\nGoes one of two ways");
        dashboard.fill("config.field", "contact.data.plan").fill("value", "pro").check("workflow-step-condition");

        submit().awaitText("The step is added.").awaitText("plan is pro");

        assertThat(calls.drawing(id)).containsExactly("Condition>DELAY no", "Condition>DELAY yes", "TRIGGER>Condition");
        assertThat(stepOf(id, "CONDITION").getJsonObject("config").getString("field"))
                .isEqualTo("contact.data.plan");
    }

    @Test
    void aStepIsComparedWhenSomebodyElseHasChangedItAndNotWhenTheyChangedAnotherOne() {
        var id = workflow("Two at work");
        var mine = calls.added(id, "DELAY", WorkflowApi.delay());
        var theirs = calls.added(id, "EXIT", new JsonObject());
        dashboard.open("workflows/" + id + "?view=list").press("Change: DELAY").fill("config.amount", "7");
        calls.patch("/workflows/" + id + "/steps/" + theirs, WorkflowApi.object("name", "The end"));
        dashboard.awaitText("The end");
        submit().awaitText("The step is saved.").awaitText("Waits 7 days");

        dashboard.press("Change: DELAY").fill("config.amount", "8");
        calls.patch("/workflows/" + id + "/steps/" + mine, WorkflowApi.object("name", "Theirs"));
        submit().awaitText("Saved meanwhile").awaitText("Theirs");
        checkRefused("workflow-step-conflict");
        dashboard.press("Keep mine").awaitText("Waits 8 days");

        assertThat(stepOf(id, "DELAY").getString("name")).isEqualTo("DELAY");
    }

    @Test
    void aWorkflowIsDuplicatedAndTheCopyDeleted() {
        var name = "Unwanted " + UUID.randomUUID();
        var id = workflow(name);
        dashboard.open("workflows/" + id).press("Duplicate").awaitText("This is the copy.");
        dashboard.browser().await("!location.pathname.endsWith('" + id + "')");
        var copy = String.valueOf(dashboard.browser().evaluate("location.pathname.split('/').pop()"));
        dashboard.settled().press("Delete").awaitText("This cannot be undone.").check("workflow-delete");

        dashboard.browser().click("[role=dialog] .button-danger");

        awaitDeleted("");
        assertThat(calls.get("/workflows/" + copy).statusCode()).isEqualTo(404);
        assertThat(calls.get("/workflows/" + id).statusCode()).isEqualTo(200);
    }

    @Test
    void aWorkflowWithContactsInItIsDeletedOnceTheyAreTakenOut() {
        var id = workflow("In use");
        calls.added(id, "DELAY", WorkflowApi.delay());
        calls.enabled(id);
        for (var name : new String[] {"ada", "grace"}) {
            var contact =
                    WorkflowApi.json(calls.post("/contacts", WorkflowApi.object("email", name + "@example.org")), 201);
            calls.post("/workflows/" + id + "/executions", WorkflowApi.object("contactId", contact.getString("id")));
        }
        dashboard.open("workflows/" + id + "?tab=runs").awaitText("ada@example.org");
        dashboard.press("Delete").awaitText("2 contacts are in it now.").check("workflow-delete-not-yet");
        assertThat(dashboard.browser().evaluate("document.querySelector('[role=dialog] .button-danger').disabled"))
                .isEqualTo(true);
        dashboard.press("Cancel").press("Take all out").awaitText("2 contacts get no further step");
        dashboard.check("workflow-cancel-all");
        dashboard.browser().click("[role=dialog] .button-danger");
        dashboard.awaitText("2 contacts are out of the workflow");

        dashboard.press("Delete").browser().await("!document.body.innerText.includes('are in it now')");
        dashboard.browser().click("[role=dialog] .button-danger");
        awaitDeleted("In use");
    }

    @Test
    void aWorkflowIsMadeAndAStepChangedWithTheKeyboard() {
        dashboard.show("dark", 375);
        dashboard.open("workflows").browser().await("document.querySelector('[data-new]') !== null");
        var keyboard = dashboard.browser().keyboard();
        keyboard.tabTo("New workflow").press("Enter");
        keyboard.awaitFocus("textbox", "Name").type("By keyboard");
        keyboard.tabTo("Event").type("signed_up");
        keyboard.tabTo("Create").press("Enter");
        dashboard.awaitText("When signed_up happens");
        keyboard.awaitFocus("main", "");

        keyboard.tabTo("Add a step").press("Enter");
        dashboard.awaitText("After Trigger: signed_up");
        keyboard.tabTo("Email Kind").press("Space");
        keyboard.awaitFocus("option", "Email Sends a template")
                .press("ArrowDown")
                .press("Enter");
        keyboard.awaitFocus("button", "Delay Kind");
        keyboard.tabTo("Add a step").press("Enter");
        dashboard.awaitText("The step is added.").awaitText("Waits 1 day");
        keyboard.awaitFocus("button", "Add a step");

        keyboard.tabTo("Change: Delay").press("Enter");
        dashboard.awaitText("How long");
        keyboard.tabTo("How long").press("Control+a").type("5");
        keyboard.tabTo("Save").press("Enter");
        dashboard.awaitText("The step is saved.").awaitText("Waits 5 days");
        keyboard.awaitFocus("button", "Change: Delay");

        keyboard.tabBackTo("Show who waits at Delay: 0").press("Enter");
        dashboard.awaitText("Nobody waits here now.");
        keyboard.tabTo("Delete").press("Enter");
        dashboard.awaitText("Delete the step Delay?");
        keyboard.tabTo("Delete").press("Enter");
        dashboard.awaitText("Delay is deleted.");
        keyboard.tabBackTo("Add a step");
    }

    @Test
    void codeThatIsNotSavedAsksBeforeItIsLost() {
        var id = workflow("Asks");
        dashboard.open("workflows/" + id + "?tab=code");
        awaitCode("signed_up");
        var questions = dashboard.browser().questions();
        questions.answerWith(false);
        dashboard.browser().click(".cm-content");
        dashboard.browser().type(" ");
        dashboard.awaitText("Not saved yet");

        dashboard.press("Steps");
        Awaitility.await().until(() -> questions.asked().size() == 1);
        dashboard.press("Emails");
        Awaitility.await().until(() -> questions.asked().size() == 2);

        dashboard.awaitText("Not saved yet");
        questions.answerWith(true);
        dashboard.press("Steps").awaitText("Add a step");
    }
}
