package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The analytics of a project as a person reads them: the period, the numbers beside those before, what did best. */
@GodwitServer
class AnalyticsPagesTest {

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @BeforeAll
    static void open() {
        AnalyticsHistory.fill(server);
    }

    private static JsonObject get(String path) {
        return new JsonObject(server.get(path, server.secretKey(0)).body());
    }

    @Test
    void theOverviewIsFitForAll() {
        dashboard.checkEverywhere("analytics", "analytics");
        dashboard.browser().resize(1280, 2000);
        dashboard.open("analytics?machines=1").awaitText("by machines").check("analytics-whole");
        dashboard.browser().resize(375, 3000);
        dashboard.open("analytics?machines=1&days=7").check("analytics-whole-narrow");
    }

    @Test
    void aChartIsDrawnAnewInTheColoursOfAnotherTheme() {
        dashboard.open("analytics").browser().await("document.querySelector('.uplot canvas') !== null");
        var drawn = "document.querySelector('.uplot canvas')?.toDataURL()";
        var light = String.valueOf(dashboard.browser().evaluate(drawn));

        dashboard.show("dark", 1280);

        dashboard.browser().await("(drawn => drawn !== undefined && drawn !== '" + light + "')(" + drawn + ")");
    }

    @Test
    void theCampaignsAreFitForAll() {
        dashboard.checkEverywhere("analytics?tab=campaigns&days=90", "analytics-campaigns");
        dashboard.awaitText("points against the 3 before");
    }

    @Test
    void theRankingsAreFitForAll() {
        dashboard.checkEverywhere("analytics?tab=rankings", "analytics-rankings");
        dashboard.open("analytics?tab=rankings&kind=workflow").awaitText("Welcome");
        dashboard.open("analytics?tab=rankings&kind=campaign&metric=openRate").awaitText("News of week 1");
    }

    @Test
    void theLinksAreFitForAll() {
        dashboard.checkEverywhere("analytics?tab=links&machines=1", "analytics-links");
        dashboard.awaitText("https://shop.example/sale").awaitText("Clicked by machines");
    }

    @Test
    void theDeliverabilityIsFitForAll() {
        dashboard.checkEverywhere("analytics?tab=deliverability", "analytics-deliverability");
        dashboard.awaitText("The mailbox does not exist (5.1.1)").awaitText("Google");
    }

    @Test
    void aProviderLeadsToTheEmailsToItsMailboxes() {
        for (var address : new String[] {"ida@googlemail.com", "eve@example.net"}) {
            var email = new JsonObject()
                    .put("to", address)
                    .put("from", "hello@" + server.domain(0))
                    .put("subject", "For a provider")
                    .put("body", "<p>b</p>");
            assertThat(server.post("/v1/send", server.secretKey(0), email).statusCode())
                    .isEqualTo(200);
        }

        dashboard.open("analytics?tab=deliverability").press("Google").awaitText("Mailbox provider");

        dashboard.awaitText("ida@googlemail.com");
        assertThat(dashboard.browser().text("main")).doesNotContain("eve@example.net");
        dashboard.check("emails-provider");
    }

    @Test
    void theCardsShowTheNumbersOfTheApi() {
        dashboard.open("analytics");
        var days = dashboard.browser().evaluate("Intl.DateTimeFormat('en-CA').format(Date.now() - 29 * 86400000)");
        var zone = dashboard.browser().evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone");
        var now = get("/analytics/overview?startDate=" + days + "&timeZone=" + zone)
                .getJsonObject("current");

        for (var name : new String[] {"sent", "opened", "clicked", "bounced", "unsubscribed", "newContacts"}) {
            dashboard.awaitText(String.format("%,d", now.getLong(name)));
        }
        assertThat(now.getLong("sent")).isPositive();
    }

    @Test
    void thePeriodAndTheKindOfEmailsAreInTheAddress() {
        dashboard.open("analytics").press("7 days");
        dashboard.browser().await("location.search === '?days=7'");
        dashboard.awaitText("against the 7 days before");

        dashboard.press("Other days");
        dashboard.browser().await("document.querySelectorAll('input[type=date]').length === 2");
        dashboard.check("analytics-own");
        dashboard.press("Show");
        dashboard.browser().await("location.search.includes('from=') && location.search.includes('to=')");
        dashboard.open("analytics?stream=WORKFLOW").awaitText("Workflows");
        assertThat(dashboard.browser().evaluate("document.body.innerText.includes('New contacts')"))
                .isEqualTo(false);
    }

    @Test
    void thePeriodIsChosenWithTheKeyboardAlone() {
        dashboard.open("analytics");
        dashboard.browser().evaluate("document.querySelector('.analytics-period button').focus()");
        dashboard.browser().press("Tab");
        dashboard.browser().press("Tab");
        dashboard.browser().press("Enter");

        dashboard.browser().await("location.search === '?days=90'");
        assertThat(dashboard.browser().evaluate("document.activeElement.innerText"))
                .isEqualTo("90 days");
    }

    @Test
    void everyChartHasItsNumbersAsATable() {
        dashboard.open("analytics?days=7");

        assertThat(
                        dashboard
                                .browser()
                                .evaluate(
                                        "[...document.querySelectorAll('.chart')].every(each => each.querySelectorAll("
                                                + "'.chart-table tbody tr').length === 7) && document.querySelectorAll('.chart').length"))
                .isEqualTo(2);
        assertThat(dashboard.browser().evaluate("document.querySelectorAll('.analytics-heat tbody td').length"))
                .isEqualTo(168);
    }

    @Test
    void aChartShowsTheNumbersOfTheDayUnderThePointer() {
        dashboard.open("analytics?days=7").browser().await("document.querySelector('.u-over') !== null");

        dashboard
                .browser()
                .evaluate("{const place = document.querySelector('.u-over'); const box = place.getBoundingClientRect();"
                        + "for (const type of ['mouseenter', 'mousemove']) place.dispatchEvent(new MouseEvent(type,"
                        + "{bubbles: true, clientX: box.right - 2, clientY: box.top + 20}))}");

        var values = "document.querySelector('.chart-values')?.innerText";
        dashboard.browser().await(values + " !== undefined");
        assertThat(String.valueOf(dashboard.browser().evaluate(values)))
                .contains("Sent", "Opened", "Clicked", "Bounced");
    }

    @Test
    void aProjectThatSentNothingIsToldWhatWillBeHere() {
        for (var tab : new String[] {"", "?tab=campaigns", "?tab=rankings", "?tab=links", "?tab=deliverability"}) {
            dashboard
                    .open("/p/" + server.projectId(1) + "/analytics" + tab)
                    .check("analytics-empty" + tab.replace("?tab=", "-"));
        }
        dashboard.awaitText("No email was sent in this period");
    }

    @Test
    void aReportThatFailsSaysSoAndTheOthersStay() {
        dashboard
                .browser()
                .answerWith(
                        "*/analytics/heatmap*",
                        500,
                        Map.of("Content-Type", "application/json"),
                        "{\"success\":false,\"error\":{\"code\":\"INTERNAL_ERROR\",\"message\":\"No\",\"statusCode\":500}}");

        dashboard
                .open("analytics")
                .awaitText("Something went wrong on the server.")
                .awaitText("Day by day");
        dashboard.browser().answerNoMore();
        // News from the server may make the page ask again by itself.
        dashboard
                .browser()
                .await("document.body.innerText.includes('Most on') || ([...document.querySelectorAll('button')]"
                        + ".find(each => each.innerText === 'Try again')?.click(), false)");
        dashboard.browser().complaints();
    }

    @Test
    void anEmailThatGoesOutMovesTheNumbers() {
        dashboard.open("analytics?stream=TRANSACTIONAL&days=7").awaitNews();
        var shown = "Number(document.querySelector('.figure-value').innerText.replace(/\\D/g, ''))";
        var before = ((Number) dashboard.browser().evaluate(shown)).longValue();

        server.post(
                "/v1/send",
                server.secretKey(0),
                new JsonObject()
                        .put("to", "ada@example.org")
                        .put("from", "hello@" + server.domain(0))
                        .put("subject", "Hello")
                        .put("body", "<p>Hello</p>"));

        var sent = System.nanoTime();
        dashboard.browser().await(shown + " > " + before);
        assertThat(Duration.ofNanos(System.nanoTime() - sent))
                .as("before the page asks by itself")
                .isLessThan(Duration.ofSeconds(20));
    }
}
