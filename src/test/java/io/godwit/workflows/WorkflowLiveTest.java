package io.godwit.workflows;

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
import io.godwit.kit.api.SegmentApi;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests what of a draft runs: enabling checks everything, and every sound edit after that is a version of its own. */
@GodwitServer
class WorkflowLiveTest {

    private static TestServer server;
    private static WorkflowApi calls;

    @BeforeAll
    static void start() {
        calls = new WorkflowApi(server, 0);
    }

    @Test
    void enablingTellsEveryProblemAtOnceAndChangesNothing() {
        var id = calls.workflow();
        var mail = calls.added(id, "SEND_EMAIL", new JsonObject());
        var foreign = calls.added(id, "SEND_EMAIL", object("templateId", unverified()));
        var delay = calls.added(id, "DELAY", new JsonObject());
        var condition = calls.added(id, "CONDITION", new JsonObject());
        var alone = calls.lone(id, "EXIT", new JsonObject());
        var exit = calls.added(id, "EXIT", new JsonObject());
        calls.link(id, condition, alone, "branch", "later");
        json(calls.patch("/workflows/" + id + "/steps/" + condition, object("config", condition())), 200);
        var lost = calls.lone(id, "WAIT_FOR_EVENT", new JsonObject());
        calls.link(id, lost, exit, "waitOutcome", "TIMEOUT");
        json(calls.patch("/workflows/" + id + "/steps/" + lost, object("config", object("eventName", "e"))), 200);

        var refused = calls.patch("/workflows/" + id, object("enabled", true, "name", "Renamed"));

        var problems = json(refused, 422)
                .getJsonObject("error")
                .getJsonObject("details")
                .getJsonArray("problems");
        assertThat(mistakes(refused))
                .containsExactlyInAnyOrder(
                        "steps." + mail + ".config.templateId",
                        "steps." + foreign + ".templateId",
                        "steps." + delay + ".config.amount",
                        "steps." + delay + ".config.unit",
                        "steps." + condition,
                        "steps." + lost + ".config.timeout");
        assertThat(calls.whole(id).getJsonArray("problems")).isEqualTo(problems).hasSize(7);
        assertThat(problems)
                .extracting(problem -> ((JsonObject) problem).getString("message"))
                .allSatisfy(sentence -> assertThat(sentence).isNotBlank());
        var whole = calls.whole(id);
        assertThat(whole.getBoolean("enabled")).isFalse();
        assertThat(whole.getString("name")).isEqualTo("Onboarding");
        assertThat(whole.getValue("version")).isNull();
        assertThat(calls.triggers(id)).isEmpty();
    }

    @Test
    void aStepNothingLeadsToIsAWarningAndNotARefusal() {
        var id = calls.workflow();
        var first = calls.added(id, "DELAY", delay());
        var lost = calls.lone(id, "UPDATE_CONTACT", update());

        calls.enabled(id);

        var whole = calls.whole(id);
        assertThat(whole.getBoolean("enabled")).isTrue();
        assertThat(whole.getInteger("version")).isEqualTo(1);
        assertThat(whole.getJsonArray("problems"))
                .containsExactly(object(
                        "stepId", lost, "field", null, "message", "Nothing leads to this step", "severity", "WARNING"));
        calls.link(id, first, lost);
        assertThat(calls.whole(id).getJsonArray("problems")).isEmpty();
        assertThat(calls.whole(id).getInteger("version")).isEqualTo(2);
    }

    /** The template is stored while its domain is verified, and then the domain is not any more. */
    private static String unverified() {
        var other = new WorkflowApi(server, 0).template();
        server.database().query("UPDATE templates SET from_email = 'a@unverified.test' WHERE id = ?::uuid", other);
        return other;
    }

    @Test
    void aMailNeedsASenderOfItsTemplateOrOfItsOwn() {
        var id = calls.workflow();
        var anonymous = json(
                        calls.post("/templates", object("name", "n", "subject", "s", "body", "b", "type", "MARKETING")),
                        201)
                .getString("id");
        var mail = calls.added(id, "SEND_EMAIL", object("templateId", anonymous));

        assertThat(mistakes(calls.enable(id))).containsExactly("steps." + mail + ".templateId");
        var config = object("templateId", anonymous, "from", "me@elsewhere.test");
        json(calls.patch("/workflows/" + id + "/steps/" + mail, object("config", config)), 200);
        assertThat(mistakes(calls.enable(id))).containsExactly("steps." + mail + ".config.from");
        config.put("from", object("name", "Ada", "email", "me@" + server.domain(0)));
        json(calls.patch("/workflows/" + id + "/steps/" + mail, object("config", config)), 200);
        calls.enabled(id);
    }

    @Test
    void aTriggerThatIsNotSetUpCannotBeEnabled() {
        var id = calls.workflow();
        json(calls.patch("/workflows/" + id, object("triggerType", "SCHEDULE")), 200);

        assertThat(mistakes(calls.enable(id)))
                .containsExactly("steps." + calls.trigger(id) + ".triggerConfig.schedule");
        json(calls.patch("/workflows/" + id, object("triggerConfig", object("schedule", "0 9 * * 1"))), 200);
        calls.enabled(id);
        assertThat(calls.triggers(id)).isEmpty();
    }

    @Test
    void anEnabledWorkflowStartsByItsEventAndMayWaitForOthers() {
        var id = calls.workflow("began");
        calls.added(id, "WAIT_FOR_EVENT", waiting("followed"));
        var before = calls.triggers(id);

        calls.enabled(id);
        var enabled = calls.triggers(id);
        json(calls.patch("/workflows/" + id, object("enabled", false)), 200);

        assertThat(before).isEmpty();
        assertThat(enabled).containsExactly("START began 1", "WAIT followed");
        assertThat(calls.triggers(id)).containsExactly("WAIT followed");
        assertThat(calls.whole(id).getInteger("version")).isEqualTo(1);
    }

    @Test
    void everySoundEditIsTheNextVersionAndNoneForWhatOnlyAnEditorSees() {
        var id = calls.workflow("began");
        var delay = calls.added(id, "DELAY", delay());
        calls.enabled(id);
        calls.enter(id, 1);
        var path = "/workflows/" + id + "/steps/" + delay;

        json(calls.patch(path, object("position", object("x", 9, "y", 9))), 200);
        json(calls.patch("/workflows/" + id, object("description", "d", "enabled", true)), 200);
        assertThat(calls.whole(id).getInteger("version")).isEqualTo(1);
        json(calls.patch(path, object("config", object("amount", 2, "unit", "hours"))), 200);
        assertThat(calls.triggers(id)).containsExactly("START began 2");
        calls.added(id, "WAIT_FOR_EVENT", waiting("followed"));
        assertThat(calls.triggers(id)).containsExactly("START began 3", "WAIT followed");
        json(calls.patch("/workflows/" + id, object("enabled", false)), 200);
        json(calls.delete(path), 204);
        assertThat(calls.whole(id).getInteger("version")).isEqualTo(3);
        calls.enabled(id);

        assertThat(calls.triggers(id)).containsExactly("START began 4", "WAIT followed");
        assertThat(server.database()
                        .query(
                                "SELECT version FROM workflow_versions WHERE workflow_id = ?::uuid ORDER BY version",
                                id))
                .hasSize(4);
        assertThat(graph(id, 1)).isEqualTo(List.of("TRIGGER", "DELAY"));
        assertThat(graph(id, 4)).isEqualTo(List.of("TRIGGER"));
    }

    private static List<String> graph(String id, int version) {
        var text = (String) server.database()
                .value(
                        "SELECT graph::text FROM workflow_versions WHERE workflow_id = ?::uuid AND version = ?",
                        id,
                        version);
        return new JsonObject(text)
                .getJsonArray("steps").stream()
                        .map(step -> ((JsonObject) step).getString("type"))
                        .toList();
    }

    @Test
    void anUnsoundDraftWaitsForTheEditThatMendsItAndWhatIsLiveGoesOn() {
        var id = calls.workflow("began");
        calls.enabled(id);

        var step = calls.added(id, "DELAY", new JsonObject());
        var unsound = calls.whole(id);
        var whileUnsound = calls.triggers(id);
        json(calls.patch("/workflows/" + id, object("enabled", true, "name", "Renamed")), 200);
        json(calls.patch("/workflows/" + id + "/steps/" + step, object("config", delay())), 200);

        assertThat(unsound.getBoolean("enabled")).isTrue();
        assertThat(unsound.getInteger("version")).isEqualTo(1);
        assertThat(unsound.getJsonArray("problems")).hasSize(2);
        assertThat(whileUnsound).containsExactly("START began 1");
        assertThat(calls.triggers(id)).containsExactly("START began 2");
        assertThat(calls.whole(id).getJsonArray("problems")).isEmpty();
    }

    @Test
    void anotherTriggerOfAnEnabledWorkflowCountsAtOnceAndHasToBeSound() {
        var id = calls.workflow("began");
        calls.enabled(id);
        calls.added(id, "DELAY", new JsonObject());

        var refused = calls.patch("/workflows/" + id, object("triggerType", "SCHEDULE"));
        json(
                calls.patch(
                        "/workflows/" + id,
                        object("triggerConfig", object("eventName", "other"), "allowReentry", true)),
                200);
        var moved = calls.triggers(id);
        var again = server.database()
                .count(
                        "SELECT count(*) FROM workflow_triggers WHERE workflow_id = ?::uuid AND kind = 'START' AND allow_reentry",
                        id);
        json(calls.patch("/workflows/" + id, object("triggerType", "MANUAL")), 200);

        assertThat(mistakes(refused)).hasSize(1);
        assertThat(moved).containsExactly("START other 1");
        assertThat(again).isEqualTo(1);
        assertThat(calls.triggers(id)).isEmpty();
    }

    @Test
    void aTemplateAWorkflowSendsIsKept() {
        var id = calls.workflow();
        var template = calls.template();
        var mail = calls.added(id, "SEND_EMAIL", object("templateId", template));

        var drawn = calls.delete("/templates/" + template);
        var usage = json(calls.get("/templates/" + template + "/usage"), 200);
        calls.enabled(id);
        calls.enter(id, 1);
        json(calls.delete("/workflows/" + id + "/steps/" + mail), 204);
        var running = calls.delete("/templates/" + template);
        calls.leave(id);

        RouteCatalog.assertFailure(drawn, 409, "CONFLICT");
        assertThat(usage.getJsonArray("workflowSteps"))
                .containsExactly(
                        object("id", mail, "name", "SEND_EMAIL", "workflowId", id, "workflowName", "Onboarding"));
        RouteCatalog.assertFailure(running, 409, "CONFLICT");
        json(calls.delete("/templates/" + template), 204);
    }

    @Test
    void anEventOrAFieldTellsWhichWorkflowsUseIt() {
        var begins = calls.workflow("used \"once\"");
        var waits = calls.workflow();
        calls.added(waits, "WAIT_FOR_EVENT", waiting("used \"once\""));
        var asks = calls.workflow();
        calls.added(asks, "CONDITION", object("field", "contact.data.address.city", "operator", "exists"));
        calls.added(calls.workflow(), "CONDITION", object("field", "data.addressee", "operator", "exists"));
        calls.added(calls.workflow(), "WAIT_FOR_EVENT", waiting("used \"once\" more"));

        var event = json(calls.get("/events/used%20%22once%22/usage"), 200);
        var field = json(calls.get("/contacts/fields/address/usage"), 200);

        assertThat(ids(event.getJsonArray("usedInWorkflows"))).containsExactlyInAnyOrder(begins, waits);
        assertThat(event.getBoolean("canDelete")).isFalse();
        assertThat(ids(field.getJsonArray("usedInWorkflows"))).containsExactly(asks);
        json(calls.delete("/workflows/" + asks), 204);
        assertThat(json(calls.get("/contacts/fields/address/usage"), 200).getJsonArray("usedInWorkflows"))
                .isEmpty();
    }

    @Test
    void aSegmentAWorkflowAsksForOrBeginsForIsKept() {
        var segments = new SegmentApi(server, 0);
        var asked = segments.made(SegmentApi.segment("asked", SegmentApi.group("g")));
        var scheduled = segments.made(SegmentApi.segment("scheduled", SegmentApi.group("g")));
        var id = calls.workflow();
        calls.added(id, "CONDITION", object("field", "segment." + asked, "operator", "memberOfSegment"));
        json(
                calls.patch(
                        "/workflows/" + id,
                        object(
                                "triggerType",
                                "SCHEDULE",
                                "triggerConfig",
                                object("schedule", "0 9 * * 1", "segmentId", scheduled))),
                200);

        RouteCatalog.assertFailure(calls.delete("/segments/" + asked), 409, "CONFLICT");
        RouteCatalog.assertFailure(calls.delete("/segments/" + scheduled), 409, "CONFLICT");
        json(calls.delete("/workflows/" + id), 204);
        json(calls.delete("/segments/" + asked), 204);
        json(calls.delete("/segments/" + scheduled), 204);
    }

    @Test
    void aSegmentThatAWorkflowNamesInCapitalsIsKeptToo() {
        var segments = new SegmentApi(server, 0);
        var asked = segments.made(SegmentApi.segment("ASKED", SegmentApi.group("g")));
        var scheduled = segments.made(SegmentApi.segment("SCHEDULED", SegmentApi.group("g")));
        var trigger = object("schedule", "0 9 * * 1", "segmentId", scheduled.toUpperCase(Locale.ROOT));
        var id = calls.workflow();
        calls.added(
                id,
                "CONDITION",
                object("field", "segment." + asked.toUpperCase(Locale.ROOT), "operator", "memberOfSegment"));
        json(calls.patch("/workflows/" + id, object("triggerType", "SCHEDULE", "triggerConfig", trigger)), 200);

        RouteCatalog.assertFailure(calls.delete("/segments/" + asked), 409, "CONFLICT");
        RouteCatalog.assertFailure(calls.delete("/segments/" + scheduled), 409, "CONFLICT");
    }

    @Test
    void aConditionOnASegmentThatIsNotThereIsNotTaken() {
        var foreign = new SegmentApi(server, 1).made(SegmentApi.segment("s", SegmentApi.group("g")));
        var config = object("field", "segment." + foreign, "operator", "memberOfSegment");

        var answer = calls.post("/workflows/" + calls.workflow() + "/steps", WorkflowApi.step("CONDITION", config));

        assertThat(answer.statusCode()).isEqualTo(404);
    }

    @Test
    void anotherRuleOfReEntryCountsForThoseWhoWereThereToo() {
        var id = calls.workflow("began");
        var path = "/workflows/" + id;
        calls.enter(id, 1);
        calls.enter(id, 1);
        server.database()
                .query(
                        "UPDATE executions SET status = 'COMPLETED' WHERE id = (SELECT min(id::text)::uuid FROM executions WHERE workflow_id = ?::uuid)",
                        id);

        json(calls.patch(path, object("allowReentry", true)), 200);
        var allowed = barring(id);
        json(calls.patch(path, object("allowReentry", true)), 200);
        json(calls.patch(path, object("allowReentry", false)), 200);

        assertThat(allowed).containsExactly("COMPLETED false", "WAITING true");
        assertThat(barring(id)).containsExactly("COMPLETED true", "WAITING true");
    }

    private static List<String> barring(String id) {
        return server
                .database()
                .query(
                        "SELECT status || ' ' || bars_reentry AS told FROM executions WHERE workflow_id = ?::uuid ORDER BY 1",
                        id)
                .stream()
                .map(row -> (String) row.get("told"))
                .toList();
    }

    @Test
    void whatIsDeletedLeavesNothingThatBegins() {
        var id = calls.workflow("gone");
        calls.added(id, "UPDATE_CONTACT", update());
        calls.added(id, "WAIT_FOR_EVENT", waiting("gone too"));
        calls.enabled(id);

        json(calls.delete("/workflows/" + id), 204);

        for (var table : List.of("workflow_steps", "workflow_transitions", "workflow_versions", "workflow_triggers")) {
            assertThat(server.database().count("SELECT count(*) FROM " + table + " WHERE workflow_id = ?::uuid", id))
                    .as(table)
                    .isZero();
        }
    }

    private static List<String> ids(JsonArray uses) {
        return uses.stream().map(use -> ((JsonObject) use).getString("id")).toList();
    }
}
