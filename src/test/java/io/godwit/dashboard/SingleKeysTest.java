package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.Keyboard;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The keys without a modifier that act on the list of a page. */
@GodwitServer
class SingleKeysTest {

    private static final String SELECTED =
            "[...document.querySelectorAll('[role=row]')].filter(row => row.querySelector('input:checked')).map(row => row.innerText).join()";

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    private static Keyboard keyboard;

    @BeforeAll
    static void open() {
        for (var name : new String[] {"ada", "bob"}) {
            server.post("/contacts", server.secretKey(0), new JsonObject().put("email", name + "@example.org"));
        }
        keyboard = dashboard.browser().keyboard();
    }

    @BeforeEach
    void openTheList() {
        dashboard.open("contacts?sort=email&dir=asc").awaitText("bob@example.org");
    }

    @Test
    void jAndKMoveTheFocusAlongTheRowsAndXSelectsOne() {
        keyboard.type("j").awaitFocus("link", "ada@example.org");
        keyboard.type("j").awaitFocus("link", "bob@example.org");
        keyboard.type("j").awaitFocus("link", "bob@example.org");
        keyboard.type("k").awaitFocus("link", "ada@example.org");

        keyboard.type("x");

        dashboard.awaitText("1 selected");
        assertThat(dashboard.browser().evaluate(SELECTED).toString())
                .contains("ada@example.org")
                .doesNotContain("bob");
        keyboard.awaitFocus("link", "ada@example.org").press("Enter");
        dashboard.browser().await("location.pathname.match('/contacts/.+') !== null");
    }

    @Test
    void keysActOnTheRowWhoseBoxHasTheFocus() {
        keyboard.type("j").awaitFocus("link", "ada@example.org");
        dashboard
                .browser()
                .evaluate("document.activeElement.closest('[role=row]').querySelector('[type=checkbox]').focus()");

        keyboard.type("x");
        dashboard.awaitText("1 selected");
        keyboard.type("j").awaitFocus("link", "bob@example.org");
    }

    @Test
    void theSlashLeadsToTheSearchWhereKeysAreText() {
        keyboard.type("/").awaitFocus("searchbox", "Search by address");

        keyboard.type("jkxn/");

        assertThat(dashboard.browser().evaluate("document.activeElement.value")).isEqualTo("jkxn/");
        assertThat(dashboard.browser().evaluate("document.querySelector('[role=dialog]') === null"))
                .isEqualTo(true);
    }

    @Test
    void nMakesANewOneAndNoKeyActsBehindTheDialog() {
        keyboard.type("n");

        dashboard.browser().await("document.querySelector('[role=dialog] [name=email]') !== null");
        keyboard.press("Escape");
        dashboard.browser().await("document.querySelector('[role=dialog]') === null");
    }

    @Test
    void whoWantsNoneSwitchesThemOff() {
        keyboard.type("?");
        dashboard
                .awaitText("Keyboard")
                .browser()
                .await("document.querySelector('[role=dialog] [role=switch]') !== null");
        toggle();
        keyboard.press("Escape");
        dashboard.browser().await("document.querySelector('[role=dialog]') === null");

        keyboard.type("n").type("/").type("j");

        assertThat(dashboard
                        .browser()
                        .evaluate("document.querySelector('[role=dialog]') === null"
                                + " && !document.activeElement.matches('[data-search], .table-link')"))
                .isEqualTo(true);
        keyboard.type("?");
        dashboard.browser().await("document.querySelector('[role=dialog] [role=switch]') !== null");
        toggle();
    }

    private static void toggle() {
        dashboard.browser().clickOn("document.querySelector('[role=dialog] [role=switch]').closest('label')");
    }
}
