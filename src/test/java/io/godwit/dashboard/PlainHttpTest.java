package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The dashboard without TLS on a host that is not localhost, where browsers withhold what they offer in secure contexts only. */
@GodwitServer
class PlainHttpTest {

    /** Keeps what the browser is about to put on the clipboard: the selection, or what a script has given in its place. */
    private static final String WATCH = "addEventListener('copy', ({clipboardData}) => { window.copied ="
            + " clipboardData.getData('text/plain') || document.activeElement.value || String(getSelection()); })";

    /** The mailbox answers only to the name of the public address, which is another one here. */
    static final List<String> PAGES =
            PageCalls.PAGES.stream().filter(page -> !page.equals("mailbox")).toList();

    private static TestServer server;

    @InBrowser(host = DashboardBrowser.PLAIN_HOST)
    private static DashboardBrowser dashboard;

    @ParameterizedTest
    @FieldSource("PAGES")
    void aPageIsShown(String page) {
        dashboard.open(page);

        assertThat(dashboard.browser().evaluate("isSecureContext")).isEqualTo(false);
        assertThat(dashboard.browser().text("main")).doesNotContain("Something went wrong");
        assertThat(dashboard.browser().complaints()).isEmpty();
    }

    @Test
    void theFirstEmailIsSent() {
        dashboard.open("").press("Send it now").awaitText("It arrived in the mailbox of this machine");

        assertThat(dashboard.browser().complaints()).isEmpty();
    }

    @Test
    void theTestEmailOfThePaletteIsSent() {
        dashboard.open("emails").browser().keyboard().press("Control+k");
        dashboard.browser().type("test email");
        dashboard.awaitText("Send a test email").browser().press("Enter");
        dashboard.awaitText("A test email is on its way to demo@example.test.");

        assertThat(dashboard.browser().complaints()).isEmpty();
    }

    @Test
    void aContactIsAdded() {
        dashboard.open("contacts").press("Add a contact").fill("email", "plain@example.org");
        dashboard.browser().click("[role=dialog] button[type=submit]");
        dashboard.awaitText("Nothing happened yet").awaitText("plain@example.org");

        assertThat(dashboard.browser().complaints()).isEmpty();
    }

    /** A key is shown once: a copy that is none would lose it. */
    @Test
    void aNewKeyIsCopiedOutOfItsDialog() {
        dashboard.open("keys").press("New key").fill("label", "Shop").press("Create the key");
        dashboard.awaitText("is not shown again").browser().evaluate(WATCH);
        dashboard.press("Copy: Shop");

        dashboard.browser().await("/^sk_[0-9a-f]{64}$/.test(window.copied)");
        dashboard.browser().await("document.activeElement.ariaLabel === 'Copy: Shop'");
    }
}
