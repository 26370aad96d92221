package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.Keyboard;
import io.godwit.kit.ServerSettings;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first steps of a developer with the keyboard alone: emails, keys, domains, colleagues, the suppression list. */
@GodwitServer("GODWIT_DEMO_PROJECTS=3")
@CloseFields
class KeyboardFlowsTest {

    private static DnsStub dns;
    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    private static Keyboard keyboard;

    @ServerSettings
    static Map<String, String> settings() throws Exception {
        dns = DnsStub.start();
        return Map.of("GODWIT_DNS_SERVERS", dns.address());
    }

    @BeforeAll
    static void takeTheKeyboard() {
        keyboard = dashboard.browser().keyboard();
    }

    /** Run in a light and wide window, and in a dark one as narrow as a phone. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest(name = "{0}, {1} pixels wide")
    @CsvSource({"light, 1280", "dark, 375"})
    private @interface InBothLooks {}

    /** Opens a page and goes past the navigation. */
    private static Keyboard at(String page) {
        dashboard.open(page);
        keyboard.tabTo("Skip to the content").press("Enter");
        return keyboard.awaitFocus("main", "");
    }

    /** The name of an email in a list, which has its columns in one cell on a phone. */
    private static String row(String address, String subject, int width) {
        return width < 640 ? address + " " + subject : address;
    }

    @InBothLooks
    void anEmailIsSentAndFoundByItsAddress(String theme, int width) {
        dashboard.show(theme, width);
        at("/p/" + server.projectId(theme.equals("light") ? 1 : 2))
                .tabTo("Send it now")
                .press("Enter");
        dashboard.awaitText("It arrived in the mailbox of this machine");
        keyboard.awaitFocus("button", "Send it now");

        keyboard.press("Control+k").awaitFocus("combobox", "Search").type("ema");
        dashboard.browser().await("document.querySelector('[aria-selected=true]')?.innerText.includes('Emails')");
        keyboard.press("Enter");
        dashboard.awaitText("Hello from Godwit");
        keyboard.awaitFocus("main", "");
        keyboard.tabTo("Address, name or subject").type("demo@");
        dashboard.browser().await("location.search === '?search=demo%40'");
        keyboard.awaitFocus("searchbox", "Address, name or subject");
        keyboard.tabTo(row("demo@example.test", "Hello from Godwit", width)).press("Enter");
        dashboard.awaitText("What happened").awaitText("Taken by the mail server");
        keyboard.awaitFocus("main", "");
        keyboard.tabTo("Email").press("ArrowRight").press("ArrowRight").awaitFocus("tab", "Headers");
        dashboard.awaitText("Message-ID");
        keyboard.tabBackTo("Emails").press("Enter");
        dashboard.awaitText("Hello from Godwit");
        keyboard.awaitFocus("main", "");
    }

    @InBothLooks
    void theReasonOfAnEmailThatWasNotDeliveredIsReadAndTheAddressTakenOffTheList(String theme, int width) {
        dashboard.show(theme, width);
        var entry = new JsonObject()
                .put("email", "eve@example.org")
                .put("reason", "BOUNCE")
                .put("evidence", "550 5.1.1 User unknown");
        server.post("/suppressions", server.secretKey(0), entry);
        send("eve@example.org", "Welcome back");

        at("emails").tabTo("Status").press("ArrowDown");
        keyboard.awaitFocus("menuitem", "All").type("s").press("ArrowDown");
        keyboard.press("Escape").awaitFocus("button", "Status");
        keyboard.tabBackTo("Address, name or subject").type("eve");
        dashboard.awaitText("eve@example.org");
        keyboard.tabTo(row("eve@example.org", "Welcome back", width)).press("Enter");
        dashboard.awaitText("eve@example.org gets no more emails").awaitText("550 5.1.1 User unknown");
        keyboard.tabTo("Take it off the list").press("Enter");
        dashboard.awaitText("Send to this address again?");
        keyboard.press("Escape").awaitFocus("button", "Take it off the list").press("Space");
        dashboard.awaitText("Send to this address again?");
        keyboard.tabTo("Take it off the list").press("Enter");
        dashboard.awaitText("eve@example.org gets emails again.");
        keyboard.awaitFocus("main", "");
        keyboard.tabTo("Send again");
    }

    @InBothLooks
    void anAddressIsPutOnTheSuppressionListAndTakenOff(String theme, int width) {
        dashboard.show(theme, width);
        for (var name : new String[] {"ada", "bob"}) {
            server.post(
                    "/suppressions",
                    server.secretKey(0),
                    new JsonObject().put("email", name + "@example.net").put("reason", "COMPLAINT"));
        }
        at("suppressions?search=example.net").tabTo("Add an address").press("Enter");
        keyboard.awaitFocus("textbox", "Address").type("no address").press("Enter");
        dashboard.browser().await("document.querySelector('[aria-invalid=true]') !== null");
        keyboard.awaitFocus("textbox", "Address")
                .press("Control+a")
                .type("cleo@" + theme + ".example.net")
                .press("Enter");
        dashboard.awaitText("cleo@" + theme + ".example.net is on the list.");
        keyboard.awaitFocus("button", "Add an address");

        keyboard.tabTo("Remove bob@example.net from the list").press("Enter");
        keyboard.tabTo("Remove from the list").press("Enter");
        dashboard.awaitText("The address is off the list.");
        dashboard.browser().await("!document.querySelector('[role=table]').innerText.includes('bob@')");
        keyboard.awaitFocus("row", "");
        keyboard.tabTo("Remove cleo@" + theme + ".example.net from the list");
    }

    @InBothLooks
    void aKeyThatMayTrackOnlyIsMadeAndRevoked(String theme, int width) {
        dashboard.show(theme, width);
        at("keys").tabTo("New key").press("Enter");
        keyboard.awaitFocus("textbox", "Label").press("Enter");
        dashboard.browser().await("document.querySelector('.field-error')?.innerText > ''");
        keyboard.awaitFocus("textbox", "Label").type("Shop");
        keyboard.tabTo("Send May").press("Space");
        keyboard.awaitFocus("option", "Send Sends emails and records events.")
                .press("ArrowDown")
                .press("Enter");
        keyboard.awaitFocus("button", "Track May");
        keyboard.tabTo("Create the key").press("Space");
        dashboard.awaitText("is not shown again");
        keyboard.awaitFocus("button", "Copy: Shop");
        assertThat(server.database().value("SELECT scope FROM api_keys WHERE label = 'Shop'"))
                .isEqualTo("TRACK");
        keyboard.tabTo("I have stored it").press("Enter");
        dashboard.awaitText("Shop");
        keyboard.awaitFocus("button", "New key");

        keyboard.tabTo("Revoke Shop").press("Enter");
        dashboard.awaitText("stops working at once");
        keyboard.tabTo("Revoke").press("Enter");
        dashboard.awaitText("The key is revoked.").awaitText("No further keys");
        keyboard.awaitFocus("region", "Further keys");
    }

    /** The dialog gives the focus to the new control in a frame, which a busy machine paints late. */
    @Test
    void whatADialogShowsNextHasTheFocusAlsoWhereFramesAreLate() {
        at("keys").tabTo("New key").press("Enter");
        keyboard.awaitFocus("textbox", "Label").type("Late");
        keyboard.tabTo("Create the key");
        dashboard.browser().evaluate("""
                { new MutationObserver((changes, observer) => {
                    if (document.activeElement !== document.body) return;
                    observer.disconnect();
                    for (const end = performance.now() + 500; performance.now() < end;);
                  }).observe(document.body, { childList: true, subtree: true }); 0 }""");

        keyboard.press("Space");

        keyboard.awaitFocus("button", "Copy: Late");
    }

    @Test
    void aColleagueIsInvitedAndTheInvitationWithdrawn() {
        at("team").tabTo("Invite").press("Enter");
        keyboard.awaitFocus("textbox", "Address").type("grace@example.com");
        keyboard.tabTo("Send the invitation").press("Enter");
        dashboard.awaitText("grace@example.com is invited.").awaitText("valid until");
        keyboard.awaitFocus("button", "Invite");

        keyboard.tabTo("Withdraw").press("Enter");
        dashboard.awaitText("The invitation is withdrawn.");
        dashboard.browser().await("!document.querySelector('main').innerText.includes('valid until')");
        keyboard.awaitFocus("main", "");
    }

    @InBothLooks
    void aDomainIsAddedAndTheWrongRecordSeen(String theme, int width) {
        var domain = "mail." + theme + "-shop.com";
        dashboard.show(theme, width);
        at("domains").tabTo("Add a domain").press("Enter");
        keyboard.awaitFocus("textbox", "Domain").type("not a domain").press("Enter");
        dashboard.browser().await("document.querySelector('[aria-invalid=true]') !== null");
        keyboard.awaitFocus("textbox", "Domain").press("Control+a").type(domain);
        keyboard.tabTo("Add a domain").press("Enter");
        dashboard.awaitText("Zone file");
        keyboard.awaitFocus("main", "");
        dns.txt(dkimHost(domain), "v=DKIM1; p=another");

        keyboard.tabTo("Check now").press("Enter");
        dashboard.awaitText("a required record is not right yet").awaitText("Another value");
        keyboard.awaitFocus("button", "Check now");
        keyboard.tabTo("Copy: Value");
        keyboard.tabBackTo("‹ Domains").press("Enter");
        dashboard.awaitText(domain);
    }

    private static String dkimHost(String name) {
        var domains = new JsonArray(server.get("/domains/project/" + server.projectId(0), server.secretKey(0))
                .body());
        return domains.stream()
                .map(JsonObject.class::cast)
                .filter(domain -> domain.getString("domain").equals(name))
                .flatMap(domain -> domain.getJsonArray("records").stream())
                .map(JsonObject.class::cast)
                .filter(record -> record.getString("purpose").equals("dkim"))
                .map(record -> record.getString("host"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theNavigationOfAPhoneTakesTheFocusAndGivesItBack() {
        dashboard.show("dark", 375);
        at("emails");
        keyboard.tabBackTo("Menu").press("Enter");
        var project = dashboard.browser().evaluate("document.querySelector('.switcher').getAttribute('aria-label')");
        keyboard.awaitFocus("button", String.valueOf(project)).press("Escape");
        keyboard.awaitFocus("button", "Menu").press("Enter");
        keyboard.awaitFocus("button", String.valueOf(project)).tabTo("Domains").press("Enter");
        dashboard.awaitText("Their DNS records prove");
        keyboard.awaitFocus("main", "");

        keyboard.tabBackTo("Menu").press("Enter");
        keyboard.awaitFocus("button", String.valueOf(project)).tabTo("Menu");
        dashboard.browser().await("getComputedStyle(document.querySelector('.side')).visibility === 'hidden'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "emails",
                "activity",
                "events",
                "contacts",
                "segments/new",
                "templates",
                "campaigns",
                "workflows",
                "analytics",
                "domains",
                "settings",
                "keys",
                "webhooks",
                "security",
                "mailbox",
                "/account"
            })
    void everyControlShowsTheFocusOnAPhone(String page) {
        dashboard.show("dark", 375);

        assertThat(at(page).tabToTheEnd()).contains("Home", "Emails");
    }

    /** A check that cannot fail would prove nothing. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            each => { each.tabIndex = -1; } | "Invite" is not reached
            each => { each.style.outline = 'none'; } | shows the focus
            each => { each.parentElement.style.overflow = 'hidden'; } | shows the focus
            each => { each.style.visibility = 'hidden'; } | "Invite" is not reached
            each => { each.parentElement.style.position = 'relative'; const cover = document.createElement('div'); each.after(cover); cover.style.cssText = 'position:absolute;inset:-9px;z-index:9;background:red'; } | can be seen
            """)
    void aControlThatCannotBeReachedOrSeenIsFound(String spoil, String finding) {
        at("team");
        dashboard
                .browser()
                .evaluate("(" + spoil + ")([...document.querySelectorAll('main button')]"
                        + ".find(each => each.innerText.trim() === 'Invite'))");

        assertThatThrownBy(() -> keyboard.tabTo("Invite")).hasMessageContaining(finding);
    }

    private static void send(String to, String subject) {
        var email = new JsonObject()
                .put("to", to)
                .put("from", "hello@" + server.domain(0))
                .put("subject", subject)
                .put("body", "<h1>" + subject + "</h1>");
        assertThat(server.post("/v1/send", server.secretKey(0), email).statusCode())
                .isEqualTo(200);
    }
}
