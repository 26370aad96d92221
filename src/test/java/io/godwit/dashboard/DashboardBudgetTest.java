package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.WorkflowApi;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Times and memory that a page may take. The quickest of as many visits as a minute allows counts, because another test may have
 * the processor for a while; what a page may load is held by the build of the dashboard.
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
    private static DashboardBrowser dashboard;

    @BeforeAll
    static void open() {
        dashboard = DashboardBrowser.start(server).signIn();
        server.database().query("""
                        INSERT INTO contacts (project_id, id, email, subscribed)
                        SELECT ?::uuid, gen_random_uuid(), 'person' || n || '@example.org', true FROM generate_series(1, 500) n
                        """, server.projectId(0));
    }

    @AfterAll
    static void close() {
        if (dashboard != null) {
            dashboard.close();
        }
    }

    @Test
    void aListIsPaintedWithinASecond() {
        assertThat(quickest(() -> paint("contacts"), MAX_PAINT)).isLessThan(MAX_PAINT);
    }

    @Test
    void aWorkflowOfThirtyStepsIsPaintedWithinTwoSeconds() {
        var calls = new WorkflowApi(server, 0);
        var flow = WorkflowApi.json(
                        calls.post("/workflows", WorkflowApi.object("name", "Long series", "eventName", "signed_up")),
                        201)
                .getString("id");
        for (var step = 0; step < STEPS; step++) {
            calls.added(flow, "DELAY", WorkflowApi.delay());
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

    private static double paint(String page) {
        dashboard.open(page);
        return ((Number) dashboard.browser().evaluate(PAINT)).doubleValue();
    }

    @Test
    void typingInASearchIsAnsweredWithinTheTimeOfAnInteraction() {
        assertThat(quickest(DashboardBudgetTest::type, MAX_INTERACTION)).isLessThan(MAX_INTERACTION);
    }

    private static double type() {
        dashboard.open("contacts").awaitText("@example.org");
        dashboard.browser().evaluate(WATCH);
        dashboard.browser().click("input[type=search]");
        "person77".chars().forEach(each -> dashboard.browser().type(Character.toString(each)));
        dashboard.awaitText("person77@example.org");
        dashboard.browser().await("!document.body.innerText.includes('person1@example.org')");
        return ((Number) dashboard.browser().evaluate("window.slowest")).doubleValue();
    }

    @Test
    void searchingTakesLittleOfTheProcessor() {
        dashboard.open("contacts").awaitText("@example.org");
        var before = dashboard.browser().workedMillis();

        type();

        var worked = dashboard.browser().workedMillis() - before;
        assertThat(worked).isLessThan(MAX_WORKED);
    }

    @ParameterizedTest
    @FieldSource("io.godwit.dashboard.PageCalls#PAGES")
    void aPageIsShownWithFewCalls(String page) {
        var calls = PageCalls.of(dashboard, page);

        assertThat(calls).hasSizeBetween(1, PageCalls.MAX_CALLS);
    }

    /** The first rounds leave pages and answers behind, which are kept for the next visit. */
    @Test
    void aTabThatIsUsedForLongHoldsLittle() {
        dashboard.open("messages").awaitText("Live");
        goRound(0, FIRST_ROUNDS);
        var heldAtFirst = dashboard.browser().heldBytes();

        goRound(FIRST_ROUNDS, ROUNDS);

        var held = dashboard.browser().heldBytes();
        assertThat(held).isLessThan(MAX_HELD_BYTES);
        assertThat((held - heldAtFirst) / (ROUNDS - FIRST_ROUNDS)).isLessThan(MAX_BYTES_PER_ROUND);
    }

    private static void goRound(int from, int to) {
        for (var round = from; round < to; round++) {
            var mail = new JsonObject()
                    .put("to", "ada" + round + "@example.com")
                    .put("from", "hello@" + server.domain(0))
                    .put("subject", "Round " + round)
                    .put("body", "<p>Hello</p>");
            assertThat(server.post("/v1/send", server.secretKey(0), mail).statusCode())
                    .isEqualTo(200);
            dashboard.press("Contacts").awaitText("@example.org");
            dashboard.press("Activity").awaitText("Activity").settled();
            dashboard.press("Messages").awaitText("Round " + round);
        }
    }
}
