package io.godwit.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Times, calls, bytes and memory that a page of a project with 10,000 contacts may take. The quickest of as many visits as a minute
 * allows counts, because another test may have the processor for a while; the times of all pages are therefore for a machine with
 * nothing else to do. What a page may load is held by the build of the dashboard.
 */
@GodwitServer
class DashboardBudgetTest {

    /** The longest time for which other work on the machine may spoil each visit. */
    private static final Duration BUSY = Duration.ofMinutes(1);

    /** Largest Contentful Paint, in milliseconds. */
    private static final double MAX_PAINT = 1000;

    /** The same for a picture of a workflow. */
    private static final double MAX_CANVAS_PAINT = 2000;

    private static final int STEPS = 30;

    /** Of all answers that a page is shown with, unpacked: a hundred contacts with four fields are 30 kB. */
    private static final int MAX_BYTES = 128 << 10;

    /** Interaction to Next Paint, in milliseconds. */
    private static final double MAX_INTERACTION = 200;

    /**
     * Milliseconds of the main thread for opening a list, typing eight characters and showing what was found: 316 measured on
     * 2026-11-24.
     */
    private static final double MAX_WORKED = 1500;

    private static final long MAX_HELD_BYTES = 80L << 20;

    /** Measured on 2026-11-23: 65 kB. */
    private static final long MAX_BYTES_PER_ROUND = 512 << 10;

    private static final int FIRST_ROUNDS = 4;
    private static final int ROUNDS = 12;

    private static final String PAINT = "new Promise(found => new PerformanceObserver(list =>"
            + " found(list.getEntries().at(-1).startTime)).observe({type: 'largest-contentful-paint', buffered: true}))";

    private static final String WATCH = "(() => { window.slowest = 0; new PerformanceObserver(list => list.getEntries()"
            + ".forEach(each => { window.slowest = Math.max(window.slowest, each.duration); }))"
            + ".observe({type: 'event', durationThreshold: 16}); return 0; })()";

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    private static PageCalls calls;

    @BeforeAll
    static void open() {
        calls = PageCalls.watch(dashboard);
        SeededProject.fill(server);
    }

    @Test
    void aWorkflowOfThirtyStepsIsPaintedWithinTwoSeconds() {
        var api = new WorkflowApi(server, 0);
        var flow = WorkflowApi.json(
                        api.post("/workflows", WorkflowApi.object("name", "Long series", "eventName", "signed_up")),
                        201)
                .getString("id");
        for (var step = 0; step < STEPS; step++) {
            api.added(flow, "DELAY", WorkflowApi.delay());
        }

        var quickest = quickest(() -> paint("workflows/" + flow), MAX_CANVAS_PAINT);

        assertThat(quickest).isLessThan(MAX_CANVAS_PAINT);
        dashboard.browser().await("document.querySelectorAll('.react-flow__node').length === " + (STEPS + 1));
    }

    /** Measures until a value is within the budget, for a minute at most: other work on the machine has its pauses, slow pages have none. */
    private static double quickest(DoubleSupplier measured, double budget) {
        var ends = System.nanoTime() + BUSY.toNanos();
        var quickest = measured.getAsDouble();
        while (quickest >= budget && System.nanoTime() < ends) {
            quickest = Math.min(quickest, measured.getAsDouble());
        }
        return quickest;
    }

    /** The page is loaded as by somebody who comes for the first time. */
    private static double paint(String page) {
        dashboard.browser().network().ignoreCache(true);
        try {
            dashboard.open(page);
        } finally {
            dashboard.browser().network().ignoreCache(false);
        }
        var painted = ((Number) dashboard.browser().evaluate(PAINT)).doubleValue();
        System.out.println(page + " is painted after " + Math.round(painted) + " ms");
        return painted;
    }

    @Test
    void typingInASearchIsAnsweredWithinTheTimeOfAnInteraction() {
        assertThat(quickest(DashboardBudgetTest::type, MAX_INTERACTION)).isLessThan(MAX_INTERACTION);
    }

    private static double type() {
        dashboard.open("contacts").awaitText("@example.org");
        dashboard.browser().evaluate(WATCH);
        dashboard.browser().click("input[type=search]");
        "person4242".chars().forEach(each -> dashboard.browser().type(Character.toString(each)));
        dashboard.awaitText("person4242@example.org");
        dashboard.browser().await("document.querySelectorAll('.table-row .table-link').length === 1");
        return slowest();
    }

    private static double slowest() {
        return ((Number) dashboard.browser().evaluate("window.slowest")).doubleValue();
    }

    @Test
    void typingInTheBuilderOfASegmentIsAnsweredWithinTheTimeOfAnInteraction() {
        assertThat(quickest(DashboardBudgetTest::build, MAX_INTERACTION)).isLessThan(MAX_INTERACTION);
    }

    private static double build() {
        var condition = new JsonObject()
                .put("field", "data.city")
                .put("operator", "contains")
                .put("value", "T");
        var filters = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition));
        dashboard
                .open("segments/new?filters=" + URLEncoder.encode(filters.encode(), UTF_8))
                .awaitText("10,000");
        dashboard.browser().evaluate(WATCH);
        dashboard.browser().clickOn("[...document.querySelectorAll('main input')].find(each => each.value === 'T')");
        "own 24".chars().forEach(each -> dashboard.browser().type(Character.toString(each)));
        dashboard.browser().await("document.querySelector('.segments-preview .figure-value')?.innerText === '364'");
        return slowest();
    }

    @Test
    void searchingTakesLittleOfTheProcessor() {
        dashboard.open("contacts").awaitText("@example.org");
        var before = dashboard.browser().workedMillis();

        type();

        var worked = dashboard.browser().workedMillis() - before;
        assertThat(worked).isLessThan(MAX_WORKED);
    }

    static Stream<String> pages() {
        return PageCalls.pages(server);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void aPageOfAFullProjectIsShownWithFewCallsAndFewBytes(String page) {
        var made = calls.of(page);

        assertThat(made).hasSizeBetween(1, PageCalls.MAX_CALLS);
        assertThat(made.stream().mapToInt(PageCalls.Call::bytes).sum()).isLessThan(MAX_BYTES);
    }

    static Stream<String> filteredPages() {
        return PageCalls.PAGES.stream().filter(page -> page.contains("?"));
    }

    /** A page that does not read its address would be measured without its filter. */
    @ParameterizedTest
    @MethodSource("filteredPages")
    void aFilteredPageAsksForWhatItsAddressSays(String page) {
        var filter = page.substring(page.indexOf('?') + 1);

        assertThat(calls.of(page)).anyMatch(call -> call.path().contains(filter));
    }

    /** Empty pages would be measured else. */
    @ParameterizedTest
    @ValueSource(strings = {"contacts?search=77%40example", "contacts?subscribed=false", "campaigns/:id/recipients"})
    void aPageThatIsMeasuredHasALongList(String page) {
        dashboard.open(PageCalls.first(server, page));

        dashboard.browser().await("document.querySelectorAll('.table-row .table-link').length > 10");
    }

    @Test
    void aListIsPaintedWithinASecond() {
        assertThat(quickest(() -> paint("contacts"), MAX_PAINT)).isLessThan(MAX_PAINT);
    }

    @ParameterizedTest
    @MethodSource("pages")
    @Tag("soak")
    void aPageOfAFullProjectIsPaintedWithinASecond(String page) {
        var allowed = page.startsWith("workflows/") ? MAX_CANVAS_PAINT : MAX_PAINT;

        assertThat(quickest(() -> paint(page), allowed)).isLessThan(allowed);
    }

    /** A call that is under way counts as one that is answered: on a busy machine it may be the only one so far. */
    @Test
    void callsThatAreAnsweredLateAreCounted() {
        dashboard.open("segments");
        var paths = paths("segments/new");
        dashboard.browser().network().delayAnswers(Duration.ofMillis(700));
        try {
            assertThat(paths("segments/new")).isNotEmpty().containsExactlyInAnyOrderElementsOf(paths);
        } finally {
            dashboard.browser().network().delayAnswers(Duration.ZERO);
        }
    }

    private static List<String> paths(String page) {
        return calls.of(page).stream().map(PageCalls.Call::path).toList();
    }

    @Test
    void theFirstPageIsShownWithFewCallsWhileACampaignIsSentAndAnotherIsPlanned() {
        var project = server.projectId(0);
        server.post("/contacts", server.secretKey(0), new JsonObject().put("email", "counted@example.org"));
        server.database().query("UPDATE projects SET emails_per_second = 1 WHERE id = ?::uuid", project);
        try {
            var sent = send("Sent slowly", new JsonObject());
            var tomorrow = Instant.now().plus(Duration.ofDays(1)).toString();
            send("Sent tomorrow", new JsonObject().put("scheduledFor", tomorrow));
            dashboard.open("").awaitText("Sent slowly").awaitText("Sent tomorrow");

            assertThat(calls.of("")).hasSizeBetween(1, PageCalls.MAX_CALLS);
            dashboard.check("home-sending");
            server.post("/campaigns/" + sent + "/cancel", server.secretKey(0), new JsonObject());
        } finally {
            server.database().query("UPDATE projects SET emails_per_second = NULL WHERE id = ?::uuid", project);
        }
    }

    /** The number of those who get the campaign stands below the window. */
    @Test
    void theFormOfACampaignWithConditionsIsShownWithFewCalls() {
        var condition = new JsonObject()
                .put("field", "data.plan")
                .put("operator", "equals")
                .put("value", "nobody has it");
        var filter = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition));
        var segment = new JsonObject().put("name", "Readers").put("type", "STATIC");
        server.post("/segments", server.secretKey(0), segment);
        var draft = campaign("Filtered").put("audienceType", "FILTERED").put("audienceFilter", filter);
        var made = new JsonObject(
                server.post("/campaigns", server.secretKey(0), draft).body());

        dashboard.open("campaigns/" + made.getString("id") + "/edit").awaitNews();

        assertThat(calls.made()).hasSizeBetween(1, PageCalls.MAX_CALLS);
        dashboard.browser().evaluate("document.querySelector('.form-actions').scrollIntoView()");
        dashboard
                .browser()
                .await("[...document.querySelectorAll('main [role=status] strong')]"
                        + ".some(each => each.innerText === '0 contacts at this moment.')");
        dashboard
                .press("Add a condition")
                .browser()
                .await("[...document.querySelectorAll('option')].some(each => each.innerText.includes('Readers'))");
    }

    private static JsonObject campaign(String name) {
        return new JsonObject()
                .put("name", name)
                .put("subject", name)
                .put("body", "<p>News</p>")
                .put("from", "news@" + server.domain(0))
                .put("audienceType", "ALL");
    }

    private static String send(String name, JsonObject when) {
        var id = new JsonObject(server.post("/campaigns", server.secretKey(0), campaign(name))
                        .body())
                .getString("id");
        var begun = server.post("/campaigns/" + id + "/send", server.secretKey(0), when);
        assertThat(begun.statusCode()).as(begun.body()).isEqualTo(200);
        return id;
    }

    /** The first rounds leave pages and answers behind, which are kept for the next visit. */
    @Test
    void aTabThatIsUsedForLongHoldsLittle() {
        dashboard.open("emails").awaitText("Live");
        goRound(0, FIRST_ROUNDS);
        var heldAtFirst = dashboard.browser().heldBytes();

        goRound(FIRST_ROUNDS, ROUNDS);

        var held = dashboard.browser().heldBytes();
        assertThat(held).isLessThan(MAX_HELD_BYTES);
        assertThat((held - heldAtFirst) / (ROUNDS - FIRST_ROUNDS)).isLessThan(MAX_BYTES_PER_ROUND);
    }

    private static void goRound(int from, int to) {
        for (var round = from; round < to; round++) {
            var email = new JsonObject()
                    .put("to", "ada" + round + "@example.com")
                    .put("from", "hello@" + server.domain(0))
                    .put("subject", "Round " + round)
                    .put("body", "<p>Hello</p>");
            assertThat(server.post("/v1/send", server.secretKey(0), email).statusCode())
                    .isEqualTo(200);
            dashboard.press("Contacts").awaitText("@example.org");
            dashboard.press("Activity").awaitText("Activity").settled();
            dashboard.press("Emails").awaitText("Round " + round);
        }
    }
}
