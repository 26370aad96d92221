package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** The settings of a project as a browser shows them: keys, team, suppressions, security, audit. */
@GodwitServer
class SettingsPagesTest {

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @Test
    void theSettingsAreFitForAll() {
        for (var page : new String[] {"settings", "keys", "team", "suppressions", "webhooks", "security", "audit"}) {
            dashboard.checkEverywhere(page, "settings-" + page);
        }
    }

    @Test
    void aNameThatIsChangedLeavesWhatSomebodyElseHasChangedMeanwhile() {
        var person = BrowserUser.demo(server);
        var path = "/users/@me/projects/" + server.projectId(0);
        dashboard.open("settings").fill("name", "Named anew");
        person.call(
                "PATCH",
                path,
                new JsonObject().put("tracking", "MARKETING_ONLY").encode());

        dashboard.press("Save").awaitText("Saved.");

        var stored = new JsonArray(person.get("/users/@me/projects").body())
                .stream()
                        .map(JsonObject.class::cast)
                        .filter(each -> each.getString("id").equals(server.projectId(0)))
                        .toList()
                        .get(0);
        assertThat(stored.getString("name")).isEqualTo("Named anew");
        assertThat(stored.getString("tracking")).isEqualTo("MARKETING_ONLY");
    }

    @Test
    void aKeyIsShownOnceAndRevoked() {
        dashboard.open("keys").press("New key").awaitText("The program or machine");
        dashboard.fill("label", "Shop").press("Create the key").awaitText("is not shown again");
        dashboard.check("key-shown-once");
        dashboard.browser().press("Escape");
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
        dashboard.open("team").press("Invite").awaitText("An email with a link to join");
        dashboard
                .fill("email", "grace@example.com")
                .press("Send the invitation")
                .awaitText("grace@example.com is invited.");
        dashboard.awaitText("valid until");
        dashboard.press("Withdraw").awaitText("The invitation is withdrawn.");
        dashboard.open("audit").awaitText("Invitation withdrawn");
    }

    @Test
    void theAuditLogIsFilteredAndSavedAsItIsShown() {
        var domain = new JsonObject().put("domain", "audited.example.org").encode();
        BrowserUser.demo(server).in(server.projectId(0), "POST", "/domains", domain);
        dashboard.open("audit").press("What").press("Domain added").awaitText("1 entry");
        dashboard.press("When").press("A span of days").awaitText("From");
        dashboard.browser().await("document.querySelectorAll('.table-body .table-row').length === 1");
        dashboard.checkShownEverywhere("audit-filtered");

        var saved = dashboard
                .browser()
                .evaluate("fetch(document.querySelector('a[download]').href).then(answer => answer.text())");

        assertThat(String.valueOf(saved).strip().split("\r\n")).hasSize(2);
        assertThat(String.valueOf(saved)).contains("domain.added", "audited.example.org");
        dashboard.open("audit?search=AUDITED.EX").awaitText("Domain added").awaitText("1 entry");
        dashboard.open("audit?search=nobody-has-this").awaitText("No such entry");
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

    @Test
    void aFileBringsAddressesToTheListAndAllOfThemCanBeSaved() {
        dashboard.open("suppressions").press("Import").awaitText("No file chosen");
        dashboard
                .browser()
                .evaluate("(() => { const files = new DataTransfer();"
                        + " files.items.add(new File(['email,reason\\nlisted@example.com,BOUNCE\\nno address,BOUNCE\\n'], 'list.csv'));"
                        + " const input = document.querySelector('input[type=file]'); input.files = files.files;"
                        + " input.dispatchEvent(new Event('change', {bubbles: true})); })()");
        dashboard.awaitText("list.csv");
        dashboard.browser().click("[role=dialog] .button-main");
        dashboard.awaitText("1 address is new on the list.").awaitText("1 line was not understood.");
        dashboard.check("suppressions-imported");
        dashboard.press("Close").awaitText("listed@example.com");

        var saved = dashboard
                .browser()
                .evaluate("fetch(document.querySelector('a[download]').href).then(answer => answer.text())");
        assertThat(String.valueOf(saved)).contains("listed@example.com", "BOUNCE");
    }

    @Test
    void aMemberBecomesAdministratorAndThenOwner() {
        var team = "/p/" + server.projectId(1) + "/team";
        var owner = BrowserUser.demo(server);
        var invitation = new JsonObject().put("email", "joan@example.com").encode();
        owner.in(server.projectId(1), "POST", "/projects/" + server.projectId(1) + "/members", invitation);
        BrowserUser.signedUp(server, "joan@example.com").acceptInvitations();

        dashboard.open(team).press("Actions for joan@example.com").press("Make administrator");
        confirm();
        dashboard.awaitText("joan@example.com is an administrator.").awaitText("Administrator");
        dashboard.press("Actions for joan@example.com").press("Hand the project over");
        dashboard.awaitText("Only the new owner can give it back.").check("team-hand-over");
        confirm();

        dashboard.awaitText("joan@example.com owns the project now.");
        dashboard.browser().await("document.querySelectorAll('.table-body .table-row').length === 2");
        dashboard.press("Actions for demo@example.test").awaitText("Leave the project");
        dashboard.browser().press("Escape");
    }

    private static void confirm() {
        dashboard
                .browser()
                .click(
                        "[role=alertdialog] .dialog-actions button:last-child, [role=dialog] .dialog-actions button:last-child");
    }

    private static void submit() {
        dashboard.browser().click("[role=dialog] [type=submit]");
    }
}
