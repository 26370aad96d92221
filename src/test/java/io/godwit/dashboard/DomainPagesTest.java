package io.godwit.dashboard;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import org.junit.jupiter.api.Test;

/** The sender domains of a project as a browser shows them. */
@GodwitServer
class DomainPagesTest {

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @Test
    void aDomainIsAddedWithItsRecordsAndRemoved() {
        dashboard.open("domains").check("domains");
        dashboard.press("Add a domain").fill("domain", "mail.example-shop.com");
        submit();
        dashboard.awaitText("DKIM").awaitText("_domainkey").awaitText("Zone file");
        var page = String.valueOf(dashboard.browser().evaluate("location.pathname"))
                .replace("/app", "");
        dashboard.checkEverywhere(page, "domain");

        dashboard.press("Remove the domain").awaitText("are refused at once");
        dashboard.browser().click("[role=dialog] .button-danger");
        dashboard.awaitText("mail.example-shop.com is removed.");
    }

    private static void submit() {
        dashboard.browser().click("[role=dialog] [type=submit]");
    }
}
