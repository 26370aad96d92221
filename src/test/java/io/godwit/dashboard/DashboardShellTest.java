package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.Keyboard;
import io.godwit.kit.TestServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The frame of every page: navigation, palette, keys, theme and language, by mouse and by keyboard alone. */
@GodwitServer
class DashboardShellTest {

    private static TestServer server;

    @InBrowser(signedIn = false)
    private static DashboardBrowser dashboard;

    @BeforeEach
    void signIn() {
        dashboard.signIn().browser().evaluate("localStorage.clear()");
        dashboard.open("").awaitText("Send your first email");
    }

    private static Keyboard keyboard() {
        return dashboard.browser().keyboard();
    }

    private static Object path() {
        return dashboard.browser().evaluate("location.pathname.split('/').slice(4).join('/')");
    }

    @Test
    void thePaletteOpensAPageByAFewCharactersOfItsName() {
        keyboard().press("Control+k");
        dashboard.browser().await("document.activeElement.role === 'combobox'");
        dashboard.check("palette");
        dashboard.browser().type("ema");
        dashboard.browser().await("document.querySelector('[aria-selected=true]')?.innerText.includes('Emails')");
        dashboard.browser().press("Enter");

        dashboard.browser().await("document.querySelector('h1')?.innerText === 'Emails'");
        assertThat(path()).isEqualTo("emails");
    }

    /** Strikes a key so long after the page was opened. */
    private static void strike(String key, int millis) {
        dashboard
                .browser()
                .evaluate("(() => { const struck = new KeyboardEvent('keydown', {key: '" + key + "', bubbles: true});"
                        + " Object.defineProperty(struck, 'timeStamp', {value: " + millis + "});"
                        + " document.body.dispatchEvent(struck); })()");
    }

    @Test
    void oneKeyAloneGoesToNoPageHoweverYoungThisPageIs() {
        strike("m", 500);

        assertThat(path()).isEqualTo("");
    }

    @Test
    void twoKeysGoToAPageAlsoWhenThePageIsDrawnAnewBetweenThem() {
        strike("g", 600_000);
        keyboard().press("Control+k");
        dashboard.browser().await("document.activeElement.role === 'combobox'");
        dashboard.browser().press("Escape");
        dashboard.browser().await("document.querySelector('[role=dialog]') === null");

        strike("m", 600_500);

        assertThat(path()).isEqualTo("emails");
    }

    @Test
    void twoKeysGoToAPageAndNoneFiresInAField() {
        keyboard().type("m");
        assertThat(path()).isEqualTo("");
        keyboard().type("gm");
        dashboard.browser().await("document.querySelector('h1')?.innerText === 'Emails'");

        dashboard.open("/new-project").browser().click("[name=name]");
        keyboard().type("gm");

        assertThat(dashboard.browser().evaluate("location.pathname")).isEqualTo("/app/new-project");
    }

    @Test
    void singleKeysCanBeSwitchedOff() {
        keyboard().type("?");
        dashboard.awaitText("Keyboard shortcuts").press("Single keys are on");
        dashboard.browser().press("Escape");
        dashboard.browser().await("document.querySelector('[role=dialog]') === null");
        keyboard().type("gm");

        assertThat(path()).isEqualTo("");
    }

    @Test
    void aSmallWindowHasItsNavigationInADrawer() {
        dashboard.show("light", 375);
        dashboard.open("").press("Menu");
        dashboard.browser().await("getComputedStyle(document.querySelector('.side')).visibility === 'visible'");
        dashboard.check("drawer");
        dashboard.browser().press("Escape");

        dashboard.browser().await("getComputedStyle(document.querySelector('.side')).visibility === 'hidden'");
    }

    @Test
    void themeAndLanguageStayChosen() {
        dashboard.press("Account").press("Dark theme").press("Account").press("Deutsch");
        dashboard.awaitText("E-Mails");
        dashboard.open("emails").awaitText("Noch keine E-Mails");

        assertThat(dashboard.browser().evaluate("document.documentElement.style.colorScheme"))
                .isEqualTo("dark");
        assertThat(dashboard.browser().evaluate("document.documentElement.lang"))
                .isEqualTo("de");
        dashboard.check("emails-german-dark");
        dashboard.browser().evaluate("localStorage.clear()");
        dashboard.open("emails").awaitText("Noch keine E-Mails");
        BrowserUser.demo(server).call("PATCH", "/users/@me", "{\"language\":null}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            WIPING           | en | This project is being reset. It sends nothing until that is done.
            WIPING           | de | Dieses Projekt wird zurückgesetzt. Bis dahin sendet es nichts.
            EMAIL_REPUTATION | en | This project is suspended: Too many emails came back
            EMAIL_REPUTATION | de | Dieses Projekt ist ausgesetzt: Zu viele E-Mails kamen zurück
            """)
    void theBannerSaysInWordsWhyAProjectSendsNothing(String reason, String language, String words) {
        var project = server.projectId(0);
        server.database()
                .query("UPDATE projects SET disabled = true, disabled_reason = ? WHERE id = ?::uuid", reason, project);
        dashboard.browser().evaluate("localStorage.setItem('godwit.language', '" + language + "')");
        try {
            dashboard.open("settings").awaitText(words);

            assertThat(dashboard.browser().text("main")).doesNotContain(reason);
            dashboard.check("banner-" + reason + "-" + language);
        } finally {
            server.database()
                    .query("UPDATE projects SET disabled = false, disabled_reason = NULL WHERE id = ?::uuid", project);
            dashboard.browser().evaluate("localStorage.clear()");
        }
    }

    /** The evidence is sentences of the server with semicolons between them. */
    @Test
    void theEvidenceOfASuspensionIsToldInTheLanguageOfThePage() {
        var project = server.projectId(0);
        server.database()
                .query(
                        "UPDATE projects SET disabled = true, disabled_reason = 'EMAIL_REPUTATION' WHERE id = ?::uuid",
                        project);
        server.database().query("""
                        INSERT INTO suspensions (project_id, id, reason, evidence)
                        VALUES (?::uuid, gen_random_uuid(), 'EMAIL_REPUTATION',
                                'the bounce rate of 7 days is 12.5 % (too high from 5 %, suspended from 10 %); '
                                || 'the complaint rate of all times is 0.3 % (too high from 0.03 %, suspended from 0.12 %)')
                        """, project);
        dashboard.browser().evaluate("localStorage.setItem('godwit.language', 'de')");
        try {
            dashboard
                    .open("security")
                    .awaitText(
                            "Der Versand dieses Projekts ist ausgesetzt: 12,5 % der E-Mails aus 7 Tagen kamen zurück");

            assertThat(dashboard.browser().text("main"))
                    .contains("0,3 % aller E-Mails wurden beanstandet")
                    .doesNotContain("bounce rate", "complaint rate");
            dashboard.check("suspended-german");
        } finally {
            server.database().query("DELETE FROM suspensions WHERE project_id = ?::uuid", project);
            server.database()
                    .query("UPDATE projects SET disabled = false, disabled_reason = NULL WHERE id = ?::uuid", project);
            dashboard.browser().evaluate("localStorage.clear()");
        }
    }

    @Test
    void aPersonSignsOutAndTheNextPageAsksToSignIn() {
        dashboard.press("Account").press("Sign out").awaitText("Email address");
        dashboard.visit("emails").awaitText("Email address");
    }

    @Test
    void aPersonSignsInWithTheKeyboardAlone() {
        dashboard.press("Account").press("Sign out").awaitText("Email address");
        dashboard.browser().await("document.activeElement.name === 'email'");
        dashboard.browser().type("demo@example.test");
        dashboard.browser().press("Tab");
        dashboard.browser().type(server.password());
        dashboard.browser().press("Enter");
        dashboard.awaitText("Send your first email");

        dashboard.open("").browser().press("Tab");
        assertThat(dashboard.browser().evaluate("document.activeElement.innerText"))
                .isEqualTo("Skip to the content");
    }
}
