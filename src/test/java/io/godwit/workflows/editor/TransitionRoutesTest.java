package io.godwit.workflows.editor;

import static io.godwit.kit.workflows.WorkflowApi.condition;
import static io.godwit.kit.workflows.WorkflowApi.delay;
import static io.godwit.kit.workflows.WorkflowApi.json;
import static io.godwit.kit.workflows.WorkflowApi.mistakes;
import static io.godwit.kit.workflows.WorkflowApi.object;
import static io.godwit.kit.workflows.WorkflowApi.update;
import static io.godwit.kit.workflows.WorkflowApi.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what leads from one step to the next, also as older editors say it. */
@GodwitServer
class TransitionRoutesTest {

    private static TestServer server;
    private static WorkflowApi calls;

    @BeforeAll
    static void start() {
        calls = new WorkflowApi(server, 0);
    }

    @Test
    void aBranchMayBeSaidInEitherWayAndIsShownInBoth() {
        var id = calls.workflow();
        var from = calls.lone(id, "CONDITION", condition());
        var to = calls.lone(id, "EXIT", new JsonObject());

        var one = json(calls.tryLink(id, from, to, "branch", "yes", "priority", 2), 201);
        var other = json(calls.tryLink(id, from, to, "condition", object("branch", "no")), 201);

        assertThat(one.getMap())
                .containsEntry("fromStepId", from)
                .containsEntry("toStepId", to)
                .containsEntry("branch", "yes")
                .containsEntry("priority", 2)
                .containsEntry("waitOutcome", null);
        assertThat(one.getJsonObject("condition")).isEqualTo(object("branch", "yes"));
        assertThat(other.getString("branch")).isEqualTo("no");
        assertThat(other.getJsonObject("condition")).isEqualTo(object("branch", "no"));
        var steps = calls.whole(id).getJsonArray("steps");
        assertThat(steps.getJsonObject(1).getJsonArray("outgoingTransitions")).containsExactly(one, other);
        assertThat(steps.getJsonObject(2).getJsonArray("incomingTransitions")).containsExactly(one, other);
        assertThat(calls.whole(id).getJsonArray("transitions")).containsExactly(one, other);
    }

    @Test
    void anOldEditorsWorkflowIsTakenAsItDrawsIt() {
        var id = calls.workflow();
        var wait = calls.lone(id, "WAIT_FOR_EVENT", new JsonObject());
        var happened = calls.lone(id, "UPDATE_CONTACT", new JsonObject());
        var late = calls.lone(id, "EXIT", new JsonObject());

        calls.link(id, calls.trigger(id), wait, "condition", null, "priority", 0);
        var either = json(calls.tryLink(id, wait, happened, "condition", null, "priority", 0), 201);
        var timeout = json(calls.tryLink(id, wait, late, "condition", object("branch", "timeout"), "priority", 1), 201);
        json(calls.patch("/workflows/" + id + "/steps/" + wait, object("config", waiting("e"))), 200);
        json(calls.patch("/workflows/" + id + "/steps/" + happened, object("config", update())), 200);

        assertThat(either.getString("waitOutcome")).isNull();
        assertThat(timeout.getString("waitOutcome")).isEqualTo("TIMEOUT");
        assertThat(calls.whole(id).getJsonArray("problems")).isEmpty();
        calls.enabled(id);
    }

    @Test
    void aFallbackIsATimeoutToo() {
        var id = calls.workflow();
        var wait = calls.lone(id, "WAIT_FOR_EVENT", waiting("e"));
        var exit = calls.lone(id, "EXIT", new JsonObject());

        var link = json(calls.tryLink(id, wait, exit, "condition", object("fallback", true)), 201);

        assertThat(link.getString("waitOutcome")).isEqualTo("TIMEOUT");
    }

    @Test
    void aConditionWithBranchesOfItsOwnHasThemAndDefault() {
        var id = calls.workflow();
        var branches = new JsonArray()
                .add(object("id", "a", "name", "A", "operator", "equals", "value", "x"))
                .add(object("id", "b", "name", "B", "operator", "exists"));
        var from = calls.added(id, "CONDITION", object("mode", "multi", "field", "data.plan", "branches", branches));
        var to = calls.added(id, "EXIT", new JsonObject());

        calls.link(id, from, to, "branch", "b");
        calls.link(id, from, to, "branch", "default");

        assertThat(mistakes(calls.tryLink(id, from, to, "branch", "yes"))).containsExactly("branch");
        assertThat(calls.drawing(id))
                .containsExactly("CONDITION>EXIT a", "CONDITION>EXIT b", "CONDITION>EXIT default", "TRIGGER>CONDITION");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EXIT           | EXIT           | {}                             | fromStepId",
                "DELAY          | TRIGGER        | {}                             | toStepId",
                "DELAY          | itself         | {}                             | toStepId",
                "DELAY          | EXIT           | {'branch': 'yes'}              | branch",
                "DELAY          | EXIT           | {'condition': {'branch': 'timeout'}} | branch",
                "DELAY          | EXIT           | {'waitOutcome': 'EVENT'}       | waitOutcome",
                "CONDITION      | EXIT           | {}                             | branch",
                "CONDITION      | EXIT           | {'branch': 'maybe'}            | branch",
                "CONDITION      | EXIT           | {'branch': 'yes', 'condition': {'branch': 'no'}} | branch",
                "CONDITION      | EXIT           | {'branch': 'yes', 'waitOutcome': 'EVENT'} | waitOutcome",
                "WAIT_FOR_EVENT | EXIT           | {'waitOutcome': 'LATE'}        | waitOutcome",
                "WAIT_FOR_EVENT | EXIT           | {'waitOutcome': 'TIMEOUT'}     | waitOutcome",
                "WAIT_FOR_EVENT | EXIT           | {'branch': 'yes'}              | branch",
                "DELAY          | EXIT           | {'priority': -1}               | priority",
                "DELAY          | EXIT           | {'priority': 1.5}              | priority",
                "DELAY          | EXIT           | {'condition': 'yes'}           | condition",
            })
    void aLinkThatMakesNoSenseIsRefusedWithItsField(String from, String to, String more, String field) {
        var id = calls.workflow();
        var start = calls.lone(id, from, config(from));
        var end =
                to.equals("itself") ? start : to.equals("TRIGGER") ? calls.trigger(id) : calls.lone(id, to, config(to));
        var body =
                new JsonObject(more.replace('\'', '"')).put("fromStepId", start).put("toStepId", end);

        var answer = calls.post("/workflows/" + id + "/transitions", body);

        assertThat(mistakes(answer)).contains(field);
        assertThat(calls.drawing(id)).isEmpty();
    }

    private static JsonObject config(String type) {
        return switch (type) {
            case "DELAY" -> delay();
            case "CONDITION" -> condition();
            case "WAIT_FOR_EVENT" -> object("eventName", "e");
            default -> new JsonObject();
        };
    }

    @Test
    void aWayThatIsTakenIsNotTakenTwice() {
        var id = calls.workflow();
        var exit = calls.lone(id, "EXIT", new JsonObject());
        var condition = calls.lone(id, "CONDITION", condition());
        var wait = calls.lone(id, "WAIT_FOR_EVENT", waiting("e"));
        calls.link(id, calls.trigger(id), exit);
        calls.link(id, condition, exit, "branch", "yes");
        calls.link(id, wait, exit, "waitOutcome", "TIMEOUT");
        calls.link(id, wait, exit);

        RouteCatalog.assertFailure(calls.tryLink(id, calls.trigger(id), condition), 409, "CONFLICT");
        RouteCatalog.assertFailure(calls.tryLink(id, condition, wait, "branch", "yes"), 409, "CONFLICT");
        RouteCatalog.assertFailure(calls.tryLink(id, wait, condition, "waitOutcome", "TIMEOUT"), 409, "CONFLICT");
        RouteCatalog.assertFailure(calls.tryLink(id, wait, condition), 409, "CONFLICT");
    }

    @Test
    void aStepOfAnotherWorkflowOrOfNoneIsNotFound() {
        var id = calls.workflow();
        var other = calls.workflow();
        var step = calls.lone(other, "EXIT", new JsonObject());

        for (var unknown : List.of(step, UUID.randomUUID().toString(), "no id")) {
            RouteCatalog.assertFailure(calls.tryLink(id, calls.trigger(id), unknown), 404, "RESOURCE_NOT_FOUND");
            RouteCatalog.assertFailure(calls.tryLink(id, unknown, calls.trigger(id)), 404, "RESOURCE_NOT_FOUND");
        }
        var link = calls.link(other, calls.trigger(other), step);
        RouteCatalog.assertFailure(
                calls.delete("/workflows/" + id + "/transitions/" + link), 404, "RESOURCE_NOT_FOUND");
        assertThat(calls.drawing(other)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONDITION", "WAIT_FOR_EVENT"})
    void aStepWithOneWayOutOrNoneIsSplicedWhateverItsType(String type) {
        var id = calls.workflow();
        var open = calls.added(id, type, new JsonObject());
        json(calls.delete("/workflows/" + id + "/steps/" + open + "?splice=true"), 204);
        var step = calls.added(id, type, new JsonObject());
        calls.added(id, "EXIT", new JsonObject());

        json(calls.delete("/workflows/" + id + "/steps/" + step + "?splice=true"), 204);

        assertThat(calls.drawing(id)).containsExactly("TRIGGER>EXIT");
    }

    @Test
    void aWayRoundHasToPassARest() {
        var id = calls.workflow();
        var first = calls.added(id, "UPDATE_CONTACT", update());
        var second = calls.added(id, "CONDITION", condition());
        var rest = calls.lone(id, "DELAY", delay());

        var restless = calls.tryLink(id, second, first, "branch", "no");
        calls.link(id, second, rest, "branch", "no");
        calls.link(id, rest, first);

        assertThat(mistakes(restless)).containsExactly("toStepId");
        calls.enabled(id);
        json(calls.delete("/workflows/" + id + "/steps/" + rest + "?splice=true"), 204);
        var whole = calls.whole(id);
        assertThat(whole.getJsonArray("problems")).hasSize(1);
        assertThat(whole.getJsonArray("problems").getJsonObject(0).getString("message"))
                .contains("for ever");
        assertThat(whole.getInteger("version")).isEqualTo(1);
    }

    @Test
    void aDeletedLinkIsGone() {
        var id = calls.workflow();
        var step = calls.added(id, "EXIT", new JsonObject());
        var link = calls.whole(id).getJsonArray("transitions").getJsonObject(0).getString("id");

        json(calls.delete("/workflows/" + id + "/transitions/" + link), 204);

        RouteCatalog.assertFailure(
                calls.delete("/workflows/" + id + "/transitions/" + link), 404, "RESOURCE_NOT_FOUND");
        assertThat(calls.drawing(id)).isEmpty();
        calls.link(id, calls.trigger(id), step);
    }
}
