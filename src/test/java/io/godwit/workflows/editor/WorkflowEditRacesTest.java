package io.godwit.workflows.editor;

import static io.godwit.kit.workflows.WorkflowApi.condition;
import static io.godwit.kit.workflows.WorkflowApi.delay;
import static io.godwit.kit.workflows.WorkflowApi.object;
import static io.godwit.kit.workflows.WorkflowApi.update;
import static io.godwit.kit.workflows.WorkflowApi.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits at once, and many edits of any kind: what is drawn always hangs together, and what is live is always sound. */
@GodwitServer
class WorkflowEditRacesTest {

    private static TestServer server;
    private static WorkflowApi calls;

    @BeforeAll
    static void start() {
        calls = new WorkflowApi(server, 0);
    }

    @RepeatedTest(3)
    void ofManyStepsAddedAtOnceEachComesBehindAnother() {
        var id = calls.workflow();

        var answers = together(IntStream.range(0, 8)
                .<Supplier<HttpResponse<String>>>mapToObj(ignored ->
                        () -> calls.post("/workflows/" + id + "/steps", WorkflowApi.step("UPDATE_CONTACT", update())))
                .toList());

        assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(201);
        var links = calls.whole(id).getJsonArray("transitions");
        assertThat(links).hasSize(8);
        assertThat(column(links, "fromStepId")).doesNotHaveDuplicates();
        assertThat(column(links, "toStepId")).doesNotHaveDuplicates();
        assertSound(id);
    }

    @RepeatedTest(3)
    void ofManyLinksForOneWayAtOnceOneIsMade() {
        var id = calls.workflow();
        var exit = calls.lone(id, "EXIT", new JsonObject());

        var answers = together(IntStream.range(0, 8)
                .<Supplier<HttpResponse<String>>>mapToObj(ignored -> () -> calls.tryLink(id, calls.trigger(id), exit))
                .toList());

        assertThat(answers.stream().map(HttpResponse::statusCode).sorted())
                .containsExactly(201, 409, 409, 409, 409, 409, 409, 409);
    }

    @RepeatedTest(5)
    void anEditAndEnablingAtOnceLeaveWhatIsLiveSound() {
        var id = calls.workflow("began");
        var delay = calls.added(id, "DELAY", delay());

        var answers = together(List.of(
                () -> calls.enable(id),
                () -> calls.post("/workflows/" + id + "/steps", WorkflowApi.step("SEND_EMAIL", new JsonObject())),
                () -> calls.delete("/workflows/" + id + "/steps/" + delay)));

        assertThat(answers).extracting(HttpResponse::statusCode).isSubsetOf(200, 201, 204, 422);
        assertSound(id);
    }

    @RepeatedTest(5)
    void deletingAndEnablingAtOnceEndWithoutARest() {
        var id = calls.workflow("began");
        calls.added(id, "WAIT_FOR_EVENT", waiting("followed"));

        var answers = together(List.of(() -> calls.enable(id), () -> calls.delete("/workflows/" + id)));

        assertThat(answers.get(1).statusCode()).isEqualTo(204);
        assertThat(answers.get(0).statusCode()).isIn(200, 404);
        assertThat(calls.triggers(id)).isEmpty();
    }

    @RepeatedTest(5)
    void aTemplateIsEitherUsedOrDeleted() {
        var id = calls.workflow();
        var template = calls.template();

        var answers = together(List.of(
                () -> calls.post(
                        "/workflows/" + id + "/steps", WorkflowApi.step("SEND_EMAIL", object("templateId", template))),
                () -> calls.delete("/templates/" + template)));

        assertThat(answers.stream().map(HttpResponse::statusCode).toList()).isIn(List.of(201, 409), List.of(404, 204));
    }

    private static List<HttpResponse<String>> together(List<Supplier<HttpResponse<String>>> calls) {
        var running = calls.stream().map(CompletableFuture::supplyAsync).toList();
        return running.stream().map(CompletableFuture::join).toList();
    }

    /** Every edit is refused or leaves a workflow of which all this holds. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whateverIsEditedWhatIsDrawnHangsTogetherAndWhatIsLiveIsSound(long seed) {
        var random = new Random(seed);
        var id = calls.workflow("began");
        var done = new ArrayList<Integer>();

        for (var edit = 0; edit < 40; edit++) {
            var answer = someEdit(random, id);
            assertThat(answer.statusCode()).as(answer.body()).isLessThan(500);
            done.add(answer.statusCode());
            assertSound(id);
        }

        assertThat(done.stream().filter(status -> status < 300).count())
                .as(done.toString())
                .isGreaterThan(8);
    }

    private static HttpResponse<String> someEdit(Random random, String id) {
        var whole = calls.whole(id);
        var steps = column(whole.getJsonArray("steps"), "id");
        var links = column(whole.getJsonArray("transitions"), "id");
        var path = "/workflows/" + id;
        var type = List.of("SEND_EMAIL", "DELAY", "WAIT_FOR_EVENT", "CONDITION", "UPDATE_CONTACT", "EXIT")
                .get(random.nextInt(6));
        var config = random.nextInt(4) == 0 ? new JsonObject() : config(type);
        var step = steps.get(random.nextInt(steps.size()));
        return switch (random.nextInt(9)) {
            case 0, 1 ->
                calls.post(path + "/steps", WorkflowApi.step(type, config).put("autoConnect", random.nextBoolean()));
            case 2 -> calls.delete(path + "/steps/" + step + (random.nextBoolean() ? "?splice=true" : ""));
            case 3 -> calls.patch(path + "/steps/" + step, object("config", config));
            case 4, 5 ->
                calls.tryLink(
                        id,
                        step,
                        steps.get(random.nextInt(steps.size())),
                        random.nextBoolean() ? "branch" : "waitOutcome",
                        List.of("yes", "no", "EVENT", "TIMEOUT").get(random.nextInt(4)));
            case 6 ->
                links.isEmpty()
                        ? calls.get(path)
                        : calls.post(
                                path + "/transitions/" + links.get(random.nextInt(links.size())) + "/insert-step",
                                object("type", type, "name", "Between", "config", config));
            case 7 ->
                links.isEmpty() || random.nextBoolean()
                        ? calls.tryLink(id, step, steps.get(random.nextInt(steps.size())))
                        : calls.delete(path + "/transitions/" + links.get(random.nextInt(links.size())));
            default -> calls.patch(path, object("enabled", random.nextInt(4) > 0));
        };
    }

    private static JsonObject config(String type) {
        return switch (type) {
            case "SEND_EMAIL" -> object("templateId", calls.template());
            case "DELAY" -> delay();
            case "WAIT_FOR_EVENT" -> waiting("followed");
            case "CONDITION" -> condition();
            case "UPDATE_CONTACT" -> update();
            default -> new JsonObject();
        };
    }

    private static void assertSound(String id) {
        var whole = calls.whole(id);
        var steps = whole.getJsonArray("steps");
        assertThat(column(steps, "type").stream().filter("TRIGGER"::equals)).hasSize(1);
        assertThat(column(steps, "id"))
                .containsAll(column(whole.getJsonArray("transitions"), "fromStepId"))
                .containsAll(column(whole.getJsonArray("transitions"), "toStepId"));
        assertThat(whole.getJsonArray("transitions").stream()
                        .map(JsonObject.class::cast)
                        .map(link ->
                                link.getString("fromStepId") + link.getString("branch") + link.getString("waitOutcome"))
                        .toList())
                .doesNotHaveDuplicates();
        var starts = calls.triggers(id).stream()
                .filter(line -> line.startsWith("START"))
                .toList();
        if (!whole.getBoolean("enabled")) {
            assertThat(starts).isEmpty();
            return;
        }
        assertThat(starts).containsExactly("START began " + whole.getInteger("version"));
        var live = live(id, whole.getInteger("version"));
        assertThat(reachable(live)).containsExactlyInAnyOrderElementsOf(column(live.getJsonArray("steps"), "id"));
        assertThat(live.getJsonArray("steps").stream().map(JsonObject.class::cast))
                .allSatisfy(step -> assertThat(step.getString("type").matches("TRIGGER|EXIT")
                                || !step.getJsonObject("config").isEmpty()
                                || step.getString("templateId") != null)
                        .isTrue());
        if (whole.getJsonArray("problems").isEmpty()) {
            assertThat(column(live.getJsonArray("steps"), "id")).isEqualTo(column(steps, "id"));
        }
    }

    private static JsonObject live(String id, int version) {
        return new JsonObject((String) server.database()
                .value(
                        "SELECT graph::text FROM workflow_versions WHERE workflow_id = ?::uuid AND version = ?",
                        id,
                        version));
    }

    private static Set<String> reachable(JsonObject graph) {
        var reached = new HashSet<String>();
        reached.add(graph.getJsonArray("steps").stream()
                .map(JsonObject.class::cast)
                .filter(step -> step.getString("type").equals("TRIGGER"))
                .findFirst()
                .orElseThrow()
                .getString("id"));
        var links = graph.getJsonArray("transitions").stream()
                .map(JsonObject.class::cast)
                .toList();
        for (var round = 0; round < links.size(); round++) {
            links.stream()
                    .filter(link -> reached.contains(link.getString("from")))
                    .forEach(link -> reached.add(link.getString("to")));
        }
        return reached;
    }

    private static List<String> column(JsonArray rows, String name) {
        return rows.stream().map(row -> ((JsonObject) row).getString(name)).toList();
    }
}
