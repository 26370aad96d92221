package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages around all others as a browser shows them: signing in, the shell, the first page. */
@GodwitServer
class DashboardPagesTest {

    private static TestServer server;
    private static DashboardBrowser dashboard;

    @BeforeAll
    static void open() {
        dashboard = DashboardBrowser.start(server);
    }

    @AfterAll
    static void close() {
        if (dashboard != null) {
            dashboard.close();
        }
    }

    @Test
    void aPersonSignsInAndComesBackToThePageWanted() {
        dashboard.open("/p/" + server.projectId(0) + "/messages").awaitText("Sign in");
        dashboard.fill("email", "demo@example.test").fill("password", server.password());
        dashboard.press("Sign in").awaitText("Messages");

        assertThat(dashboard.browser().evaluate("location.pathname"))
                .isEqualTo("/app/p/" + server.projectId(0) + "/messages");
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
}
