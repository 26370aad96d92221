package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages in the states that a full project does not show: with nothing in them, and before a project; and how they are left. */
@GodwitServer
class DashboardStatesTest {

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "emails",
                "activity",
                "events",
                "contacts",
                "contacts/import",
                "contacts/jobs",
                "contacts/fields",
                "segments",
                "segments/new",
                "templates",
                "templates/new",
                "campaigns",
                "campaigns/new",
                "workflows",
                "analytics",
                "analytics?tab=campaigns",
                "analytics?tab=rankings",
                "analytics?tab=links",
                "analytics?tab=deliverability",
                "domains",
                "settings",
                "keys",
                "team",
                "suppressions",
                "webhooks",
                "security",
                "audit",
                "mailbox"
            })
    void anEmptyPageIsFitForAllAndCanBeLeft(String page) {
        var name = "empty-" + (page.isEmpty() ? "home" : page.replaceAll("\\W+", "-"));
        dashboard.checkEverywhere("/p/" + server.projectId(1) + (page.isEmpty() ? "" : "/" + page), name);

        dashboard.press(page.equals("activity") ? "Contacts" : "Activity");

        var next = page.equals("activity") ? "/contacts" : "/activity";
        dashboard.browser().await("location.pathname.endsWith('" + next + "')");
        dashboard
                .browser()
                .await("document.querySelector('main h1')?.innerText.toLowerCase() === '" + next.substring(1) + "'");
        assertThat(dashboard.browser().complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "second-factor",
                "reset-password",
                "verify-email",
                "unconfirmed",
                "accept-invitation",
                "welcome",
                "new-project"
            })
    void aPageOutsideOfProjectsIsFitForAll(String page) {
        dashboard.checkEverywhere("/" + page + "?token=none", page);
    }
}
