package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.CaughtEmails;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Words have room: in German, whose words are long, and with long names, no page scrolls to the side, no status is cut off, and
 * nothing lies over its neighbour, from the narrowest phone to a small laptop.
 */
@GodwitServer
class DashboardFitTest {

    private static final List<Integer> WIDTHS = List.of(320, 700, 1024);

    private static final String EMAILS = """
            INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status)
            SELECT ?::uuid, uuid_v7(), gen_random_uuid(), gen_random_uuid(), 'TRANSACTIONAL', 'TRANSACTIONAL',
                   'heinrich.von.muenchhausen.of.bodenwerder@mail.nordwind-versand.example', status
              FROM unnest(ARRAY['SENT', 'DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED', 'CANCELLED'])
                   AS status
            """;

    private static final String CONTACTS = """
            INSERT INTO contacts (project_id, id, email, subscribed)
            SELECT ?::uuid, gen_random_uuid(), 'marie-claire.freudenberger-von-habermas' || n || '@news.nordwind-versand.example', n % 2 = 0
              FROM generate_series(1, 40) n
            """;

    /** Names what lies over its neighbour in the same row, statuses that their cells cut off, and scrolling to the side. */
    private static final String MISFITS = """
            (() => {
              const box = each => each.getBoundingClientRect();
              const seen = each => box(each).width > 1 && getComputedStyle(each).visibility === 'visible';
              const over = (one, other) => box(one).right - box(other).left > 2 && box(other).right - box(one).left > 2
                && box(one).bottom - box(other).top > 2 && box(other).bottom - box(one).top > 2;
              const rows = [...document.querySelectorAll('main :is(li, .spread, .row-wrap, .note, .page-head, .table-row, .figures)')];
              const lying = rows.flatMap(row => {
                const inRow = [...row.children].filter(each => seen(each) && getComputedStyle(each).position !== 'absolute');
                return inRow.filter((each, at) => at > 0 && over(inRow[at - 1], each)).map(each => 'over: ' + row.innerText.slice(0, 60));
              });
              const cut = [...document.querySelectorAll('main .badge')].filter(seen)
                .filter(each => each.closest('.table-cell') && box(each).right > box(each.closest('.table-cell')).right + 1)
                .map(each => 'cut: ' + each.innerText);
              const root = document.documentElement;
              const wide = root.scrollWidth > root.clientWidth ? ['wide: ' + root.scrollWidth] : [];
              return JSON.stringify([...new Set([...lying, ...cut, ...wide])]);
            })()
            """;

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @BeforeAll
    static void open() {
        AnalyticsHistory.fill(server);
        server.database().query(EMAILS, server.projectId(0));
        server.database().query(CONTACTS, server.projectId(0));
        dashboard.browser().evaluate("localStorage.setItem('godwit.language', 'de')");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "messages",
                "contacts",
                "contacts/import",
                "segments",
                "segments/new",
                "templates",
                "campaigns",
                "domains",
                "keys",
                "team",
                "suppressions",
                "security",
                "audit",
                "settings",
                "mailbox",
                "analytics",
                "/account",
                "/p/OTHER"
            })
    void germanWordsAndLongNamesFit(String page) {
        for (var width : WIDTHS) {
            dashboard.show("light", width);
            dashboard.open(page.replace("OTHER", server.projectId(1)));

            assertThat(misfits()).as("/" + page + " at " + width + " pixels").isEmpty();
        }
    }

    @Test
    void anEmailToAUserFitsAPhoneAndSaysItsLinkAsTextToo() {
        server.post("/auth/request-password-reset", "", new JsonObject().put("email", "demo@example.test"));
        var caught = new CaughtEmails(server);
        var token = caught.token("demo@example.test", "Choose a new password");
        var email = caught.to("demo@example.test", "Choose a new password").get(0);

        dashboard.show("dark", 320);
        dashboard.browser().open(server.baseUrl() + "/dev/mailbox/messages/" + email.getString("id") + "/html");

        assertThat(dashboard.browser().evaluate("document.documentElement.scrollWidth"))
                .isEqualTo(320);
        assertThat(dashboard.browser().evaluate("document.querySelector('a').innerText"))
                .isEqualTo("Choose a new password");
        assertThat(email.getString("text")).contains("/auth/reset-password?token=" + token);
    }

    /** A check that cannot fail would prove nothing. */
    @Test
    void theCheckFindsWhatDoesNotFit() {
        dashboard.show("light", 320);
        dashboard.open("messages");
        dashboard
                .browser()
                .evaluate(
                        "document.querySelector('.badge').style.paddingInlineEnd = '400px';"
                                + " const planted = document.createElement('p'); planted.textContent = 'Planted';"
                                + " planted.style.marginBlockStart = '-30px'; document.querySelector('.page-head').append(planted)");

        assertThat(misfits())
                .anySatisfy(each -> assertThat(each).startsWith("cut: "))
                .anySatisfy(each -> assertThat(each).startsWith("over: "));
    }

    private static List<String> misfits() {
        return new JsonArray(String.valueOf(dashboard.browser().evaluate(MISFITS)))
                .stream().map(String::valueOf).toList();
    }
}
