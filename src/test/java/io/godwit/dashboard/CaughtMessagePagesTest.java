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
import org.junit.jupiter.api.Test;

/** The caught messages inside the shell, in the browser. */
@GodwitServer
class CaughtMessagePagesTest {

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @Test
    void aCaughtMessageIsFoundReadAndItsPartsAreShown() {
        send("ada@example.org", "Your invoice");
        send("bob@example.org", "Your order");
        awaitCaught("ada@example.org", "Your invoice");
        awaitCaught("bob@example.org", "Your order");
        dashboard.open("mailbox?search=to:ada").awaitText("Your invoice");

        assertThat(dashboard.browser().text("main")).doesNotContain("Your order");
        dashboard.browser().click(".mailbox-list .table-link");
        dashboard.browser().awaitInFrame("It is on its way.");
        dashboard.press("Source").awaitText("MIME-Version").press("Headers").awaitText("Message-ID");
        var id = String.valueOf(dashboard.browser().evaluate("location.pathname.split('/').at(-1)"));
        dashboard.checkEverywhere("mailbox/" + id, "mailbox-open");
        dashboard.checkEverywhere("mailbox", "mailbox");
    }

    @Test
    void aMessageThatIsNoLongerKeptIsSaidToBeGone() {
        dashboard.open("mailbox/0199aaaa-0000-7000-8000-000000000001").awaitText("This message is no longer kept.");
    }

    @Test
    void aMessageThatIsCaughtWhileThePageIsOpenAppearsByItself() {
        dashboard.open("mailbox").awaitText("Live");

        send("carol@example.org", "Caught meanwhile");

        dashboard.awaitText("Caught meanwhile");
    }

    private static void awaitCaught(String email, String subject) {
        await().atMost(Duration.ofMinutes(1))
                .until(() -> !new CaughtMessages(server).to(email, subject).isEmpty());
    }

    private static String send(String to, String subject) {
        var email = new JsonObject()
                .put("to", to)
                .put("from", "hello@" + server.domain(0))
                .put("subject", subject)
                .put("body", "<h1>" + subject + "</h1><p>It is on its way.</p>");
        return new JsonObject(
                        server.post("/v1/send", server.secretKey(0), email).body())
                .getJsonObject("data")
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
    }
}
