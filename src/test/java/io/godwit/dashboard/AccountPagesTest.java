package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** The account of the person who is signed in, as a browser shows it. */
@GodwitServer
class AccountPagesTest {

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @Test
    void theAccountIsFitForAll() {
        dashboard.checkEverywhere("/account", "account");
    }

    @Test
    void theSecondFactorIsSetUpWithACodeDrawnInTheBrowser() {
        dashboard
                .open("/account")
                .press("Set up")
                .fill("password", server.password())
                .press("Next")
                .awaitText("Scan this code");
        dashboard.check("second-factor");
        dashboard.browser().press("Escape");
        dashboard.fill("code", "000000").press("Confirm");
        dashboard.browser().await("document.querySelector('[role=dialog] [role=alert]') !== null");

        assertThat(dashboard
                        .browser()
                        .evaluate("document.querySelector('.account-qr path').getAttribute('d').length > 1000"))
                .isEqualTo(true);
    }

    /** Such a person has chosen a password by a link of the sign-in page. */
    @Test
    void whoeverCameByAProviderAndHasAPasswordIsAskedForIt() {
        server.database().query("UPDATE users SET type = 'OIDC' WHERE email = 'demo@example.test'");
        try {
            dashboard.open("/account").awaitText("Change the password").press("Set up");
            dashboard.browser().await("document.querySelector('[role=dialog] [name=password]') !== null");
        } finally {
            server.database().query("UPDATE users SET type = 'PASSWORD' WHERE email = 'demo@example.test'");
        }
    }

    @Test
    void aSessionElsewhereIsEnded() {
        dashboard.signIn().open("/account").press("Sign out all others").awaitText("ended.");
        dashboard.browser().await("document.querySelectorAll('.account-session').length === 1");
    }

    @Test
    void aNameAndATimeZoneAreKeptAndTimesAreShownInIt() {
        dashboard.open("/account").fill("name", "Ada");
        dashboard.browser().click("[aria-labelledby=profile] .columns > :last-child .select-button");
        dashboard.press("Pacific/Auckland").press("Save").awaitText("Saved");

        var profile = new JsonObject(BrowserUser.demo(server).get("/users/@me").body());
        assertThat(profile.getString("name")).isEqualTo("Ada");
        assertThat(profile.getString("timeZone")).isEqualTo("Pacific/Auckland");
        dashboard.open("/account").awaitText("Pacific/Auckland");
        var named = "document.querySelector('.account-person h2').innerText === 'Ada'";
        dashboard.browser().await(named);
        send();
        server.database().query("UPDATE emails SET created_at = '2026-01-01T00:00:00Z'");
        dashboard.open("emails").awaitText("Jan 1, 2026, 1:00");
    }

    private static void send() {
        var email = new JsonObject()
                .put("to", "ada@example.org")
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
        assertThat(server.post("/v1/send", server.secretKey(0), email).statusCode())
                .isEqualTo(200);
    }
}
