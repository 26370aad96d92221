package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The settings of a project as a browser shows them: keys, team, suppressions, security, audit. */
@GodwitServer
class SettingsPagesTest {

    private static TestServer server;
    private static DashboardBrowser dashboard;

    @BeforeAll
    static void open() {
        dashboard = DashboardBrowser.start(server).signIn();
    }

    @AfterAll
    static void close() {
        if (dashboard != null) {
            dashboard.close();
        }
    }

    @Test
    void theSettingsAreFitForAll() {
        for (var page : new String[] {"settings", "keys", "team", "suppressions", "webhooks", "security", "audit"}) {
            dashboard.checkEverywhere(page, "settings-" + page);
        }
    }

    @Test
    void aKeyIsShownOnceAndRevoked() {
        dashboard.open("keys").press("New key").awaitText("The program or machine");
        dashboard.fill("label", "Shop").press("Create the key").awaitText("is not shown again");
        dashboard.check("key-shown-once");
        assertThat(dashboard
                        .browser()
                        .evaluate("/sk_[0-9a-f]{64}/.test(document.querySelector('[role=dialog]').innerText)"))
                .isEqualTo(true);

        dashboard.press("I have stored it").awaitText("Shop");
        dashboard.press("Revoke Shop").awaitText("stops working at once");
        dashboard.press("Revoke").awaitText("The key is revoked.");
        dashboard.awaitText("No further keys");
    }

    @Test
    void anAddressIsSuppressedAndTakenOffTheList() {
        dashboard.open("suppressions").press("Add an address").awaitText("A note for whoever asks");
        dashboard.fill("email", "gone@example.com").fill("evidence", "asked by phone");
        submit();
        dashboard.awaitText("gone@example.com is on the list.");
        dashboard.open("suppressions?search=gone").awaitText("By hand");
        dashboard.press("Remove gone@example.com from the list").awaitText("asked by phone");
        dashboard.press("Remove from the list").awaitText("The address is off the list.");
    }

    @Test
    void aPersonIsInvitedAndTheInvitationWithdrawn() {
        dashboard.open("team").press("Invite").awaitText("A mail with a link to join");
        dashboard
                .fill("email", "grace@example.com")
                .press("Send the invitation")
                .awaitText("grace@example.com is invited.");
        dashboard.awaitText("valid until");
        dashboard.press("Withdraw").awaitText("The invitation is withdrawn.");
        dashboard.open("audit").awaitText("Invitation withdrawn");
    }

    @Test
    void aProjectIsRenamedAndNotDeletedBeforeItsNameIsTyped() {
        dashboard.open("settings").fill("name", "Renamed").press("Save").awaitText("Saved.");
        dashboard.open("settings").press("Delete the project").awaitText("Type the name to confirm: Renamed");
        var disabled = "document.querySelector('[role=dialog] .button-danger').disabled";
        assertThat(dashboard.browser().evaluate(disabled)).isEqualTo(true);
        dashboard.fill("confirmation", "Renamed");
        dashboard.browser().await("!" + disabled);
        dashboard.press("Cancel");
    }

    private static void submit() {
        dashboard.browser().click("[role=dialog] [type=submit]");
    }
}
