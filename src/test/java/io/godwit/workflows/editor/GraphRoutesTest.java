package io.godwit.workflows.editor;

import static io.godwit.kit.workflows.WorkflowApi.condition;
import static io.godwit.kit.workflows.WorkflowApi.delay;
import static io.godwit.kit.workflows.WorkflowApi.json;
import static io.godwit.kit.workflows.WorkflowApi.mistakes;
import static io.godwit.kit.workflows.WorkflowApi.object;
import static io.godwit.kit.workflows.WorkflowApi.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All steps and transitions of a workflow, replaced at once. */
@GodwitServer
class GraphRoutesTest {

    private static TestServer server;
    private static WorkflowApi calls;

    @BeforeAll
    static void start() {
        calls = new WorkflowApi(server, 0);
    }

    private static HttpResponse<String> put(String workflow, JsonObject graph, String... headers) {
        return server.call("PUT", "/workflows/" + workflow + "/graph", server.secretKey(0), graph.encode(), headers);
    }

    private static JsonObject graph(JsonArray steps, JsonObject... transitions) {
        return object("steps", steps, "transitions", new JsonArray(List.of(transitions)));
    }

    private static JsonObject step(String id, String type, Object... more) {
        return object(more).put("id", id).put("type", type).put("name", more.length == 0 ? type : type + " set");
    }

    private static JsonArray begun(JsonObject... steps) {
        var all = new JsonArray().add(step("begin", "TRIGGER"));
        List.of(steps).forEach(all::add);
        return all;
    }

    private static JsonObject way(String from, String to, Object... more) {
        return object(more).put("fromStepId", from).put("toStepId", to);
    }

    /** The graph as an editor reads it and may send it back. */
    private static JsonObject stored(String workflow) {
        var whole = calls.whole(workflow);
        var steps = new JsonArray();
        whole.getJsonArray("steps").stream()
                .map(JsonObject.class::cast)
                .forEach(step -> steps.add(object(
                        "id", step.getString("id"),
                        "type", step.getString("type"),
                        "name", step.getString("name"),
                        "config", step.getJsonObject("config"))));
        var transitions = new JsonArray();
        whole.getJsonArray("transitions").stream()
                .map(JsonObject.class::cast)
                .forEach(way -> transitions.add(object(
                        "fromStepId", way.getString("fromStepId"),
                        "toStepId", way.getString("toStepId"),
                        "branch", way.getString("branch"),
                        "waitOutcome", way.getString("waitOutcome"),
                        "priority", way.getInteger("priority"))));
        return object("steps", steps, "transitions", transitions);
    }

    private static List<String> ids(JsonArray items) {
        return items.stream()
                .map(item -> ((JsonObject) item).getString("id"))
                .sorted()
                .toList();
    }

    @Test
    void aGraphIsMadeOfStepsThatNameEachOther() {
        var id = calls.workflow();
        var steps = begun(
                step("ask", "CONDITION", "config", condition()),
                step("pause", "DELAY", "config", delay()),
                step("end", "EXIT"));

        var whole = json(
                put(
                        id,
                        graph(
                                steps,
                                way("begin", "ask"),
                                way("ask", "pause", "branch", "yes"),
                                way("ask", "end", "branch", "no"))),
                200);

        assertThat(whole.getJsonArray("problems")).isEmpty();
        assertThat(whole.getInteger("draftVersion")).isEqualTo(calls.whole(id).getInteger("draftVersion"));
        assertThat(calls.drawing(id))
                .containsExactly("CONDITION set>DELAY set yes", "CONDITION set>EXIT no", "TRIGGER>CONDITION set");
    }

    @Test
    void whatIsSentBackAsItWasReadStaysTheSame() {
        var id = calls.workflow();
        calls.added(id, "WAIT_FOR_EVENT", WorkflowApi.waiting("paid"));
        calls.added(id, "WEBHOOK", object("url", "https://a.test/?key=secret", "headers", object("X-Key", "secret")));
        calls.enabled(id);
        var before = calls.whole(id);

        var after = json(put(id, stored(id)), 200);

        assertThat(after.getJsonArray("steps")).isEqualTo(before.getJsonArray("steps"));
        assertThat(after.getJsonArray("transitions")).isEqualTo(before.getJsonArray("transitions"));
        assertThat(after.getInteger("version")).isEqualTo(1);
    }

    /** Names had no limit once; whoever changes something else need not shorten them. */
    @Test
    void aNameThatIsTooLongStaysUntilItIsChanged() {
        var id = calls.workflow();
        var step = calls.added(id, "DELAY", delay());
        var name = "n".repeat(150);
        server.database().query("UPDATE workflow_steps SET name = ? WHERE id = ?::uuid", name, step);
        var graph = stored(id);
        var sent = new JsonObject().put("name", name).put("config", delay());

        assertThat(json(put(id, graph), 200).getJsonArray("steps").encode()).contains(name);
        assertThat(server.call("PATCH", "/workflows/" + id + "/steps/" + step, server.secretKey(0), sent.encode())
                        .statusCode())
                .isEqualTo(200);

        assertThat(mistakes(put(id, new JsonObject(graph.encode().replace(name, name + "!")))))
                .containsExactly("steps.1.name");
        sent.put("name", name + "!");
        assertThat(server.call("PATCH", "/workflows/" + id + "/steps/" + step, server.secretKey(0), sent.encode())
                        .statusCode())
                .isEqualTo(422);
    }

    @Test
    void aStepThatIsLeftOutIsDeletedAndTheOthersStayTheSame() {
        var id = calls.workflow();
        var first = calls.added(id, "UPDATE_CONTACT", update());
        calls.added(id, "DELAY", delay());
        var last = calls.added(id, "EXIT", new JsonObject());
        var trigger = calls.trigger(id);
        var kept = calls.whole(id).getJsonArray("transitions").getJsonObject(0).getString("id");
        var steps = begun(step(last, "EXIT"), step(first, "UPDATE_CONTACT"));

        var whole = json(put(id, graph(steps, way(first, last), way("begin", first))), 200);

        assertThat(ids(whole.getJsonArray("steps"))).containsExactlyInAnyOrder(trigger, first, last);
        assertThat(ids(whole.getJsonArray("transitions"))).contains(kept).hasSize(2);
        assertThat(calls.drawing(id)).containsExactly("TRIGGER>UPDATE_CONTACT", "UPDATE_CONTACT>EXIT");
    }

    @Test
    void manyChangesOfAnEnabledWorkflowMakeOneVersion() {
        var id = calls.workflow();
        calls.added(id, "DELAY", delay());
        calls.enabled(id);
        var steps =
                begun(step("first", "UPDATE_CONTACT", "config", update()), step("second", "DELAY", "config", delay()));

        var whole = json(put(id, graph(steps, way("begin", "first"), way("first", "second"))), 200);

        assertThat(whole.getInteger("version")).isEqualTo(2);
        assertThat(json(calls.get("/workflows/" + id + "/versions?limit=10"), 200)
                        .getInteger("total"))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                    | steps,transitions",
                "{'steps': [], 'transitions': []}                      | steps",
                "{'steps': [7], 'transitions': {}}                     | steps.0,transitions",
                "{'steps': [{}], 'transitions': [{}]} | steps.0.id,steps.0.type,steps.0.name,transitions.0.fromStepId,transitions.0.toStepId",
                "{'steps': [BEGIN, {'id': 'a', 'type': 'DELAY', 'name': 'a', 'config': {'amount': -1, 'unit': 'days'}}], 'transitions': []} | steps.1.config.amount",
                "{'steps': [BEGIN, {'id': 'a', 'type': 'EXIT', 'name': 'a', 'colour': 1}], 'transitions': []} | steps.1.colour",
                "{'steps': [BEGIN, {'id': 'a', 'type': 'EXIT', 'name': 'a', 'templateId': 'no id'}], 'transitions': []} | steps.1",
                "{'steps': [BEGIN, {'id': 'begin', 'type': 'EXIT', 'name': 'a'}], 'transitions': []} | steps.1.id",
                "{'steps': [BEGIN, {'id': 'b', 'type': 'TRIGGER', 'name': 'a'}], 'transitions': []}  | steps.1.id",
                "{'steps': [BEGIN, {'id': 'KNOWN', 'type': 'EXIT', 'name': 'a'}], 'transitions': []} | steps.1.type",
                "{'steps': [{'id': 'b', 'type': 'TRIGGER', 'name': 'a', 'config': {'eventName': 'other'}}], 'transitions': []} | steps.0.config.eventName",
                "{'steps': [BEGIN], 'transitions': [{'fromStepId': 'begin', 'toStepId': 'gone'}]}    | transitions.0.toStepId",
                "{'steps': [BEGIN], 'transitions': [{'fromStepId': 'begin', 'toStepId': 'begin'}]}   | transitions.0.toStepId",
                "{'steps': [BEGIN, END], 'transitions': [WAY, WAY]}    | transitions.1",
                "{'steps': [BEGIN, {'id': 'a', 'type': 'WEBHOOK', 'name': 'a'}, {'id': 'b', 'type': 'WEBHOOK', 'name': 'b'}, END], 'transitions': [{'fromStepId': 'begin', 'toStepId': 'a'}, {'fromStepId': 'a', 'toStepId': 'b'}, {'fromStepId': 'b', 'toStepId': 'a'}]} | transitions.1.toStepId",
            })
    void aMistakeIsToldWithItsPlaceAndNothingIsChanged(String body, String fields) {
        var id = calls.workflow();
        var known = calls.added(id, "DELAY", delay());
        var before = stored(id);
        var wrong = new JsonObject(body.replace("BEGIN", "{'id': 'begin', 'type': 'TRIGGER', 'name': 'Begin'}")
                .replace("END", "{'id': 'end', 'type': 'EXIT', 'name': 'End'}")
                .replace("WAY", "{'fromStepId': 'begin', 'toStepId': 'end'}")
                .replace("KNOWN", known)
                .replace('\'', '"'));

        var answer = put(id, wrong);

        assertThat(mistakes(answer)).containsExactlyInAnyOrder(fields.split(","));
        assertThat(stored(id)).isEqualTo(before);
    }

    @Test
    void aWayBackThatPassesAPauseIsAccepted() {
        var id = calls.workflow();
        var steps = begun(step("ask", "CONDITION", "config", condition()), step("pause", "DELAY", "config", delay()));

        var whole = json(
                put(id, graph(steps, way("begin", "ask"), way("ask", "pause", "branch", "yes"), way("pause", "ask"))),
                200);

        assertThat(whole.getJsonArray("problems")).isEmpty();
    }

    @Test
    void aMissingTemplateIsToldAsOne() {
        var config = object("templateId", UUID.randomUUID().toString());

        var answer = put(calls.workflow(), graph(begun(step("mail", "SEND_EMAIL", "config", config))));

        assertThat(json(answer, 404).getJsonObject("error").getString("code")).isEqualTo("TEMPLATE_NOT_FOUND");
    }

    @Test
    void anEditOfAnOldVersionIsAnsweredWithBothStates() {
        var id = calls.workflow();
        var old = calls.whole(id).getInteger("draftVersion").toString();
        calls.added(id, "DELAY", delay());
        var sent = graph(begun(step("end", "EXIT")), way("begin", "end"));

        var answer = put(id, sent, "If-Match", old);

        var details = json(answer, 409).getJsonObject("error").getJsonObject("details");
        assertThat(details.getJsonObject("current").getJsonArray("steps")).hasSize(2);
        assertThat(details.getJsonObject("sent")).isEqualTo(sent);
        assertThat(details.getInteger("version")).isEqualTo(calls.whole(id).getInteger("draftVersion"));
    }
}
