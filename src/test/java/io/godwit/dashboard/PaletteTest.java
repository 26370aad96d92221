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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The palette finds things and acts, by the keyboard alone. */
@GodwitServer
class PaletteTest {

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    private static String emailId;
    private static String contact;

    @BeforeAll
    static void open() {
        var email = new JsonObject()
                .put("to", "marigold@example.org")
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Your marigolds")
                .put("body", "<p>Hello</p>");
        var sent = new JsonObject(
                        server.post("/v1/send", server.secretKey(0), email).body())
                .getJsonArray("emails")
                .getJsonObject(0);
        emailId = sent.getString("email");
        contact = sent.getJsonObject("contact").getString("id");
    }

    @BeforeEach
    void openPalette() {
        dashboard.open("domains").awaitText("Domains");
        call();
    }

    private static void call() {
        dashboard.browser().keyboard().press("Control+k");
        dashboard.browser().await("document.activeElement.role === 'combobox'");
    }

    private static void enterWhenFound(String text) {
        dashboard
                .browser()
                .await("document.querySelector('[role=option][aria-selected=true]')?.innerText.includes('" + text
                        + "')");
        dashboard.browser().press("Enter");
    }

    private static void awaitPath(String path) {
        dashboard.browser().await("location.pathname.endsWith('/" + path + "')");
    }

    @Test
    void aPartOfAnAddressLeadsToTheContact() {
        dashboard.browser().type("marig");
        dashboard.awaitText("Your marigolds");
        dashboard.check("palette-found");

        enterWhenFound("marigold@example.org");

        awaitPath("contacts/" + contact);
    }

    @Test
    void aPastedIdLeadsToTheEmail() {
        dashboard.browser().type(emailId);

        enterWhenFound("marigold@example.org");

        awaitPath("emails/" + emailId);
    }

    @Test
    void aPastedMessageIdLeadsToTheEmail() {
        dashboard.browser().type("<" + emailId + "." + server.projectId(0) + "@example.test>");

        enterWhenFound("marigold@example.org");

        awaitPath("emails/" + emailId);
    }

    @Test
    void whatIsCalledNothingIsSaidToBeNothing() {
        dashboard.browser().type("zyzzyva");

        dashboard.awaitText("Nothing is called that.");
    }

    @Test
    void aTestEmailIsSentToWhoeverAsksForIt() {
        dashboard.browser().type("test email");
        enterWhenFound("Send a test email");

        dashboard.awaitText("A test email is on its way to demo@example.test.");
        await().atMost(Duration.ofSeconds(30)).until(() -> !new CaughtMessages(server)
                .to("demo@example.test", "[TEST] Sending works")
                .isEmpty());
    }

    @Test
    void aTestEmailWhoseAnswerWasLostIsSentOnce() {
        var before = testEmails();
        dashboard.browser().loseAnswer(server.baseUrl() + "/previews/*/send");
        dashboard.browser().type("test email");
        enterWhenFound("Send a test email");
        dashboard.awaitText("No answer came.");
        call();

        dashboard.browser().type("test email");
        enterWhenFound("Send a test email");

        dashboard.awaitText("A test email is on its way to demo@example.test.");
        assertThat(testEmails()).isEqualTo(before + 1);
    }

    private static long testEmails() {
        return server.database().count("SELECT count(*) FROM emails WHERE to_email = 'demo@example.test'");
    }

    @Test
    void theLastPageIsOfferedFirst() {
        dashboard.browser().press("Escape");
        dashboard.browser().await("document.querySelector('[role=dialog]') === null");
        dashboard.press("Contacts").awaitText("marigold@example.org");
        call();

        enterWhenFound("Domains");

        awaitPath("domains");
        assertThat(dashboard.browser().text("h1")).isEqualTo("Domains");
    }
}
