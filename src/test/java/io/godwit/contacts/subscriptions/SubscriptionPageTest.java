package io.godwit.contacts.subscriptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.core.Crypto;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.LinkTokenCodec.Link;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.Browser;
import io.godwit.kit.ChromiumProgram;
import io.godwit.kit.TestServer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The subscription pages as a browser shows them. Pictures of them are left in {@code target/screenshots}. */
class SubscriptionPageTest {

    /** The contrast (WCAG 2.2 §1.4.3) of every text with what lies behind it; the smallest. */
    private static final String SMALLEST_CONTRAST = """
            (() => {
              const light = colour => {
                const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(v => v / 255)
                    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
              };
              const behind = element => {
                const colour = getComputedStyle(element).backgroundColor;
                return colour === 'rgba(0, 0, 0, 0)' ? behind(element.parentElement) : colour;
              };
              const contrasts = [...document.querySelectorAll('h1, p, a, button')].map(element => {
                const both = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a);
                return (both[0] + 0.05) / (both[1] + 0.05);
              });
              return Math.min(...contrasts);
            })()
            """;

    private static TestServer server;
    private static Browser browser;

    private final UUID contact = Ids.next();

    @BeforeAll
    static void start() {
        var program = ChromiumProgram.installed();
        assumeTrue(program.isPresent(), "There is no chromium on this machine");
        server = TestServer.start();
        browser = Browser.start(program.get());
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            browser.close();
            server.close();
        }
    }

    @Test
    void aReaderLeavesAndComesBackWithoutAScript() {
        open(Kind.UNSUBSCRIBE, "en");
        assertThat(browser.text("h1")).isEqualTo("Unsubscribe from " + project() + "?");

        browser.click("button");
        browser.await("document.querySelector('h1')?.innerText === 'You are unsubscribed'");
        assertThat(isSubscribed()).isFalse();

        browser.click("button");
        browser.await("document.querySelector('h1')?.innerText === 'You are subscribed'");
        assertThat(isSubscribed()).isTrue();

        browser.click("a");
        browser.await("document.querySelector('h1')?.innerText === 'Email preferences'");
        browser.click("button");
        browser.await("document.querySelector('button')?.innerText === 'Subscribe'");
        assertThat(isSubscribed()).isFalse();
        assertThat(browser.complaints()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "light, 1200, en, UNSUBSCRIBE",
        "dark, 1200, de, UNSUBSCRIBE",
        "light, 400, bg, UNSUBSCRIBE",
        "dark, 400, hi, MANAGE",
        "light, 400, zh-TW, SUBSCRIBE",
        "light, 320, fr, MANAGE"
    })
    void thePageIsReadableInEveryLightWidthAndScript(String scheme, int width, String language, Kind kind) {
        browser.resize(width, 800);
        browser.prefer(scheme);

        open(kind, language);
        browser.screenshot(Path.of(
                "target",
                "screenshots",
                "subscription-" + kind.name().toLowerCase(Locale.ROOT) + "-" + scheme + "-" + width + "-" + language
                        + ".png"));

        assertThat((Double) browser.evaluate(SMALLEST_CONTRAST)).isGreaterThanOrEqualTo(4.5);
        assertThat(browser.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
        assertThat(browser.evaluate("document.querySelector('button')?.getBoundingClientRect().height >= 44 || "
                        + "document.querySelector('form') === null"))
                .isEqualTo(true);
        assertThat(browser.evaluate("document.documentElement.lang")).isEqualTo(language);
        assertThat(browser.evaluate("document.title !== '' && document.querySelectorAll('h1').length === 1"))
                .isEqualTo(true);
        assertThat(
                        browser.evaluate(
                                "performance.getEntriesByType('resource').filter(one => !one.name.endsWith('/favicon.ico')).length"))
                .isEqualTo(0);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void whoReachesTheButtonByTheKeyboardSeesIt() {
        open(Kind.MANAGE, "en");

        browser.evaluate("document.querySelector('button').focus({focusVisible: true})");

        assertThat(browser.evaluate("getComputedStyle(document.querySelector('button')).outlineStyle"))
                .isEqualTo("solid");
    }

    private void open(Kind kind, String language) {
        server.database()
                .query(
                        "INSERT INTO contacts (project_id, id, email, subscribed, data)"
                                + " VALUES (?::uuid, ?, ?, true, jsonb_build_object('locale', ?))",
                        server.projectId(0),
                        contact,
                        "a.long.address.of.a.reader." + contact + "@subscriptions.example.org",
                        language);
        var hex = HexFormat.of();
        var tokens = new LinkTokenCodec(Crypto.of(hex.parseHex("11".repeat(32)), hex.parseHex("22".repeat(32))));
        var link = new Link(
                new ProjectId(UUID.fromString(server.projectId(0))), new ContactId(contact), new EmailId(Ids.next()));
        browser.open(server.baseUrl() + "/" + kind.name().toLowerCase(Locale.ROOT) + "/" + tokens.write(kind, link));
    }

    private static String project() {
        return String.valueOf(server.database()
                .query("SELECT name FROM projects WHERE id = ?::uuid", server.projectId(0))
                .get(0)
                .get("name"));
    }

    private boolean isSubscribed() {
        return server.database().count("SELECT count(*) FROM contacts WHERE id = ? AND subscribed", contact) == 1;
    }
}
