package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.CaughtMessages;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The documentation of the API in the browser of somebody who is not signed in. */
@GodwitServer
class DocsPagesTest {

    private static TestServer server;

    @InBrowser(signedIn = false)
    private static DashboardBrowser docs;

    @Test
    void aReaderSendsAnEmailFromThePageWithTheDemoKey() {
        docs.openDocs("").press("Quick start").awaitText("Send an email");
        search("send an email").awaitText("Try it out");

        write("textarea", emailBody("reader@example.org", "Tried out"));
        docs.press("Send POST").awaitText("\"success\": true");

        await().atMost(Duration.ofMinutes(1)).until(() -> !new CaughtMessages(server)
                .to("reader@example.org", "Tried out")
                .isEmpty());
        docs.press("Headers").awaitText("content-type: application/json");
        docs.check("docs-answer");
    }

    @Test
    void aPastedKeyIsSentAndForgottenByAReload() {
        docs.openDocs("operations/listContacts");
        write(".docs-try input", "sk_wrong");

        docs.press("Send GET").awaitText("INVALID_API_KEY");
        assertThat(docs.browser().text(".snippet-code")).contains("Bearer sk_wrong");
        docs.openDocs("operations/listContacts");
        assertThat(docs.browser().evaluate("document.querySelector('.docs-try input').value"))
                .isEqualTo("");
        assertThat(docs.browser().evaluate("localStorage.length + sessionStorage.length"))
                .isEqualTo(0);
    }

    @Test
    void whatCannotBeSentIsSaidAtOnce() {
        docs.openDocs("operations/getContact").press("Send GET").awaitText("id is needed.");
        docs.openDocs("operations/sendEmail");
        write("textarea", "{");

        docs.press("Send POST").awaitText("The body is no JSON");
    }

    @Test
    void anOperationShowsTheErrorsItMayAnswerAndWhatTheyMean() {
        docs.openDocs("operations/updateContact").awaitText("Another contact of the project has this address");

        assertThat(docs.browser().text(".docs-codes")).contains("BAD_REQUEST", "The request cannot be read");
        assertThat(docs.browser().text("main"))
                .contains("CONTACT_NOT_FOUND", "There is no such contact in this project")
                .doesNotContain("CAMPAIGN_NOT_FOUND", "IDEMPOTENCY_KEY_REUSED");
        for (var theme : List.of("dark", "light")) {
            docs.show(theme, 1280);
            docs.browser().evaluate("document.querySelector('.docs-codes').scrollIntoView(); 0");
            docs.check("docs-failures-" + theme);
        }
        docs.openDocs("guides/errors").awaitText("CAMPAIGN_NOT_FOUND").awaitText("IDEMPOTENCY_KEY_REUSED");
    }

    @Test
    void theKeysOfTheKeyboardFindAndOpenAnOperation() {
        docs.openDocs("");
        docs.browser().press("/");
        docs.browser().type("record an event of");
        docs.awaitText("/v1/track").browser().press("Enter");

        docs.awaitText("Record an event of a contact").settled();
        assertThat(docs.browser().evaluate("location.pathname")).isEqualTo("/docs/operations/trackEvent");
        assertThat(docs.browser().evaluate("document.activeElement.id")).isEqualTo("main");
    }

    @Test
    void pagesAreFitForAll() {
        for (var page : new String[] {
            "",
            "guides/errors",
            "guides/simulator",
            "guides/submission",
            "tags/contacts",
            "operations/sendEmail",
            "nowhere"
        }) {
            docs.checkDocsEverywhere(page, "docs-" + page.replace('/', '-'));
        }
    }

    private static DashboardBrowser search(String text) {
        docs.browser().click(".docs-search input");
        docs.browser().type(text);
        docs.browser().press("Enter");
        return docs;
    }

    private static void write(String selector, String text) {
        docs.browser().click(selector);
        docs.browser().evaluate("document.querySelector('" + selector + "').select()");
        docs.browser().type(text);
    }

    private static String emailBody(String to, String subject) {
        return new JsonObject()
                .put("to", to)
                .put("from", "hello@" + server.domain(0))
                .put("subject", subject)
                .put("body", "<p>Sent from the documentation.</p>")
                .encode();
    }
}
