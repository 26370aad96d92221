package io.godwit.dashboard.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tabs of a version that a newer one has replaced: its files are gone. Each test has an address of the server to itself, because a
 * browser does not request again what it has kept.
 */
@GodwitServer
class ReplacedVersionTest {

    private static TestServer server;

    @Test
    void aShellThatIsGoneOffersToReload(@InBrowser DashboardBrowser dashboard) {
        dashboard.browser().answerWith("*/app/assets/signed-in-app-*", 404, Map.of(), "");
        dashboard.visit(emails()).awaitText("A new version is here.").awaitText("Something went wrong on this page.");
        assertThat(dashboard.violations()).isEmpty();
        dashboard.browser().screenshot(Path.of("target/screenshots/dashboard/replaced-shell.png"));

        dashboard.browser().answerNoMore();
        dashboard.press("Reload").awaitText("No emails yet");
    }

    /** The page stays, although it could not say anything. */
    @Test
    void sentencesThatAreGoneOfferToReload(@InBrowser(host = "127.0.0.1") DashboardBrowser dashboard) {
        dashboard.browser().answerWith("*/app/assets/toast-*", 404, Map.of(), "");

        dashboard.open(emails()).awaitText("No emails yet").awaitText("A new version is here.");
    }

    /** The numbers stay, in the table. */
    @Test
    void aDrawingThatIsGoneOffersToReload(@InBrowser(host = DashboardBrowser.PLAIN_HOST) DashboardBrowser dashboard) {
        var email = new JsonObject().put("to", "ada@example.com").put("from", "hello@" + server.domain(1));
        server.post(
                "/v1/send", server.secretKey(1), email.put("subject", "Hello").put("body", "<p>Hello</p>"));
        dashboard.browser().answerWith("*/app/assets/chart-drawing-*", 404, Map.of(), "");

        dashboard
                .open("/p/" + server.projectId(1) + "/analytics")
                .awaitText("A new version is here.")
                .awaitText("Something went wrong on this page.");
        dashboard.browser().await("document.querySelectorAll('.chart-table tbody tr').length > 1");

        dashboard.browser().screenshot(Path.of("target/screenshots/dashboard/replaced-drawing.png"));
        dashboard.browser().answerNoMore();
        dashboard.press("Reload").browser().await("document.querySelector('.uplot canvas') !== null");
    }

    private static String emails() {
        return "/p/" + server.projectId(0) + "/emails";
    }
}
