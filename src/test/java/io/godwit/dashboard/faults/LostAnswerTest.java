package io.godwit.dashboard.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Forms whose answer is lost after the server has done the work: a second attempt makes nothing twice. */
@GodwitServer
class LostAnswerTest {

    private static final String NO_ANSWER = "No answer came.";

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @AfterEach
    void repair() {
        dashboard.browser().answerNoMore();
    }

    /** Sends the form, whose answer is lost, and once more; waits for what is shown when it is done. */
    private static void sendTwice(String path, String done) {
        sendInVain(path);
        send();
        dashboard.awaitText(done);
    }

    private static void sendInVain(String path) {
        dashboard.browser().loseAnswer(server.baseUrl() + path);
        send();
        dashboard.awaitText(NO_ANSWER);
    }

    private static void send() {
        dashboard.browser().click("main [type=submit], [role=dialog] [type=submit]");
    }

    private static long count(String table, String condition) {
        return server.database().count("SELECT count(*) FROM " + table + " WHERE " + condition);
    }

    @Test
    void aProjectIsMadeOnce() {
        dashboard.open("/new-project").fill("name", "Made once");

        sendTwice("/users/@me/projects", "Send your first email");

        assertThat(count("projects", "name = 'Made once'")).isEqualTo(1);
    }

    /** The page hears that the project has sent, by an email of a program, and does not give way to the numbers of the project. */
    @Test
    void theFirstEmailIsSentOnce() {
        dashboard.open("/p/" + server.projectId(1));
        dashboard.browser().loseAnswer(server.baseUrl() + "/v1/send");
        dashboard.press("Send it now").awaitText(NO_ANSWER);
        dashboard.browser().evaluate("window.before = performance.now()");
        server.post("/v1/send", server.secretKey(1), mailOfAProgram());
        dashboard
                .browser()
                .await("performance.getEntriesByType('resource').some(each => each.startTime > window.before"
                        + " && each.name.endsWith('/setup-state'))");

        dashboard.press("Send it now").awaitText("It arrived in the mailbox of this machine");

        assertThat(count("emails", "project_id = '" + server.projectId(1) + "' AND to_email = 'demo@example.test'"))
                .isEqualTo(1);
    }

    private static JsonObject mailOfAProgram() {
        return new JsonObject()
                .put("to", "ada@example.org")
                .put("from", "hello@" + server.domain(1))
                .put("subject", "By a program")
                .put("body", "<p>Hello</p>");
    }

    @Test
    void aTemplateIsMadeOnce() {
        dashboard.open("templates/new").fill("name", "Made once").fill("subject", "Hello");

        sendTwice("/templates", "Used by");

        assertThat(count("templates", "name = 'Made once'")).isEqualTo(1);
    }

    @Test
    void aTestOfATemplateIsSentOnce() {
        var template = new JsonObject()
                .put("name", "Tested")
                .put("subject", "Tested once")
                .put("body", "<p>Hello</p>")
                .put("from", "hello@" + server.domain(0))
                .put("type", "TRANSACTIONAL");
        var id = new JsonObject(
                        server.post("/templates", server.secretKey(0), template).body())
                .getString("id");
        dashboard.open("templates/" + id).press("Send a test").awaitText("rendered with the contact");
        dashboard.browser().loseAnswer(server.baseUrl() + "/templates/" + id + "/test");
        dashboard.browser().click("[role=dialog] [type=submit]");
        dashboard.awaitText(NO_ANSWER);

        dashboard.browser().click("[role=dialog] [type=submit]");

        dashboard.awaitText("The test is on its way.");
        assertThat(count("emails", "template_id IS NULL AND test AND to_email = 'demo@example.test'"))
                .isEqualTo(1);
    }

    @Test
    void aCampaignIsMadeOnce() {
        dashboard.open("campaigns/new").fill("name", "Made once").fill("subject", "Hello");
        dashboard.fill("from", "news@" + server.domain(0));

        sendTwice("/campaigns", "Send a test");

        assertThat(count("campaigns", "name = 'Made once'")).isEqualTo(1);
    }

    @Test
    void aSegmentIsMadeOnce() {
        dashboard.open("segments/new").fill("name", "Made once").fill("value", "ada@");

        sendTwice("/segments", "Count again");

        assertThat(count("segments", "name = 'Made once'")).isEqualTo(1);
    }

    @Test
    void aKeyIsMadeOnceAndShown() {
        dashboard.open("keys").press("New key").fill("label", "Made once");

        sendTwice("/projects/" + server.projectId(0) + "/keys", "is not shown again");

        assertThat(count("api_keys", "label = 'Made once'")).isEqualTo(1);
    }

    @Test
    void anEventIsTrackedOnce() {
        dashboard.open("events").press("Track one").fill("email", "once@example.org");
        dashboard.fill("event", "made-once");

        sendTwice("/events/track", "made-once");

        assertThat(count("events", "name = 'made-once'")).isEqualTo(1);
    }

    @Test
    void aDomainIsAddedOnce() {
        dashboard.open("domains").press("Add a domain").fill("domain", "mail.made-once.org");

        sendTwice("/domains", "Zone file");

        assertThat(count("domains", "domain = 'mail.made-once.org'")).isEqualTo(1);
    }

    /** The second invitation keeps the link of the first, which may have been read meanwhile. */
    @Test
    void aColleagueIsInvitedOnce() {
        var link = "SELECT encode(hash, 'hex') FROM invitations WHERE email = 'once@example.com'";
        dashboard.open("team").press("Invite").fill("email", "once@example.com");
        sendInVain("/projects/" + server.projectId(0) + "/members");
        var sent = server.database().value(link);

        send();
        dashboard.awaitText("once@example.com is invited.");

        assertThat(server.database().value(link)).isNotNull().isEqualTo(sent);
    }

    /** Nobody is left with a form that the server refuses for ever. */
    @Test
    void aFormThatWasChangedMeanwhileSaysWhatHappenedAndMakesAnotherThing() {
        dashboard.open("/new-project").fill("name", "The first one");
        dashboard.browser().loseAnswer(server.baseUrl() + "/users/@me/projects");
        send();
        dashboard.awaitText(NO_ANSWER).fill("name", "The other one");

        send();
        dashboard.awaitText("The last attempt was done after all");
        dashboard.browser().screenshot(Path.of("target/screenshots/dashboard/lost-answer.png"));
        assertThat(dashboard.violations()).isEmpty();
        send();
        dashboard.awaitText("Send your first email");

        assertThat(count("projects", "name = 'The first one'")).isEqualTo(1);
        assertThat(count("projects", "name = 'The other one'")).isEqualTo(1);
    }

    @Test
    void aDoubleClickMakesOneThing() {
        dashboard.open("/new-project").fill("name", "Clicked twice");

        dashboard
                .browser()
                .evaluate("(() => { const form = document.querySelector('main form');"
                        + " form.requestSubmit(); form.requestSubmit(); })()");

        dashboard.awaitText("Send your first email");
        assertThat(count("projects", "name = 'Clicked twice'")).isEqualTo(1);
    }
}
