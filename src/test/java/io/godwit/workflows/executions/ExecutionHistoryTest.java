package io.godwit.workflows.executions;

import static io.godwit.kit.workflows.WorkflowApi.json;
import static io.godwit.kit.workflows.WorkflowApi.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Executions as readers see them: lists, one with all it did, those of a contact, counts per step. */
@GodwitServer
class ExecutionHistoryTest {

    private static final List<String> STATUSES =
            List.of("RUNNING", "WAITING", "COMPLETED", "EXITED", "FAILED", "CANCELLED");

    private static TestServer server;
    private static WorkflowApi calls;
    private String flow;
    private String delay;

    @BeforeAll
    static void start() {
        calls = new WorkflowApi(server, 0);
    }

    @BeforeEach
    void draw() {
        server.database().query("DELETE FROM executions");
        server.database().query("DELETE FROM execution_visits");
        flow = calls.workflow();
        delay = calls.added(flow, "DELAY", WorkflowApi.delay());
        calls.enabled(flow);
    }

    private static String contact() {
        return json(calls.post("/contacts", object("email", UUID.randomUUID() + "@example.com")), 201)
                .getString("id");
    }

    /** Ids grow in the order of the numbers. */
    private static String id(int number) {
        return "00000000-0000-7000-8000-%012x".formatted(number);
    }

    private String execution(int number, String contact, String status) {
        server.database()
                .query(
                        """
                INSERT INTO executions (project_id, id, workflow_id, version, contact_id, status, current_step_id, context, exit_reason)
                VALUES (?::uuid, ?::uuid, ?::uuid, 1, ?::uuid, ?, ?::uuid,
                        '{"kept": {"plan": "pro"}, "once": {"code": "s3cret"}}', 'because')
                """,
                        server.projectId(0),
                        id(number),
                        flow,
                        contact,
                        status,
                        status.equals("WAITING") ? delay : null);
        return id(number);
    }

    private void visit(int number, int visit, String step, String status, String branch) {
        server.database().query("""
                INSERT INTO execution_visits (project_id, execution_id, visit, step_id, status, branch, output, completed_at)
                VALUES (?::uuid, ?::uuid, ?, ?::uuid, ?, ?, '{"delayAmount": 1.50}', now())
                """, server.projectId(0), id(number), visit, step, status, branch);
    }

    private String list() {
        return "/workflows/" + flow + "/executions";
    }

    private static List<String> ids(JsonObject page) {
        return page.getJsonArray("executions").stream()
                .map(one -> ((JsonObject) one).getString("id"))
                .toList();
    }

    @Test
    void aPageShowsWhoIsWhereTheNewestFirst() {
        var contact = contact();
        execution(1, contact(), "COMPLETED");
        execution(2, contact, "WAITING");

        var page = json(calls.get(list()), 200);

        assertThat(ids(page)).containsExactly(id(2), id(1));
        assertThat(page.getMap())
                .containsEntry("total", 2)
                .containsEntry("page", 1)
                .containsEntry("pageSize", 20)
                .containsEntry("totalPages", 1)
                .containsEntry("hasMore", false)
                .containsEntry("cursor", null);
        var waiting = page.getJsonArray("executions").getJsonObject(0);
        assertThat(waiting.getMap())
                .containsEntry("workflowId", flow)
                .containsEntry("contactId", contact)
                .containsEntry("status", "WAITING")
                .containsEntry("currentStepId", delay)
                .containsEntry("exitReason", "because")
                .containsEntry("completedAt", null)
                .containsEntry("sourceEventId", null);
        assertThat(waiting.getJsonObject("context")).isEqualTo(object("plan", "pro"));
        assertThat(waiting.getJsonObject("currentStep"))
                .isEqualTo(object("id", delay, "name", "DELAY", "type", "DELAY"));
        assertThat(waiting.getJsonObject("contact").getString("id")).isEqualTo(contact);
        assertThat(page.getJsonArray("executions").getJsonObject(1).getValue("currentStep"))
                .isNull();
        assertThat(page.encode()).doesNotContain("s3cret");
    }

    @Test
    void pagesAndCursorsLeadThroughTheSameListOfOneStatusOrAll() {
        var random = new Random(5);
        var statuses = IntStream.range(0, 57)
                .mapToObj(ignored -> STATUSES.get(random.nextInt(STATUSES.size())))
                .toList();
        IntStream.range(0, 57)
                .forEach(number -> execution(number, UUID.randomUUID().toString(), statuses.get(number)));

        for (var status : List.of("", "WAITING", "FAILED", "CANCELLED", "RUNNING")) {
            var expected = IntStream.iterate(56, number -> number - 1)
                    .limit(57)
                    .filter(number -> status.isEmpty() || statuses.get(number).equals(status))
                    .mapToObj(ExecutionHistoryTest::id)
                    .toList();
            var query = status.isEmpty() ? "" : "&status=" + status;
            assertThat(byPage(query)).as(status).isEqualTo(expected);
            assertThat(byCursor(query)).as(status).isEqualTo(expected);
            assertThat(json(calls.get(list() + "?pageSize=1" + query), 200).getInteger("total"))
                    .isEqualTo(expected.size());
        }
    }

    @Test
    void theExecutionsThatCameToAStepAreFoundByHowTheyFaredThere() {
        IntStream.rangeClosed(1, 4)
                .forEach(number -> execution(number, UUID.randomUUID().toString(), number == 3 ? "FAILED" : "WAITING"));
        visit(1, 1, delay, "COMPLETED", null);
        visit(1, 2, delay, "WAITING", null);
        visit(2, 1, delay, "WAITING", null);
        visit(3, 1, delay, "FAILED", null);
        visit(4, 1, UUID.randomUUID().toString(), "COMPLETED", null);

        var all = json(calls.get(list() + "?stepId=" + delay), 200);

        assertThat(ids(all)).as("one that came twice is there once").containsExactly(id(3), id(2), id(1));
        assertThat(all.getInteger("total")).isEqualTo(3);
        assertThat(atStep("&visit=waiting")).containsExactly(id(2), id(1));
        assertThat(atStep("&visit=passed")).containsExactly(id(1));
        assertThat(atStep("&visit=skipped")).isEmpty();
        assertThat(atStep("&status=FAILED")).containsExactly(id(3));
        assertThat(atStep("&status=FAILED&visit=waiting")).isEmpty();
        assertThat(byCursor("&stepId=" + delay)).containsExactly(id(3), id(2), id(1));
        assertThat(byPage("&stepId=" + delay)).containsExactly(id(3), id(2), id(1));
    }

    private List<String> atStep(String query) {
        return ids(json(calls.get(list() + "?stepId=" + delay + query), 200));
    }

    @Test
    void aStepOfAnotherWorkflowIsNotFound() {
        var other = calls.workflow();
        var foreign = calls.trigger(other);

        assertThat(calls.get(list() + "?stepId=" + foreign).statusCode()).isEqualTo(404);
        assertThat(calls.get(list() + "?stepId=none").statusCode()).isEqualTo(404);
        assertThat(WorkflowApi.mistakes(calls.get(list() + "?visit=waiting"))).containsExactly("visit");
        assertThat(WorkflowApi.mistakes(calls.get(list() + "?stepId=" + delay + "&visit=gone")))
                .containsExactly("visit");
    }

    private List<String> byPage(String query) {
        var found = new ArrayList<String>();
        for (var number = 1; ; number++) {
            var page = json(calls.get(list() + "?pageSize=7&page=" + number + query), 200);
            found.addAll(ids(page));
            if (number >= page.getInteger("totalPages")) {
                return found;
            }
        }
    }

    private List<String> byCursor(String query) {
        var found = new ArrayList<String>();
        var page = json(calls.get(list() + "?limit=7" + query), 200);
        found.addAll(ids(page));
        while (page.getBoolean("hasMore")) {
            page = json(calls.get(list() + "?limit=7" + query + "&cursor=" + page.getString("cursor")), 200);
            found.addAll(ids(page));
        }
        return found;
    }

    @Test
    void whatCannotBeAskedForIsRefused() {
        var first = json(calls.get(list()), 200);
        IntStream.range(0, 3)
                .forEach(number -> execution(number, UUID.randomUUID().toString(), "FAILED"));
        var cursor = json(calls.get(list() + "?limit=1"), 200).getString("cursor");

        assertThat(first.getInteger("total")).isZero();
        assertThat(WorkflowApi.mistakes(calls.get(list() + "?status=GONE"))).containsExactly("status");
        assertThat(WorkflowApi.mistakes(calls.get(list() + "?pageSize=101"))).containsExactly("pageSize");
        assertThat(WorkflowApi.mistakes(calls.get(list() + "?cursor=garbage"))).containsExactly("cursor");
        assertThat(WorkflowApi.mistakes(calls.get("/contacts/" + contact() + "/executions?limit=0")))
                .containsExactly("limit");
        assertThat(WorkflowApi.mistakes(calls.get(list() + "?status=FAILED&cursor=" + cursor)))
                .containsExactly("cursor");
        assertThat(WorkflowApi.mistakes(calls.get("/workflows/" + calls.workflow() + "/executions?cursor=" + cursor)))
                .containsExactly("cursor");
        assertThat(calls.get("/workflows/none/executions").body()).contains("WORKFLOW_NOT_FOUND");
        assertThat(new WorkflowApi(server, 1).get(list()).statusCode()).isEqualTo(404);
        assertThat(json(calls.get(list() + "?page=1000000&pageSize=100"), 200).getJsonArray("executions"))
                .isEmpty();
    }

    @Test
    void anExecutionTellsAllItDid() {
        var contact = contact();
        var trigger = calls.trigger(flow);
        execution(100, contact, "WAITING");
        visit(100, 1, trigger, "COMPLETED", null);
        visit(100, 2, delay, "WAITING", "EVENT");
        server.database().query("""
                INSERT INTO webhook_attempts (project_id, execution_id, visit, call_id, attempt, method, url_masked, status, took_ms)
                VALUES (?::uuid, ?::uuid, 2, gen_random_uuid(), 1, 'POST', 'https://example.com/', 503, 12)
                """, server.projectId(0), id(100));

        var story = json(calls.get(list() + "/" + id(100)), 200);

        assertThat(story.getString("id")).isEqualTo(id(100));
        assertThat(story.getJsonObject("workflow").getString("name")).isEqualTo("Onboarding");
        assertThat(story.getJsonObject("contact").getString("id")).isEqualTo(contact);
        var visits = story.getJsonArray("stepExecutions");
        assertThat(visits).hasSize(2);
        assertThat(visits.getJsonObject(0).getJsonObject("step").getString("type"))
                .isEqualTo("TRIGGER");
        assertThat(visits.getJsonObject(1).getMap())
                .containsEntry("executionId", id(100))
                .containsEntry("stepId", delay)
                .containsEntry("visit", 2)
                .containsEntry("status", "WAITING")
                .containsEntry("branch", "EVENT")
                .containsEntry("error", null);
        assertThat(visits.getJsonObject(1)
                        .getJsonArray("attempts")
                        .getJsonObject(0)
                        .getMap())
                .containsEntry("number", 1)
                .containsEntry("statusCode", 503)
                .containsEntry("durationMs", 12);
        assertThat(visits.getJsonObject(1).getJsonObject("output")).isEqualTo(object("delayAmount", 1.5));
        assertThat(visits.getJsonObject(1).getString("id"))
                .isNotEqualTo(visits.getJsonObject(0).getString("id"));
        for (var path : List.of(
                list() + "/none",
                list() + "/" + UUID.randomUUID(),
                "/workflows/" + calls.workflow() + "/executions/" + id(100))) {
            assertThat(calls.get(path).statusCode()).as(path).isEqualTo(404);
        }
    }

    @Test
    void aStepThatWasDeletedSinceIsStillCalledByItsName() {
        execution(200, contact(), "WAITING");
        json(calls.delete("/workflows/" + flow + "/steps/" + delay + "?splice=true"), 204);

        var page = json(calls.get(list()), 200);

        assertThat(page.getJsonArray("executions")
                        .getJsonObject(0)
                        .getJsonObject("currentStep")
                        .getString("name"))
                .isEqualTo("DELAY");
    }

    @Test
    void theExecutionsOfAContactAreListedOfAllWorkflows() {
        var contact = contact();
        IntStream.range(300, 305).forEach(number -> {
            flow = calls.workflow();
            execution(number, contact, "COMPLETED");
        });
        execution(305, contact(), "COMPLETED");

        var first = json(calls.get("/contacts/" + contact + "/executions?limit=3"), 200);
        var second = json(
                calls.get("/contacts/" + contact + "/executions?limit=3&cursor=" + first.getString("cursor")), 200);

        assertThat(of(first)).containsExactly(id(304), id(303), id(302));
        assertThat(of(second)).containsExactly(id(301), id(300));
        assertThat(first.getInteger("total")).isEqualTo(5);
        assertThat(second.getInteger("total")).isZero();
        assertThat(second.getBoolean("hasMore")).isFalse();
        assertThat(first.getJsonArray("data")
                        .getJsonObject(0)
                        .getJsonObject("workflow")
                        .getString("id"))
                .isEqualTo(flow);
        assertThat(calls.get("/contacts/none/executions").body()).contains("CONTACT_NOT_FOUND");
        assertThat(new WorkflowApi(server, 1)
                        .get("/contacts/" + contact + "/executions")
                        .statusCode())
                .isEqualTo(404);
    }

    private static List<String> of(JsonObject page) {
        return page.getJsonArray("data").stream()
                .map(one -> ((JsonObject) one).getString("id"))
                .toList();
    }

    @Test
    void countsOfStepsAreThoseOfTheRowsWhateverChangesThem() {
        var random = new Random(7);
        var fork = calls.lone(flow, "CONDITION", WorkflowApi.condition());
        for (var number = 400; number < 440; number++) {
            execution(number, UUID.randomUUID().toString(), STATUSES.get(random.nextInt(2)));
            visit(number, 1, fork, "COMPLETED", random.nextBoolean() ? "yes" : "no");
            visit(
                    number,
                    2,
                    delay,
                    List.of("WAITING", "COMPLETED", "FAILED", "SKIPPED").get(random.nextInt(4)),
                    null);
        }
        var db = server.database();
        db.query(
                "UPDATE executions SET status = 'FAILED', current_step_id = NULL WHERE workflow_id = ?::uuid AND id < ?::uuid",
                flow,
                id(410));
        db.query(
                "UPDATE execution_visits SET status = 'COMPLETED' WHERE step_id = ?::uuid AND status = 'WAITING' AND execution_id > ?::uuid",
                delay,
                id(430));
        db.query("DELETE FROM execution_visits WHERE execution_id = ?::uuid", id(420));
        db.query("DELETE FROM executions WHERE id = ?::uuid", id(420));
        db.query(
                "UPDATE executions SET current_step_id = ?::uuid WHERE workflow_id = ?::uuid AND status = 'RUNNING'",
                fork,
                flow);

        var whole = calls.whole(flow);

        assertThat(whole.getJsonObject("stats")).isEqualTo(statuses());
        assertThat(stats(whole, fork)).isEqualTo(counted(fork));
        assertThat(stats(whole, delay)).isEqualTo(counted(delay));
    }

    private static JsonObject stats(JsonObject whole, String step) {
        return whole.getJsonArray("steps").stream()
                .map(JsonObject.class::cast)
                .filter(one -> one.getString("id").equals(step))
                .findFirst()
                .orElseThrow()
                .getJsonObject("stats");
    }

    private JsonObject statuses() {
        var stats = object("total", count("executions WHERE workflow_id = ?::uuid", flow));
        STATUSES.forEach(status ->
                stats.put(status, count("executions WHERE status = '" + status + "' AND workflow_id = ?::uuid", flow)));
        return stats;
    }

    private static JsonObject counted(String step) {
        var visits = "execution_visits WHERE step_id = ?::uuid AND status = ";
        var branches = object();
        server.database()
                .query(
                        "SELECT branch, count(*) AS n FROM execution_visits WHERE step_id = ?::uuid AND branch IS NOT NULL GROUP BY 1",
                        step)
                .forEach(row -> branches.put((String) row.get("branch"), ((Number) row.get("n")).intValue()));
        return object(
                "waiting",
                count("executions WHERE status IN ('RUNNING', 'WAITING') AND current_step_id = ?::uuid", step),
                "passed",
                count(visits + "'COMPLETED'", step),
                "skipped",
                count(visits + "'SKIPPED'", step),
                "failed",
                count(visits + "'FAILED'", step),
                "branches",
                branches);
    }

    private static int count(String where, String id) {
        return (int) server.database().count("SELECT count(*) FROM " + where, id);
    }
}
