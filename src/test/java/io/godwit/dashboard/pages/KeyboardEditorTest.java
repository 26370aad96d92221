package io.godwit.dashboard.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.Keyboard;
import io.godwit.kit.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A template is written with the keyboard alone, its HTML in the code editor too. */
@GodwitServer
class KeyboardEditorTest {

    private static final String HINT =
            "document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText";

    private static TestServer server;
    private static DashboardBrowser dashboard;
    private static Keyboard keyboard;

    @BeforeAll
    static void open() {
        dashboard = DashboardBrowser.start(server).signIn();
        keyboard = dashboard.browser().keyboard();
    }

    @AfterAll
    static void close() {
        if (dashboard != null) {
            dashboard.close();
        }
    }

    /** Its hint says how it is left: by Escape, and then Tab. */
    @ParameterizedTest(name = "{0}, {1} pixels wide")
    @CsvSource({"light, 1280", "dark, 375"})
    void theCodeEditorIsNamedShowsTheFocusAndIsLeftByEscapeAndTab(String theme, int width) {
        dashboard.show(theme, width);
        dashboard.open("templates/new");
        dashboard.browser().await("document.querySelector('.cm-content') !== null");
        keyboard.tabTo("Skip to the content").press("Enter").awaitFocus("main", "");
        keyboard.tabTo("Name").type("By keys " + theme);
        keyboard.tabTo("Subject").type("Hello");
        keyboard.tabTo("Content (HTML)").awaitFocus("textbox", "Content (HTML)");
        assertThat(String.valueOf(dashboard.browser().evaluate(HINT))).endsWith("Escape, then Tab leaves the editor.");

        keyboard.type("x").press("Escape").press("Tab").awaitFocus("textbox", "From");

        keyboard.tabBackTo("Content (HTML)").press("Escape").press("Shift+Tab").awaitFocus("textbox", "Subject");
        keyboard.tabTo("Save").press("Enter");
        dashboard.awaitText("By keys " + theme).awaitText("Delete");
    }
}
