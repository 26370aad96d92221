package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sentences at the edge of the window that say what an act has come to. */
@GodwitServer
class ToastTest {

    private static final String REFUSED = """
            {"error": {"code": "INTERNAL_SERVER_ERROR", "message": "broken", "requestId": "req-4711"}}
            """;

    private static TestServer server;

    @Test
    void aFailureStaysUntilItIsClosedHoweverMuchSucceedsAfterwards(@InBrowser DashboardBrowser dashboard) {
        dashboard.open("suppressions").browser().answerWith("*/previews", 500, Map.of(), REFUSED);
        dashboard.browser().keyboard().press("Control+k");
        dashboard.browser().await("document.activeElement.role === 'combobox'");
        dashboard.browser().type("test email");
        dashboard
                .browser()
                .await("document.querySelector('[role=option][aria-selected=true]')?.innerText.includes('test email')");
        dashboard.browser().press("Enter");
        dashboard.awaitText("req-4711");

        for (var name : new String[] {"ada", "grace", "joan", "mary"}) {
            dashboard.press("Add an address").awaitText("A note for whoever asks");
            dashboard.fill("email", name + "@example.com").browser().click("[role=dialog] [type=submit]");
            dashboard.awaitText(name + "@example.com is on the list.");
        }

        assertThat(dashboard.browser().text(".toasts")).contains("req-4711");
        assertThat(dashboard.violations()).isEmpty();
        picture(dashboard, "light");
        picture(dashboard, "dark");
        dashboard.browser().click(".toast-bad [aria-label='Copy the request\\'s id']");
        dashboard.browser().await("document.querySelector('.toast-bad [role=status]')?.textContent === 'Copied'");
        dashboard.browser().click(".toast-bad [aria-label=Close]");
        dashboard.browser().await("document.querySelector('.toast-bad') === null");
    }

    private static void picture(DashboardBrowser dashboard, String theme) {
        dashboard.browser().prefer(theme);
        dashboard.browser().screenshot(Path.of("target/screenshots/dashboard/toasts-" + theme + ".png"));
    }
}
