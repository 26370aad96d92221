package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.LeaveQuestions;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms with changes that are not saved: they ask before they are left, and only then. */
@GodwitServer
class UnsavedChangesTest {

    private static final AtomicInteger CHANGES = new AtomicInteger();

    private static final String BACK = "history.back(); 0";
    private static final String FORWARD = "history.forward(); 0";

    /** Not at once, because the answer of the page must not wait for the page that loads. */
    private static final String RELOAD = "setTimeout(() => location.reload()); 0";

    /** Leaves in the window whether the page asks when the sentence appears that says so. */
    private static final String ASK_WHEN_SAVED = """
            new MutationObserver((_, observer) => {
              if (!document.body.innerText.includes('is saved')) return;
              observer.disconnect();
              const leave = new Event('beforeunload', { cancelable: true });
              dispatchEvent(leave);
              window.askedWhenSaved = leave.defaultPrevented;
            }).observe(document.body, { childList: true, subtree: true, characterData: true }); 0
            """;

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    private static LeaveQuestions questions;

    /** Puts the ids of what is made here into an address. */
    private static UnaryOperator<String> address;

    @BeforeAll
    static void open() {
        questions = dashboard.browser().questions();
        var template = post(
                "/templates",
                new JsonObject()
                        .put("name", "Welcome")
                        .put("subject", "Welcome")
                        .put("body", "<p>Welcome</p>")
                        .put("type", "TRANSACTIONAL"));
        var campaign = post(
                "/campaigns",
                new JsonObject()
                        .put("name", "Draft of May")
                        .put("subject", "News")
                        .put("body", "<p>What is new</p>")
                        .put("from", "news@" + server.domain(0))
                        .put("audienceType", "ALL"));
        var segment = post("/segments", new JsonObject().put("name", "By hand").put("type", "STATIC"));
        var workflow = post("/workflows", new JsonObject().put("name", "Series").put("eventName", "signed_up"));
        var city = new JsonObject().put("city", "Rome");
        var contact = post(
                "/contacts", new JsonObject().put("email", "ada@example.org").put("data", city));
        address = page -> page.replace("TEMPLATE", template)
                .replace("CAMPAIGN", campaign)
                .replace("SEGMENT", segment)
                .replace("WORKFLOW", workflow)
                .replace("CONTACT", contact);
    }

    private static String post(String path, JsonObject body) {
        return new JsonObject(server.post(path, server.secretKey(0), body).body()).getString("id");
    }

    /** Differs from test to test, because some save it. */
    private String changed;

    @BeforeEach
    void forget() {
        questions.answerWith(true);
        changed = "Changed " + CHANGES.incrementAndGet();
    }

    /** Leaves what a test has typed, so that the next one is not asked. */
    @AfterEach
    void leave() {
        questions.answerWith(true);
        dashboard.visit("/account");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            templates/new,            name
            templates/TEMPLATE,       subject
            campaigns/new,            name
            campaigns/CAMPAIGN/edit,  subject
            segments/new,             name
            segments/SEGMENT?tab=edit, description
            workflows/new,            name
            workflows/WORKFLOW?tab=settings, description
            settings,                 name
            /account,                 name
            """)
    void aChangedFormAsksBeforeItIsLost(String page, String field) {
        change(page, field);
        var here = path();
        questions.answerWith(false);

        dashboard.press("Activity");
        assertThatPageAsked(here, field);
        dashboard.browser().evaluate(FORWARD);
        assertThatPageAsked(here, field);
        dashboard.browser().evaluate(RELOAD);
        awaitQuestion(LeaveQuestions.BY_BROWSER);
        dashboard.browser().await(valueIs(field));

        questions.answerWith(true);
        dashboard.browser().evaluate(FORWARD);
        awaitQuestion(LeaveQuestions.BY_PAGE);
        dashboard.awaitText("No emails yet");
    }

    /** Goes to the form by a step back, so that there is one forward, and types into it. */
    private void change(String page, String field) {
        dashboard.open(address.apply(page));
        var form = path();
        dashboard.press("Emails").awaitText("No emails yet");
        traverse(BACK, form).settled().fill(field, changed);
        dashboard.browser().await(valueIs(field));
    }

    private static DashboardBrowser traverse(String how, String path) {
        dashboard.browser().evaluate(how);
        dashboard.browser().await("location.pathname === '" + path + "'");
        return dashboard;
    }

    private static String path() {
        return String.valueOf(dashboard.browser().evaluate("location.pathname"));
    }

    private void assertThatPageAsked(String path, String field) {
        awaitQuestion(LeaveQuestions.BY_PAGE);
        dashboard.browser().await("location.pathname === '" + path + "'");
        dashboard.browser().await(valueIs(field));
    }

    /** Waits until this was asked once, and forgets it. */
    private static void awaitQuestion(String kind) {
        Awaitility.await("a question").atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(questions.asked())
                .containsExactly(kind));
        questions.forget();
    }

    private String valueIs(String field) {
        return "document.querySelector('[name=\"" + field + "\"]')?.value === '" + changed + "'";
    }

    /** The preview has been drawn anew by then, which must not make an entry of the history. */
    @Test
    void theBackButtonAsksAndLeadsBackAfterwards() {
        dashboard.open("emails").press("Templates").awaitText("Welcome").press("Welcome");
        dashboard.settled().fill("subject", changed).awaitText(changed);
        var here = path();
        questions.answerWith(false);

        dashboard.browser().evaluate(BACK);
        assertThatPageAsked(here, "subject");
        dashboard.browser().evaluate("history.go(-2); 0");
        assertThatPageAsked(here, "subject");
        questions.answerWith(true);
        dashboard.browser().evaluate(BACK);

        awaitQuestion(LeaveQuestions.BY_PAGE);
        dashboard.browser().await("location.pathname.endsWith('/templates')");
        traverse(BACK, "/app/p/" + server.projectId(0) + "/emails").awaitText("No emails yet");
        assertThat(questions.asked()).isEmpty();
    }

    /** The link to the content makes an entry of the history that the page did not make. */
    @Test
    void aStepBackIsUndoneBehindALinkWithinThePageToo() {
        dashboard.open("templates").press("Welcome").settled();
        var here = path();
        dashboard.browser().evaluate("document.querySelector('.skip').click()");
        dashboard.browser().await("location.hash === '#main'");
        dashboard.fill("subject", changed);
        questions.answerWith(false);

        dashboard.browser().evaluate("history.go(-2); 0");

        assertThatPageAsked(here, "subject");
        dashboard.browser().await("location.hash === '#main'");
    }

    @Test
    void aTabThatIsClosedAsks() {
        var tab = dashboard.tab().open(address.apply("templates/TEMPLATE")).fill("subject", changed);
        questions.answerWith(false);

        tab.browser().leave();

        awaitQuestion(LeaveQuestions.BY_BROWSER);
        questions.answerWith(true);
        tab.visit("/account");
        dashboard.browser().toFront();
    }

    @Test
    void theFieldOfAContactAsks() {
        dashboard.open(address.apply("contacts/CONTACT")).press("Add a field").fill("value", changed);
        questions.answerWith(false);
        dashboard.press("Emails");
        assertThatPageAsked(path(), "value");
        dashboard.press("Edit city");
        assertThatPageAsked(path(), "value");

        questions.answerWith(true);
        dashboard.fill("field", "plan").press("Save").awaitText("plan");
        questions.forget();
        dashboard.press("Emails").awaitText("No emails yet");

        assertThat(questions.asked()).isEmpty();
    }

    /** A save finds out that the session has ended; whoever signs in elsewhere goes on where they were. */
    @Test
    void aSessionThatEndsLosesNothingThatWasWritten() {
        dashboard.open(address.apply("templates/TEMPLATE")).fill("subject", changed);
        var here = path();
        var other = dashboard.tab();
        other.signOut();
        dashboard.browser().toFront();

        dashboard.press("Save").awaitText("Your session has ended.");
        assertThat(dashboard.violations()).isEmpty();
        assertThat(path()).isEqualTo(here);
        other.signIn();
        dashboard.browser().toFront();
        dashboard.browser().await("!document.body.innerText.includes('Your session has ended.')");
        dashboard.browser().await(valueIs("subject"));
        dashboard.press("Save").awaitText("is saved");

        assertThat(questions.asked()).isEmpty();
    }

    @Test
    void signingOutAsksBeforeTheSessionEnds() {
        dashboard.open(address.apply("templates/TEMPLATE")).fill("subject", changed);
        questions.answerWith(false);

        dashboard.press("Account").press("Sign out");

        assertThatPageAsked(path(), "subject");
        dashboard.press("Save").awaitText("is saved");
    }

    @Test
    void anotherTabOfTheSegmentAsks() {
        dashboard.open(address.apply("segments/SEGMENT?tab=edit")).fill("description", changed);
        questions.answerWith(false);

        dashboard.press("Members");

        assertThatPageAsked(path(), "description");
        questions.answerWith(true);
        dashboard.press("Members").awaitText("Nobody");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "templates/new",
                "templates/TEMPLATE",
                "campaigns/new",
                "campaigns/CAMPAIGN/edit",
                "segments/new",
                "segments/SEGMENT?tab=edit",
                "settings",
                "/account"
            })
    void aFormThatWasNotChangedDoesNotAsk(String page) {
        dashboard.open(address.apply(page));
        var here = path();

        dashboard.press("Emails").awaitText("No emails yet");
        traverse(BACK, here).settled();
        traverse(FORWARD, "/app/p/" + server.projectId(0) + "/emails").awaitText("No emails yet");
        dashboard.open(address.apply(page));

        assertThat(questions.asked()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            templates/TEMPLATE,        subject,     Save,             is saved
            segments/SEGMENT?tab=edit, description, Save,             is saved
            settings,                  name,        Save,             Saved
            /account,                  name,        Save,             Saved
            """)
    void aFormThatWasSavedDoesNotAsk(String page, String field, String button, String done) {
        change(page, field);
        dashboard.press(button).awaitText(done);

        traverse(FORWARD, "/app/p/" + server.projectId(0) + "/emails").awaitText("No emails yet");

        assertThat(questions.asked()).isEmpty();
    }

    /** Asked at the very moment at which the sentence appears: a frame later is too late for somebody quick. */
    @ParameterizedTest
    @CsvSource({"templates/TEMPLATE, subject", "segments/SEGMENT?tab=edit, description"})
    void aFormDoesNotAskAnyMoreWhenItSaysThatItIsSaved(String page, String field) {
        change(page, field);
        dashboard.browser().evaluate(ASK_WHEN_SAVED);

        dashboard.press("Save");

        dashboard.browser().await("typeof window.askedWhenSaved === 'boolean'");
        assertThat(dashboard.browser().evaluate("window.askedWhenSaved")).isEqualTo(false);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            segments/SEGMENT?tab=edit, description, is saved
            settings,                  name,        Saved
            """)
    void whatIsTypedWhileAFormIsBeingSavedAsks(String page, String field, String done) {
        dashboard.open(address.apply(page)).fill(field, changed);
        dashboard.browser().network().delayAnswers(Duration.ofMillis(800));
        try {
            dashboard.press("Save");
            changed += " and more";
            dashboard.fill(field, changed).awaitText(done);
        } finally {
            dashboard.browser().network().delayAnswers(Duration.ZERO);
        }
        questions.answerWith(false);

        dashboard.press("Activity");

        assertThatPageAsked(path(), field);
    }

    @Test
    void aFormThatMadeWhatItIsForDoesNotAsk() {
        dashboard.open("templates/new").fill("name", "Made").fill("subject", "Made");
        dashboard.browser().await("document.querySelector('.cm-content') !== null");
        dashboard.press("Save").awaitText("Used by");

        dashboard.press("Emails").awaitText("No emails yet");

        assertThat(questions.asked()).isEmpty();
    }

    /** A conflict keeps the draft from being stored, and the draft is still there. */
    @Test
    void aDraftThatCouldNotBeSavedAsks() {
        dashboard.open(address.apply("templates/TEMPLATE")).fill("subject", changed);
        var theirs = new JsonObject().put("subject", "Theirs").encode();
        server.call("PATCH", address.apply("/templates/TEMPLATE"), server.secretKey(0), theirs);
        dashboard.press("Save").awaitText("Somebody else has saved meanwhile");
        questions.answerWith(false);

        dashboard.browser().press("Escape");
        dashboard.browser().await("document.querySelector('[role=dialog]') === null");
        dashboard.press("Emails");

        assertThatPageAsked(path(), "subject");
        questions.answerWith(true);
        dashboard.press("Save").press("Keep mine").awaitText("is saved");
        questions.forget();
        dashboard.press("Emails").awaitText("No emails yet");
        assertThat(questions.asked()).isEmpty();
    }
}
