package io.godwit.workflows.editor;

import static io.godwit.kit.workflows.WorkflowApi.condition;
import static io.godwit.kit.workflows.WorkflowApi.delay;
import static io.godwit.kit.workflows.WorkflowApi.json;
import static io.godwit.kit.workflows.WorkflowApi.mistakes;
import static io.godwit.kit.workflows.WorkflowApi.object;
import static io.godwit.kit.workflows.WorkflowApi.step;
import static io.godwit.kit.workflows.WorkflowApi.update;
import static io.godwit.kit.workflows.WorkflowApi.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Steps of a workflow: added, set up, taken out. */
@GodwitServer
class StepRoutesTest {

    private static TestServer server;
    private static WorkflowApi calls;

    @BeforeAll
    static void start() {
        calls = new WorkflowApi(server, 0);
    }

    private enum Kind {
        SEND_EMAIL,
        DELAY,
        WAIT_FOR_EVENT,
        CONDITION,
        WEBHOOK,
        UPDATE_CONTACT,
        EXIT
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aStepOfAnyTypeMayBeAddedBeforeItIsSetUp(Kind kind) {
        var id = calls.workflow();

        var added = json(
                calls.post(
                        "/workflows/" + id + "/steps",
                        step(kind.name(), new JsonObject()).put("autoConnect", false)),
                201);

        assertThat(added.getMap())
                .containsEntry("type", kind.name())
                .containsEntry("workflowId", id)
                .containsEntry("name", kind.name())
                .containsEntry("templateId", null);
        assertThat(added.getJsonObject("config")).isEmpty();
        assertThat(added.getJsonObject("position")).isEqualTo(object("x", 0, "y", 0));
        assertThat(calls.drawing(id)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                                      | type,name,position,config",
                "{'type': 'FLY', 'name': 'a', 'position': {}, 'config': {}}              | type",
                "{'type': 'TRIGGER', 'name': 'a', 'position': {}, 'config': {}}          | type",
                "{'type': 'EXIT', 'name': '', 'position': [], 'config': 'x'}             | name,position,config",
                "{'type': 'EXIT', 'name': 'a', 'position': {'x': 'left'}, 'config': {}}  | position.x",
                "{'type': 'EXIT', 'name': 'a', 'position': {}, 'config': {}, 'autoConnect': 1} | autoConnect",
                "{'type': 'EXIT', 'name': 'a', 'position': {}, 'config': {}, 'templateId': 1}  | templateId",
            })
    void aMistakeInAStepIsToldWithItsField(String body, String fields) {
        var answer = calls.post("/workflows/" + calls.workflow() + "/steps", new JsonObject(body.replace('\'', '"')));

        assertThat(mistakes(answer)).containsExactlyInAnyOrder(fields.split(","));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DELAY          | {'amount': -1, 'unit': 'days'}             | config.amount",
                "DELAY          | {'amount': 1e12, 'unit': 'days'}           | config.amount",
                "DELAY          | {'amount': 'NaN', 'unit': 'days'}          | config.amount",
                "DELAY          | {'amount': 1, 'unit': 'moons'}             | config.unit",
                "DELAY          | {'eventName': 'x'}                         | config.amount",
                "WAIT_FOR_EVENT | {'amount': 1, 'unit': 'days'}              | config.eventName",
                "WAIT_FOR_EVENT | {'eventName': 'x', 'timeout': -1}          | config.timeout",
                "WAIT_FOR_EVENT | {'eventName': '  '}                        | config.eventName",
                "CONDITION      | {'amount': 1, 'unit': 'days'}              | config.field",
                "WEBHOOK        | {'url': 'file:///etc/passwd'}              | config.url",
                "WEBHOOK        | {'url': 'http://127.0.0.1/'}               | config.url",
                "WEBHOOK        | {'url': 'http://169.254.169.254/latest'}   | config.url",
                "WEBHOOK        | {'url': 'http://[::1]/'}                   | config.url",
                "WEBHOOK        | {'url': 'http://user:pw@a.test/'}          | config.url",
                "WEBHOOK        | {'url': 'http://a.test', 'method': 'TRACE'} | config.method",
                "WEBHOOK        | {'url': 'http://a.test', 'headers': {'Host': 'x'}} | config.headers",
                "UPDATE_CONTACT | {'updates': 7}                             | config.updates",
                "UPDATE_CONTACT | {'updates': {'subscribed': false}}         | config.updates.subscribed",
                "UPDATE_CONTACT | {'data': {'plan': 'pro', 'email': 'a@b.c'}} | config.data.email",
                "EXIT           | {'reason': 7}                              | config.reason",
            })
    void whatAStepIsSetToIsCheckedWhole(String type, String config, String field) {
        var id = calls.workflow();
        var wrong = new JsonObject(config.replace('\'', '"'));
        var existing = calls.lone(id, type, new JsonObject());

        var created = calls.post("/workflows/" + id + "/steps", step(type, wrong));
        var changed = calls.patch("/workflows/" + id + "/steps/" + existing, object("config", wrong));

        assertThat(mistakes(created)).containsOnlyOnce(field);
        assertThat(mistakes(changed)).containsOnlyOnce(field);
        assertThat(calls.whole(id).getJsonArray("steps")).hasSize(2);
    }

    @Test
    void aNewStepComesBehindTheNewestWithNothingBehindIt() {
        var id = calls.workflow();
        calls.added(id, "CONDITION", new JsonObject());
        calls.added(id, "WAIT_FOR_EVENT", waiting("e"));
        calls.added(id, "DELAY", delay());
        calls.added(id, "EXIT", new JsonObject());
        calls.added(id, "UPDATE_CONTACT", update());

        assertThat(calls.drawing(id))
                .containsExactly(
                        "CONDITION>WAIT_FOR_EVENT yes",
                        "DELAY>EXIT",
                        "TRIGGER>CONDITION",
                        "WAIT_FOR_EVENT>DELAY EVENT",
                        "WAIT_FOR_EVENT>DELAY TIMEOUT");
    }

    @Test
    void aWaitWithoutATimeoutIsConnectedByItsEventAlone() {
        var id = calls.workflow();
        calls.added(id, "WAIT_FOR_EVENT", object("eventName", "e"));
        calls.added(id, "EXIT", new JsonObject());

        assertThat(calls.drawing(id)).containsExactly("TRIGGER>WAIT_FOR_EVENT", "WAIT_FOR_EVENT>EXIT EVENT");
    }

    @Test
    void theTemplateOfAMailIsSaidOnceAndShownInBothPlaces() {
        var id = calls.workflow();
        var template = calls.template();
        var inside =
                calls.added(id, "SEND_EMAIL", object("templateId", template, "recipient", object("type", "CONTACT")));
        var beside = json(
                        calls.post(
                                "/workflows/" + id + "/steps",
                                step("SEND_EMAIL", new JsonObject()).put("templateId", template)),
                        201)
                .getString("id");

        var steps = calls.whole(id).getJsonArray("steps");

        for (var at = 1; at <= 2; at++) {
            var step = steps.getJsonObject(at);
            assertThat(step.getString("id")).isIn(inside, beside);
            assertThat(step.getString("templateId")).isEqualTo(template);
            assertThat(step.getJsonObject("config").getString("templateId")).isEqualTo(template);
            assertThat(step.getJsonObject("template")).isEqualTo(object("id", template, "name", "Hello"));
        }
        var cleared =
                json(calls.patch("/workflows/" + id + "/steps/" + beside, new JsonObject().putNull("templateId")), 200);
        assertThat(cleared.getString("templateId")).isNull();
        assertThat(cleared.getJsonObject("config").containsKey("templateId")).isFalse();
    }

    @Test
    void aTemplateOfNobodyOrOfAnotherProjectIsNotFound() {
        var id = calls.workflow();
        var step = calls.lone(id, "SEND_EMAIL", new JsonObject());
        var foreign = new WorkflowApi(server, 1).template();

        for (var template : List.of(foreign, UUID.randomUUID().toString(), "no id")) {
            var created = calls.post("/workflows/" + id + "/steps", step("SEND_EMAIL", object("templateId", template)));
            var changed = calls.patch("/workflows/" + id + "/steps/" + step, object("templateId", template));

            RouteCatalog.assertFailure(created, 404, "TEMPLATE_NOT_FOUND");
            RouteCatalog.assertFailure(changed, 404, "TEMPLATE_NOT_FOUND");
        }
        var onADelay = step("DELAY", delay()).put("templateId", calls.template());
        assertThat(mistakes(calls.post("/workflows/" + id + "/steps", onADelay)))
                .containsExactly("templateId");
    }

    @Test
    void aChangeOfAStepTouchesWhatItNames() {
        var id = calls.workflow();
        var step = calls.added(id, "DELAY", delay());

        var moved = json(
                calls.patch("/workflows/" + id + "/steps/" + step, object("position", object("x", 7, "y", -8.5))), 200);
        var renamed = json(calls.patch("/workflows/" + id + "/steps/" + step, object("name", "Wait a bit")), 200);

        assertThat(moved.getJsonObject("config")).isEqualTo(delay());
        assertThat(renamed.getJsonObject("position")).isEqualTo(object("x", 7, "y", -8.5));
        assertThat(renamed.getJsonObject("config")).isEqualTo(delay());
        assertThat(renamed.getString("name")).isEqualTo("Wait a bit");
    }

    @Test
    void theTriggerStepMayBeMovedButNotGivenAnotherEvent() {
        var id = calls.workflow("mine");
        var path = "/workflows/" + id + "/steps/" + calls.trigger(id);

        json(calls.patch(path, object("position", object("x", 1), "config", object("eventName", "mine"))), 200);

        assertThat(mistakes(calls.patch(path, object("config", object("eventName", "other")))))
                .containsExactly("config.eventName");
        RouteCatalog.assertFailure(calls.delete(path), 400, "BAD_REQUEST");
        RouteCatalog.assertFailure(calls.delete(path + "?splice=true"), 400, "BAD_REQUEST");
    }

    @Test
    void aStepOfAnotherWorkflowIsNotFound() {
        var id = calls.workflow();
        var other = calls.workflow();
        var step = calls.added(other, "DELAY", delay());

        for (var unknown : List.of(step, UUID.randomUUID().toString(), "no-id")) {
            var path = "/workflows/" + id + "/steps/" + unknown;
            RouteCatalog.assertFailure(calls.patch(path, object("name", "n")), 404, "RESOURCE_NOT_FOUND");
            RouteCatalog.assertFailure(calls.delete(path), 404, "RESOURCE_NOT_FOUND");
        }
    }

    @Test
    void aDeletedStepTakesAlongOnlyWhatNoOtherWayLeadsTo() {
        var id = calls.workflow();
        var condition = calls.added(id, "CONDITION", condition());
        var yes = calls.lone(id, "UPDATE_CONTACT", update());
        var no = calls.lone(id, "DELAY", delay());
        var shared = calls.lone(id, "EXIT", new JsonObject());
        var unfinished = calls.lone(id, "WEBHOOK", new JsonObject());
        var only = calls.lone(id, "SEND_EMAIL", new JsonObject());
        calls.link(id, condition, yes, "branch", "yes");
        calls.link(id, condition, no, "branch", "no");
        calls.link(id, yes, only);
        calls.link(id, only, shared);
        calls.link(id, no, shared);

        json(calls.delete("/workflows/" + id + "/steps/" + yes), 204);

        assertThat(calls.drawing(id)).containsExactly("CONDITION>DELAY no", "DELAY>EXIT", "TRIGGER>CONDITION");
        assertThat(ids(id)).contains(shared, unfinished).doesNotContain(yes, only);
        json(calls.delete("/workflows/" + id + "/steps/" + condition), 204);
        assertThat(ids(id)).containsExactly(calls.trigger(id), unfinished);
    }

    @Test
    void aSplicedStepLeavesNoGap() {
        var id = calls.workflow();
        calls.added(id, "CONDITION", condition());
        var spliced = calls.added(id, "DELAY", delay());
        var last = calls.added(id, "EXIT", new JsonObject());

        json(calls.delete("/workflows/" + id + "/steps/" + spliced + "?splice=true"), 204);
        var closed = calls.drawing(id);
        json(calls.delete("/workflows/" + id + "/steps/" + last + "?splice=true"), 204);

        assertThat(closed).containsExactly("CONDITION>EXIT yes", "TRIGGER>CONDITION");
        assertThat(calls.drawing(id)).containsExactly("TRIGGER>CONDITION");
    }

    @Test
    void aStepWithSeveralWaysOutIsNotSpliced() {
        var id = calls.workflow();
        var step = calls.added(id, "CONDITION", condition());
        calls.added(id, "EXIT", new JsonObject());
        calls.link(id, step, calls.lone(id, "EXIT", new JsonObject()), "branch", "no");

        RouteCatalog.assertFailure(
                calls.delete("/workflows/" + id + "/steps/" + step + "?splice=true"), 400, "BAD_REQUEST");
        assertThat(mistakes(calls.delete("/workflows/" + id + "/steps/" + step + "?splice=maybe")))
                .containsExactly("splice");
    }

    @Test
    void aStepIsInsertedBetweenTwoAndTheLinkKeepsItsBranch() {
        var id = calls.workflow();
        calls.added(id, "CONDITION", condition());
        calls.added(id, "EXIT", new JsonObject());
        var link = calls.whole(id).getJsonArray("transitions").getJsonObject(1);
        var path = "/workflows/" + id + "/transitions/" + link.getString("id") + "/insert-step";
        calls.enabled(id);
        calls.enter(id, 1);

        var inserted =
                json(calls.post(path, object("type", "WAIT_FOR_EVENT", "name", "Wait", "config", waiting("e"))), 201);

        assertThat(calls.drawing(id))
                .containsExactly("CONDITION>Wait yes", "TRIGGER>CONDITION", "Wait>EXIT EVENT", "Wait>EXIT TIMEOUT");
        assertThat(inserted.getJsonObject("position")).isEqualTo(object("x", 0, "y", 0));
        for (var type : List.of("TRIGGER", "EXIT")) {
            var refused = calls.post(path, object("type", type, "name", "n", "config", new JsonObject()));
            assertThat(mistakes(refused)).containsExactly("type");
        }
        RouteCatalog.assertFailure(
                calls.post(
                        "/workflows/" + id + "/transitions/" + UUID.randomUUID() + "/insert-step",
                        object("type", "DELAY", "name", "n", "config", delay())),
                404,
                "RESOURCE_NOT_FOUND");
    }

    private static List<String> ids(String workflow) {
        return calls.whole(workflow).getJsonArray("steps").stream()
                .map(step -> ((JsonObject) step).getString("id"))
                .toList();
    }
}
