package io.godwit.workflows.editor;

import static io.godwit.kit.workflows.WorkflowApi.json;
import static io.godwit.kit.workflows.WorkflowApi.mistakes;
import static io.godwit.kit.workflows.WorkflowApi.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.godwit.kit.api.SegmentApi;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workflows themselves: made, changed, copied, deleted. */
@GodwitServer
class WorkflowRoutesTest {

    private static TestServer server;
    private static WorkflowApi calls;

    @BeforeAll
    static void start() {
        calls = new WorkflowApi(server, 0);
    }

    @BeforeEach
    void clear() {
        for (var table : List.of("execution_timers", "executions", "workflows", "events")) {
            server.database().query("DELETE FROM " + table);
        }
    }

    @Test
    void aNewWorkflowBeginsWithItsEventAndIsNotEnabledWhateverIsSaid() {
        var answer = calls.post(
                "/workflows",
                object(
                        "name",
                        "Onboarding",
                        "eventName",
                        "  account.opened ",
                        "enabled",
                        true,
                        "triggerType",
                        "MANUAL"));

        var made = json(answer, 201);
        assertThat(made.getMap())
                .containsEntry("name", "Onboarding")
                .containsEntry("description", null)
                .containsEntry("enabled", false)
                .containsEntry("triggerType", "EVENT")
                .containsEntry("allowReentry", false)
                .containsEntry("projectId", server.projectId(0))
                .containsEntry("version", null)
                .doesNotContainKey("steps");
        assertThat(made.getJsonObject("triggerConfig")).isEqualTo(object("eventName", "account.opened"));
        var whole = calls.whole(made.getString("id"));
        assertThat(whole.getJsonArray("problems")).isEmpty();
        assertThat(whole.getJsonArray("transitions")).isEmpty();
        assertThat(whole.getJsonArray("steps")).hasSize(1);
        assertThat(whole.getJsonArray("steps").getJsonObject(0).getMap())
                .containsEntry("type", "TRIGGER")
                .containsEntry("name", "Trigger: account.opened")
                .containsEntry("workflowId", made.getString("id"))
                .containsEntry("templateId", null)
                .containsEntry("template", null);
        var trigger = whole.getJsonArray("steps").getJsonObject(0);
        assertThat(trigger.getJsonObject("position")).isEqualTo(object("x", 100, "y", 100));
        assertThat(trigger.getJsonObject("config")).isEqualTo(object("eventName", "account.opened"));
        assertThat(trigger.getJsonArray("outgoingTransitions")).isEmpty();
        assertThat(trigger.getJsonArray("incomingTransitions")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                  | name,eventName",
                "{'name': 'a'}                                       | eventName",
                "{'eventName': 'a'}                                  | name",
                "{'name': '', 'eventName': 'a'}                      | name",
                "{'name': '  ', 'eventName': 'a'}                    | name",
                "{'name': 'a\\nb', 'eventName': 'a'}                 | name",
                "{'name': 'a', 'eventName': '   '}                   | eventName",
                "{'name': 'a', 'eventName': 7, 'allowReentry': 'x'}  | eventName,allowReentry",
                "{'name': 'a', 'eventName': 'a', 'description': 7}   | description",
            })
    void aMistakeIsToldWithItsField(String body, String fields) {
        var answer = calls.post("/workflows", new JsonObject(body.replace('\'', '"')));

        assertThat(mistakes(answer)).containsExactlyInAnyOrder(fields.split(","));
    }

    @Test
    void namesAndTextsHaveTheirLimits() {
        var longest = object("name", "n".repeat(100), "eventName", "e".repeat(200), "description", "d".repeat(500));
        var longer = object("name", "n".repeat(101), "eventName", "e".repeat(201), "description", "d".repeat(501));

        json(calls.post("/workflows", longest), 201);
        assertThat(mistakes(calls.post("/workflows", longer))).contains("name", "eventName", "description");
    }

    @Test
    void aRepeatedCallWithItsKeyMakesOneWorkflow() {
        var body = object("name", "Once", "eventName", "e").encode();
        var key = UUID.randomUUID().toString();

        var first = server.call("POST", "/workflows", server.secretKey(0), body, "Idempotency-Key", key);
        var second = server.call("POST", "/workflows", server.secretKey(0), body, "Idempotency-Key", key);

        assertThat(second.body()).isEqualTo(first.body());
        assertThat(server.database().count("SELECT count(*) FROM workflows")).isEqualTo(1);
    }

    @Test
    void aChangeTouchesWhatItNamesAnswersTheProjectAndNullClears() {
        var id = calls.workflow("first");
        calls.patch("/workflows/" + id, object("description", "d", "allowReentry", true));

        var changed =
                json(calls.patch("/workflows/" + id, object("name", "Renamed").putNull("description")), 200);

        assertThat(changed.getMap())
                .containsEntry("name", "Renamed")
                .containsEntry("description", null)
                .containsEntry("allowReentry", true)
                .containsEntry("triggerType", "EVENT");
        assertThat(changed.getJsonObject("project").getString("name")).isNotBlank();
    }

    @Test
    void anotherEventIsShownByTheTriggerStepAndAnotherTriggerTypeLeavesItAlone() {
        var id = calls.workflow("first");

        calls.patch("/workflows/" + id, object("triggerConfig", object("eventName", " second ")));
        var renamed = calls.whole(id).getJsonArray("steps").getJsonObject(0);
        json(calls.patch("/workflows/" + id, object("triggerType", "MANUAL")), 200);
        var manual = calls.whole(id);

        assertThat(renamed.getString("name")).isEqualTo("Trigger: second");
        assertThat(renamed.getJsonObject("config")).isEqualTo(object("eventName", "second"));
        assertThat(manual.getJsonArray("steps").getJsonObject(0)).isEqualTo(renamed);
        assertThat(manual.getJsonArray("problems")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'name': ''}                                                          | name",
                "{'enabled': 'yes'}                                                    | enabled",
                "{'triggerType': 'NOBODY'}                                             | triggerType",
                "{'triggerConfig': 'x'}                                                | triggerConfig",
                "{'triggerConfig': {}}                                                 | triggerConfig.eventName",
                "{'triggerConfig': {'eventName': ' '}}                                 | triggerConfig.eventName",
                "{'triggerConfig': {'eventName': 7}}                                   | triggerConfig.eventName",
                "{'triggerType': 'SCHEDULE', 'triggerConfig': {}}                      | triggerConfig.schedule",
                "{'triggerType': 'SCHEDULE', 'triggerConfig': {'schedule': 'often'}}   | triggerConfig.schedule",
                "{'triggerType': 'SCHEDULE', 'triggerConfig': {'schedule': '0 9 * * *', 'timeZone': 'Mars'}} | triggerConfig.timeZone",
            })
    void aMistakeInAChangeIsToldWithItsField(String body, String field) {
        var id = calls.workflow();

        assertThat(mistakes(calls.patch("/workflows/" + id, new JsonObject(body.replace('\'', '"')))))
                .containsExactly(field);
    }

    @Test
    void aScheduleNamesASegmentOfItsProject() {
        var id = calls.workflow();
        var segment = new SegmentApi(server, 0).made(SegmentApi.segment("s", SegmentApi.group("g")));
        var foreign = new SegmentApi(server, 1).made(SegmentApi.segment("s", SegmentApi.group("g")));

        assertThat(calls.patch("/workflows/" + id, schedule(foreign)).statusCode())
                .isEqualTo(404);
        assertThat(calls.patch("/workflows/" + id, schedule("no id")).statusCode())
                .isEqualTo(404);
        var changed = json(calls.patch("/workflows/" + id, schedule(segment)), 200);

        assertThat(changed.getJsonObject("triggerConfig"))
                .isEqualTo(object("schedule", "0 9 * * 1", "timeZone", "Europe/Berlin", "segmentId", segment));
    }

    private static JsonObject schedule(String segment) {
        return object(
                "triggerType",
                "SCHEDULE",
                "triggerConfig",
                object("schedule", "0 9 * * 1", "timeZone", "Europe/Berlin", "segmentId", segment));
    }

    @Test
    void aCopyHasEverythingButExecutionsUnderIdsOfItsOwn() {
        var id = calls.workflow("copied");
        json(calls.patch("/workflows/" + id, object("name", "n".repeat(99), "allowReentry", true)), 200);
        var condition = calls.added(id, "CONDITION", WorkflowApi.condition());
        var wait = calls.added(id, "WAIT_FOR_EVENT", WorkflowApi.waiting("e"));
        calls.added(id, "EXIT", new JsonObject());
        calls.link(id, condition, wait, "branch", "no", "priority", 3);
        calls.enabled(id);
        calls.enter(id, 1);

        var copy = json(calls.post("/workflows/" + id + "/duplicate", new JsonObject()), 201);

        assertThat(copy.getMap())
                .containsEntry("name", "n".repeat(93) + " (Copy)")
                .containsEntry("enabled", false)
                .containsEntry("allowReentry", true)
                .containsEntry("version", null);
        assertThat(calls.drawing(copy.getString("id")))
                .isEqualTo(calls.drawing(id))
                .hasSize(5);
        var stepsOfBoth = calls.whole(id)
                .getJsonArray("steps")
                .copy()
                .addAll(calls.whole(copy.getString("id")).getJsonArray("steps"));
        assertThat(stepsOfBoth.stream()
                        .map(step -> ((JsonObject) step).getString("id"))
                        .distinct())
                .hasSize(8);
        assertThat(calls.triggers(copy.getString("id"))).isEmpty();
        assertThat(json(calls.delete("/workflows/" + copy.getString("id")), 204))
                .isEmpty();
    }

    @Test
    void aWorkflowSomebodyIsInIsNotDeletedAloneNorWithOthers() {
        var busy = calls.workflow();
        var idle = calls.workflow();
        calls.enter(busy, 1);

        var alone = calls.delete("/workflows/" + busy);
        var together = calls.post("/workflows/bulk-update", deletion(idle, busy));
        calls.leave(busy);

        RouteCatalog.assertFailure(alone, 409, "CONFLICT");
        RouteCatalog.assertFailure(together, 409, "CONFLICT");
        assertThat(calls.get("/workflows/" + idle).statusCode()).isEqualTo(200);
        assertThat(json(calls.post("/workflows/bulk-update", deletion(idle, busy, idle)), 200))
                .isEqualTo(object("deleted", 2));
        assertThat(calls.get("/workflows/" + busy).statusCode()).isEqualTo(404);
        RouteCatalog.assertFailure(calls.delete("/workflows/" + busy), 404, "WORKFLOW_NOT_FOUND");
    }

    @Test
    void ofManyWorkflowsAForeignOneKeepsAllFromBeingDeleted() {
        var own = calls.workflow();
        var foreign = new WorkflowApi(server, 1).workflow();

        for (var other : List.of(foreign, UUID.randomUUID().toString(), "no id")) {
            RouteCatalog.assertFailure(
                    calls.post("/workflows/bulk-update", deletion(own, other)), 404, "WORKFLOW_NOT_FOUND");
        }
        assertThat(mistakes(calls.post("/workflows/bulk-update", object("ids", new JsonArray(), "delete", false))))
                .containsExactlyInAnyOrder("ids", "delete");
        assertThat(server.database().count("SELECT count(*) FROM workflows")).isEqualTo(2);
    }

    private static JsonObject deletion(String... ids) {
        return object("ids", new JsonArray(List.of(ids)), "delete", true);
    }

    @Test
    void theFieldsOfferedAreThoseOfContactsAndOfTheNewestEvents() {
        new SegmentApi(server, 0).contact(SegmentApi.address(), object("plan", "pro", "age", 7));
        track("bought", object("amount", 12));
        track("seen", object("page", "home"));

        var all = json(calls.get("/workflows/fields"), 200);
        var bought = json(calls.get("/workflows/fields?eventName=bought"), 200);

        assertThat(names(all))
                .isSorted()
                .contains(
                        "contact.email",
                        "contact.subscribed",
                        "contact.createdAt",
                        "contact.updatedAt",
                        "contact.data.plan",
                        "event.amount",
                        "event.page");
        assertThat(all.getInteger("count")).isEqualTo(all.getJsonArray("fields").size());
        assertThat(all.getJsonArray("typedFields"))
                .contains(
                        object("field", "contact.data.age", "type", "number", "category", "Custom Data"),
                        object("field", "contact.subscribed", "type", "boolean", "category", "Contact Fields"),
                        object("field", "event.amount", "type", "string", "category", "Event Data"));
        assertThat(bought.getJsonArray("fields")).contains("event.amount").doesNotContain("event.page");
    }

    private static HttpResponse<String> track(String event, JsonObject data) {
        return server.post(
                "/v1/track", server.secretKey(0), object("email", SegmentApi.address(), "event", event, "data", data));
    }

    private static List<String> names(JsonObject offered) {
        return offered.getJsonArray("fields").stream().map(Object::toString).toList();
    }
}
