package io.godwit.workflows.editor;

import static io.godwit.kit.workflows.WorkflowApi.json;
import static io.godwit.kit.workflows.WorkflowApi.mistakes;
import static io.godwit.kit.workflows.WorkflowApi.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of workflows: paged, ordered, searched. */
@GodwitServer
class WorkflowListTest {

    private static TestServer server;
    private static WorkflowApi calls;

    @BeforeAll
    static void start() {
        calls = new WorkflowApi(server, 0);
    }

    @BeforeEach
    void clear() {
        for (var table : List.of("execution_timers", "executions", "workflows")) {
            server.database().query("DELETE FROM " + table);
        }
    }

    @Test
    void theListIsPagedByNumberTheNewestFirstAndCountsStepsAndExecutions() {
        var ids = List.of(calls.workflow(), calls.workflow(), calls.workflow());
        calls.added(ids.get(0), "EXIT", new JsonObject());
        calls.enter(ids.get(0), 1);

        var first = json(calls.get("/workflows?page=1&pageSize=2"), 200);
        var second = json(calls.get("/workflows?page=2&pageSize=2"), 200);

        assertThat(ids(first)).containsExactly(ids.get(2), ids.get(1));
        assertThat(ids(second)).containsExactly(ids.get(0));
        assertThat(first.getMap())
                .containsEntry("total", 3)
                .containsEntry("page", 1)
                .containsEntry("pageSize", 2)
                .containsEntry("totalPages", 2);
        assertThat(second.getJsonArray("data").getJsonObject(0).getJsonObject("_count"))
                .isEqualTo(object("steps", 2, "executions", 1));
        assertThat(first.getJsonArray("data").getJsonObject(0).getJsonObject("_count"))
                .isEqualTo(object("steps", 1, "executions", 0));
    }

    @Test
    void theListHasTheNumbersAndTheProblemsOfEachWorkflowAsTheWorkflowItself() {
        var id = calls.workflow();
        calls.added(id, "DELAY", new JsonObject());
        calls.enter(id, 1);

        var listed = json(calls.get("/workflows"), 200).getJsonArray("data").getJsonObject(0);

        var whole = json(calls.get("/workflows/" + id), 200);
        assertThat(listed.getJsonObject("stats")).isEqualTo(whole.getJsonObject("stats"));
        assertThat(listed.getJsonObject("stats").getInteger("total")).isEqualTo(1);
        assertThat(listed.getJsonArray("problems")).isNotEmpty().isEqualTo(whole.getJsonArray("problems"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "&sort=name", "&sort=updatedAt&dir=asc", "&sort=steps", "&sort=steps&dir=asc", "&dir=asc"})
    void everyOrderIsTheSameByCursorsAsByPages(String order) {
        for (var number = 0; number < 5; number++) {
            var id = calls.workflow();
            calls.patch("/workflows/" + id, object("name", "w" + (number * 3) % 5));
            for (var step = 0; step < number % 3; step++) {
                calls.added(id, "EXIT", new JsonObject());
            }
        }
        var byPage = ids(json(calls.get("/workflows?pageSize=100" + order), 200));

        var byCursor = new ArrayList<String>();
        var page = json(calls.get("/workflows?limit=2" + order), 200);
        byCursor.addAll(ids(page));
        while (page.getBoolean("hasMore")) {
            page = json(calls.get("/workflows?limit=2&cursor=" + page.getString("cursor") + order), 200);
            byCursor.addAll(ids(page));
        }

        assertThat(byCursor).hasSize(5).isEqualTo(byPage);
    }

    @Test
    void theListIsSearchedAsItStandsInAnyCaseAndByState() {
        var one = json(calls.post("/workflows", object("name", "100% Off_er", "eventName", "e")), 201)
                .getString("id");
        var other = json(
                        calls.post(
                                "/workflows",
                                object("name", "x", "eventName", "e", "description", "Tells of the OFF_ER")),
                        201)
                .getString("id");
        calls.workflow();
        calls.enabled(one);

        assertThat(ids(json(calls.get("/workflows?search=off_er"), 200))).containsExactly(other, one);
        assertThat(ids(json(calls.get("/workflows?search=0%25+o"), 200))).containsExactly(one);
        assertThat(ids(json(calls.get("/workflows?search=off_er&status=active"), 200)))
                .containsExactly(one);
        assertThat(ids(json(calls.get("/workflows?status=disabled"), 200)))
                .hasSize(2)
                .doesNotContain(one);
    }

    @ParameterizedTest
    @ValueSource(strings = {"status=ENABLED", "sort=size", "dir=up", "pageSize=0", "pageSize=101", "page=x"})
    void anUnknownWordOfTheListIsRefused(String query) {
        assertThat(mistakes(calls.get("/workflows?" + query))).containsExactly(query.split("=")[0]);
    }

    private static List<String> ids(JsonObject list) {
        return list.getJsonArray("data").stream()
                .map(item -> ((JsonObject) item).getString("id"))
                .toList();
    }
}
