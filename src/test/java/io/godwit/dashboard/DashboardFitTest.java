package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.CaughtMessages;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Words fit: in German, whose words are long, and with long names, no page scrolls to the side, no status is cut off, and
 * nothing lies over its neighbour, from the narrowest phone to a small laptop.
 */
@GodwitServer
class DashboardFitTest {

    private static final String LONG_NAME = "Begrüßungsnachrichten für Neukundinnen und Neukunden der Versandabteilung";
    /** The narrowest first: the page is loaded in it, and the window grows then, because loading takes the longest. */
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
              const wrong = document.querySelector('main').innerText.includes('schiefgegangen') ? ['wrong: an error of the server'] : [];
              return JSON.stringify([...new Set([...lying, ...cut, ...wide, ...wrong])]);
            })()
            """;

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    private static Map<String, String> wordToId;

    @BeforeAll
    static void open() {
        AnalyticsHistory.fill(server);
        server.database().query(EMAILS, server.projectId(0));
        server.database().query(CONTACTS, server.projectId(0));
        dashboard.browser().evaluate("localStorage.setItem('godwit.language', 'de')");
        wordToId = Map.of(
                "OTHER", server.projectId(1),
                "CONTACT", newest("contacts"),
                "EMAIL", newest("emails"),
                "TEMPLATE", made("/templates", content("type", "MARKETING")),
                "CAMPAIGN", made("/campaigns", content("audienceType", "ALL")),
                "SEGMENT", made("/segments", WorkflowApi.object("name", LONG_NAME, "type", "STATIC")),
                "WORKFLOW", workflow());
    }

    private static JsonObject content(String name, String value) {
        return WorkflowApi.object(
                "name",
                LONG_NAME,
                "subject",
                LONG_NAME,
                "body",
                "<p>Guten Tag</p>",
                "from",
                "news@" + server.domain(0),
                name,
                value);
    }

    private static String made(String path, JsonObject body) {
        var made = new JsonObject(server.post(path, server.secretKey(0), body).body());
        return made.getString("id", made.getJsonObject("data", new JsonObject()).getString("id"));
    }

    /** On, with every kind of step and somebody in it. */
    private static String workflow() {
        var calls = new WorkflowApi(server, 0);
        var id = calls.workflow();
        calls.added(id, "UPDATE_CONTACT", WorkflowApi.update());
        calls.added(id, "DELAY", WorkflowApi.delay());
        calls.added(id, "WAIT_FOR_EVENT", WorkflowApi.waiting("bestellung.abgeschlossen"));
        calls.patch("/workflows/" + id, WorkflowApi.object("name", LONG_NAME));
        calls.enabled(id);
        calls.post("/workflows/" + id + "/executions", WorkflowApi.object("contactId", newest("contacts")));
        return id;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "emails",
                "contacts",
                "contacts/import",
                "contacts/fields",
                "contacts/jobs",
                "contacts/CONTACT",
                "emails/EMAIL",
                "templates/TEMPLATE",
                "campaigns/CAMPAIGN",
                "segments/SEGMENT",
                "activity",
                "events",
                "segments",
                "segments/new",
                "templates",
                "templates/new",
                "campaigns",
                "campaigns/new",
                "workflows",
                "workflows/new",
                "workflows/WORKFLOW",
                "workflows/WORKFLOW?tab=runs",
                "workflows/WORKFLOW?tab=simulate",
                "workflows/WORKFLOW?tab=settings",
                "domains",
                "keys",
                "team",
                "suppressions",
                "security",
                "audit",
                "settings",
                "webhooks",
                "mailbox",
                "analytics",
                "analytics?tab=campaigns",
                "analytics?tab=deliverability",
                "analytics?tab=rankings",
                "analytics?tab=links",
                "analytics?tab=audience",
                "receivers",
                "system",
                "/account",
                "/p/OTHER"
            })
    void germanWordsAndLongNamesFit(String page) {
        dashboard.show("light", WIDTHS.get(0));
        dashboard.open(filled(page));
        for (var width : WIDTHS) {
            dashboard.showAgain("light", width);

            assertThat(misfits()).as("/" + page + " at " + width + " pixels").isEmpty();
        }
    }

    @Test
    void anEmailToAUserFitsAPhoneAndSaysItsLinkAsTextToo() {
        server.post("/auth/request-password-reset", "", new JsonObject().put("email", "demo@example.test"));
        var caught = new CaughtMessages(server);
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
        dashboard.open("emails");
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

    /** The page with the ids of things that have long names. */
    private static String filled(String page) {
        return wordToId.entrySet().stream()
                .reduce(page, (path, word) -> path.replace(word.getKey(), word.getValue()), (one, other) -> other);
    }

    private static String newest(String table) {
        return String.valueOf(server.database()
                .query(
                        "SELECT id FROM " + table + " WHERE project_id = ?::uuid ORDER BY id DESC LIMIT 1",
                        server.projectId(0))
                .get(0)
                .get("id"));
    }

    private static List<String> misfits() {
        return new JsonArray(String.valueOf(dashboard.browser().evaluate(MISFITS)))
                .stream().map(String::valueOf).toList();
    }
}
