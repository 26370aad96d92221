package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pages around all others as a browser shows them: signing in, the shell, the first page. */
@GodwitServer
class DashboardPagesTest {

    private static TestServer server;

    @InBrowser(signedIn = false)
    private static DashboardBrowser dashboard;

    @Test
    void aPersonSignsInAndComesBackToThePageWanted() {
        dashboard.open("/p/" + server.projectId(0) + "/emails").awaitText("Sign in");
        dashboard.fill("email", "demo@example.test").fill("password", server.password());
        dashboard.press("Sign in").awaitText("Emails");

        assertThat(dashboard.browser().evaluate("location.pathname"))
                .isEqualTo("/app/p/" + server.projectId(0) + "/emails");
    }

    @Test
    void pagesBeforeSigningInAreFitForAll() {
        for (var page : new String[] {"sign-in", "forgotten", "reset-password?token=x", "second-factor?token=x"}) {
            dashboard.checkEverywhere("/" + page, page.replaceAll("\\?.*", ""));
        }
    }

    @Test
    void theFirstPageIsFitForAll() {
        dashboard.signIn().checkEverywhere("", "home");
    }

    /** A check that cannot fail would prove nothing. */
    @Test
    void axeFindsAViolation() {
        dashboard
                .open("/sign-in")
                .browser()
                .evaluate("document.querySelector('h1').insertAdjacentHTML('afterend', '<img src=\"data:,\">')");

        assertThat(dashboard.violations()).contains("image-alt");
    }

    /** The console of a page that is left is looked at too, whether or not a test asks for it. */
    @Test
    void anErrorInTheConsoleOfAnyPageFailsAtTheEnd() {
        var other = DashboardBrowser.start(server);
        other.open("/sign-in").browser().evaluate("console.error('planted')");
        other.open("/sign-up");

        assertThatThrownBy(other::close).hasMessageContaining("planted");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            planted-light-1280: axe | '<input>'
            planted-light-1280: console | '<img src="/no-such-picture" alt="">'
            planted-dark-1280: axe | '<p class="dark">Dark</p>'
            planted-light-375: axe | '<p class="narrow">Narrow</p>'
            planted-light-375: no scrolling to the side | '<p class="wide">Wide</p>'
            """)
    void aCheckFindsWhatOnlyOneThemeOrWidthSpoils(String finding, String planted) {
        var sheet = "const sheet = new CSSStyleSheet(); document.adoptedStyleSheets = [sheet]; sheet.replaceSync('"
                + " .dark { color: light-dark(#000, #222) } .wide { min-width: 600px }"
                + " @media (max-width: 400px) { .narrow { color: #888; background: #999 } }');";
        dashboard
                .open("/sign-in")
                .browser()
                .evaluate("(() => { " + sheet + " document.querySelector('h1').insertAdjacentHTML('afterend', '"
                        + planted + "'); })()");
        dashboard.browser().await("[...document.images].every(each => each.complete)");

        assertThatThrownBy(() -> dashboard.checkShownEverywhere("planted")).hasMessageContaining(finding);
    }
}
