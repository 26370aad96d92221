package io.godwit.dashboard.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All lists alike: rows that stand close together, sorting by columns, and what is filtered as a file. */
@GodwitServer
class ListViewTest {

    /** Keeps the files that the page saves instead of a folder of the machine. */
    private static final String KEEP_FILES = "window.files = []; URL.createObjectURL = file => {"
            + " file.text().then(text => window.files.push(text)); return 'data:,'; }; 0";

    private static final String FILE_ENTRY =
            "[...document.querySelectorAll('[role=menuitem]')].find(each => each.innerText.startsWith('Download as CSV'))";

    private static final String ROW_HEIGHT =
            "document.querySelector('.table-body .table-row')?.getBoundingClientRect().height";

    private static final String FIRST_CELLS =
            "JSON.stringify([...document.querySelectorAll('.table-body .table-row')].map(row => row.querySelector('[role=cell]').innerText))";

    private static TestServer server;
    private static DashboardBrowser dashboard;

    @BeforeAll
    static void open() {
        dashboard = DashboardBrowser.start(server).signIn();
        IntStream.range(0, 60).forEach(number -> add("Series " + number, "=Hello, \"reader\" " + number));
        List.of("Älter", "Beta", "alpha").forEach(name -> add(name, "News"));
        List.of("Zebra", "Antelope").forEach(ListViewTest::addSegment);
    }

    @AfterAll
    static void close() {
        if (dashboard != null) {
            dashboard.close();
        }
    }

    private static void add(String name, String subject) {
        post(
                "/templates",
                new JsonObject()
                        .put("name", name)
                        .put("subject", subject)
                        .put("body", "<p>Hello</p>")
                        .put("type", "MARKETING"));
    }

    private static void addSegment(String name) {
        post("/segments", new JsonObject().put("name", name).put("type", "STATIC"));
    }

    private static void post(String path, JsonObject body) {
        var answer = server.post(path, server.secretKey(0), body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    @Test
    void rowsStandCloseTogetherOnEveryListOnceTheyAreWanted() {
        dashboard.open("templates").press("View and export").awaitText("Compact rows");
        dashboard.check("list-menu");

        dashboard.press("Compact rows");

        dashboard.browser().await(ROW_HEIGHT + " === 32");
        dashboard.checkShownEverywhere("list-compact");
        dashboard.open("segments").browser().await(ROW_HEIGHT + " === 32");
        dashboard.press("View and export").press("Comfortable rows");
        dashboard.browser().await(ROW_HEIGHT + " === 44");
    }

    @Test
    void theFileHasAllThatTheFilterFindsAndNoFormula() {
        dashboard.open("templates?search=Series");
        dashboard.browser().evaluate(KEEP_FILES);

        dashboard.press("View and export").awaitText("Download as CSV");
        dashboard.browser().clickOn(FILE_ENTRY);

        dashboard.browser().await("window.files?.length === 1");
        assertThat(String.valueOf(dashboard.browser().evaluate("window.files[0]")))
                .startsWith("Name,Subject,")
                .contains("Series 7,\"'=Hello, \"\"reader\"\" 7\",Marketing,20")
                .doesNotContain("Beta")
                .hasLineCount(61);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            templates?search=News | Name | alpha
            segments              | Name | Antelope
            """)
    void aListIsSortedByAColumnInBothDirections(String page, String column, String first) {
        dashboard.open(page).press(column);

        dashboard
                .browser()
                .await("location.search.includes('dir=asc') && " + FIRST_CELLS + ".startsWith('[\"" + first + "')");
        dashboard.press(column);
        dashboard
                .browser()
                .await("location.search.includes('dir=desc') && " + FIRST_CELLS + ".endsWith('" + first + "\"]')");
        assertThat(new JsonArray(String.valueOf(dashboard.browser().evaluate(FIRST_CELLS))))
                .hasSizeGreaterThan(1);
    }

    @Test
    void segmentsAreFoundByTheirNames() {
        dashboard.open("segments").awaitText("Antelope");

        dashboard.browser().click("[type=search]");
        dashboard.browser().type("zeb");

        dashboard.awaitText("1 entry");
        assertThat(String.valueOf(dashboard.browser().evaluate(FIRST_CELLS)))
                .contains("Zebra")
                .doesNotContain("Antelope");
        dashboard
                .open("segments?search=nothing")
                .awaitText("No segment has this name")
                .check("segments-none");
    }
}
