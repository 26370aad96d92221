package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages of templates as a person uses them: the list, writing, the preview. */
@GodwitServer
class TemplatePagesTest {

    /** Counts the frames that are added and not loaded yet. */
    private static final String COUNT_FRAMES = "(() => { window.loading = 0; const count = node => {"
            + " for (const frame of node.querySelectorAll?.('iframe') ?? []) { window.loading++;"
            + " frame.addEventListener('load', () => window.loading--); } };"
            + " new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(count)))"
            + ".observe(document.body, {childList: true, subtree: true}); })()";

    private static final String FRAME_SHOWN =
            "document.querySelector('iframe').checkVisibility() && window.loading === 0";

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    private static String template;

    @BeforeAll
    static void open() {
        var body = new JsonObject()
                .put("name", "Welcome")
                .put("subject", "Welcome, {{firstName ?? friend}}")
                .put("body", "<h1>Good to see you</h1><p>Your plan is {{plan}}.</p>")
                .put("type", "TRANSACTIONAL");
        template = new JsonObject(
                        server.post("/templates", server.secretKey(0), body).body())
                .getString("id");
    }

    private static void patch(String path, JsonObject body) {
        server.call("PATCH", path, server.secretKey(0), body.encode());
    }

    @Test
    void theListIsFitForAllFullAndEmpty() {
        dashboard.checkEverywhere("templates", "templates");
        dashboard
                .open("templates?search=nothing")
                .awaitText("No template matches")
                .check("templates-none");
    }

    @Test
    void aTemplateIsFitForAll() {
        dashboard.checkEverywhere("templates/" + template, "template");
    }

    @Test
    void thePreviewShowsTheEmailAndTheVariablesThatAreMissing() {
        dashboard.open("templates/" + template).awaitText("Welcome, friend").awaitText("No value for plan");
        dashboard.browser().awaitInFrame("Good to see you");

        for (var look : new String[] {"Dark", "Phone", "Text"}) {
            dashboard.press(look).check("template-" + look.toLowerCase(Locale.ROOT));
        }
        dashboard.awaitText("Your plan is .");
    }

    /** The server keeps the twenty newest previews of a project for ten minutes: more of them stand for a longer time here. */
    @Test
    void thePreviewIsShownAgainWhenTheServerHasForgottenItsPage() {
        dashboard.open("templates/" + template).awaitNews().browser().awaitInFrame("Good to see you");
        dashboard.browser().evaluate(COUNT_FRAMES);
        forgetPreviews();

        dashboard.press("Text").awaitText("Your plan is .").press("Light");
        dashboard.browser().await(FRAME_SHOWN);
        dashboard.browser().awaitInFrame("Good to see you");

        dashboard.press("Templates").awaitText("Welcome, ").press("Welcome").awaitText("Welcome, friend");
        dashboard.browser().await(FRAME_SHOWN);
        dashboard.browser().awaitInFrame("Good to see you");
    }

    private static void forgetPreviews() {
        for (var count = 0; count < 20; count++) {
            var draft = new JsonObject()
                    .put("subject", "s" + count)
                    .put("body", "<p>b</p>")
                    .put("type", "TRANSACTIONAL");
            assertThat(server.post("/previews", server.secretKey(0), draft).statusCode())
                    .isBetween(200, 201);
        }
    }

    @Test
    void aTemplateIsWrittenAndSaved() {
        dashboard.open("templates/new").fill("name", "Written here").fill("subject", "Hello");
        dashboard.browser().await("document.querySelector('.cm-content') !== null");
        dashboard.press("Save").awaitText("Used by");

        var list = server.get("/templates?search=Written", server.secretKey(0)).body();
        assertThat(new JsonObject(list).getInteger("total")).isEqualTo(1);
    }

    @Test
    void twoEditorsOfATemplateChooseBetweenBothStates() {
        var body = new JsonObject()
                .put("name", "Contested")
                .put("subject", "First")
                .put("body", "<p>b</p>")
                .put("type", "TRANSACTIONAL");
        var made = new JsonObject(
                        server.post("/templates", server.secretKey(0), body).body())
                .getString("id");
        dashboard.open("templates/" + made).fill("subject", "Mine");
        patch("/templates/" + made, new JsonObject().put("subject", "Theirs"));

        dashboard.press("Save").awaitText("Somebody else has saved meanwhile");
        assertThat(dashboard.violations()).isEmpty();
        dashboard.press("Keep mine").awaitText("is saved.");

        var stored = new JsonObject(
                server.get("/templates/" + made, server.secretKey(0)).body());
        assertThat(stored.getString("subject")).isEqualTo("Mine");
    }

    @Test
    void aMistakeInTheContentIsToldWithItsPlace() {
        dashboard.open("templates/" + template).fill("subject", "Hello {{name").awaitText("line 1, column 7");
    }

    @Test
    void thePlaceholderOfAnotherServiceIsToldInGerman() {
        dashboard.open("templates").press("Account").press("Deutsch").awaitText("Vorlagen");

        dashboard
                .open("templates/" + template)
                .fill("subject", "Hello *|FNAME|*")
                .awaitText("*|FNAME|* ist ein Platzhalter eines anderen Dienstes; schreiben Sie {{firstName}}, oder")
                .awaitText("(Zeile 1, Spalte 7)");

        assertThat(dashboard.violations()).isEmpty();
        dashboard.browser().evaluate("localStorage.clear()");
        BrowserUser.demo(server).call("PATCH", "/users/@me", "{\"language\":null}");
    }
}
