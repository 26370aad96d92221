package io.godwit.workflows.simulation;

import static io.godwit.kit.workflows.WorkflowApi.json;
import static io.godwit.kit.workflows.WorkflowApi.mistakes;
import static io.godwit.kit.workflows.WorkflowApi.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests what would happen to a contact in a workflow, without anything happening. */
@GodwitServer
class SimulationTest {

    private static TestServer server;
    private static WorkflowApi calls;

    @BeforeAll
    static void start() {
        calls = new WorkflowApi(server, 0);
    }

    private static JsonObject simulated(String workflow, Object... members) {
        return json(
                calls.post(
                        "/workflows/" + workflow + "/simulate", object(members).put("draft", true)),
                200);
    }

    private static JsonObject somebody(Object... data) {
        return object("email", "ada@example.com", "data", object(data));
    }

    private static List<JsonObject> path(JsonObject simulation) {
        return simulation.getJsonArray("path").stream()
                .map(JsonObject.class::cast)
                .toList();
    }

    /** {@code TYPE branch} of each visit. */
    private static List<String> ways(JsonObject simulation) {
        return path(simulation).stream()
                .map(visit -> visit.getJsonObject("step").getString("type")
                        + (visit.getString("branch") == null ? "" : " " + visit.getString("branch")))
                .toList();
    }

    private static JsonObject visit(JsonObject simulation, String type) {
        return path(simulation).stream()
                .filter(visit -> visit.getJsonObject("step").getString("type").equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static Duration took(JsonObject visit) {
        return Duration.between(
                Instant.parse(visit.getString("arrivesAt")), Instant.parse(visit.getString("leavesAt")));
    }

    private static String template(String type, String body) {
        var template = object(
                "name", "T", "subject", "Hi {{name}}", "body", body, "type", type, "from", "a@" + server.domain(0));
        return json(calls.post("/templates", template.put("fromName", "Ada")), 201)
                .getString("id");
    }

    @Test
    void everyMailIsRenderedAsItWouldBeSent() {
        var flow = calls.workflow();
        calls.added(
                flow, "SEND_EMAIL", object("templateId", template("MARKETING", "<p>{{amount}} {{plan}} {{gone}}</p>")));

        var simulation =
                simulated(flow, "contact", somebody("name", "Ada", "plan", "<pro>"), "context", object("amount", 7));

        assertThat(ways(simulation)).containsExactly("TRIGGER", "SEND_EMAIL");
        assertThat(simulation.getString("status")).isEqualTo("COMPLETED");
        var mail = visit(simulation, "SEND_EMAIL").getJsonObject("mail");
        assertThat(mail.getMap())
                .containsEntry("to", "ada@example.com")
                .containsEntry("from", "Ada <a@" + server.domain(0) + ">")
                .containsEntry("subject", "Hi Ada");
        assertThat(mail.getString("html")).contains("7 &lt;pro&gt;").contains("/unsubscribe/preview");
        assertThat(mail.getString("text")).contains("7 <pro>");
        assertThat(mail.getJsonArray("missing")).containsExactly("gone");
    }

    @Test
    void whoHasUnsubscribedGetsNoMarketingMailAndGoesOn() {
        var flow = calls.workflow();
        calls.added(flow, "SEND_EMAIL", object("templateId", template("MARKETING", "<p>b</p>")));
        calls.added(flow, "SEND_EMAIL", object("templateId", template("TRANSACTIONAL", "<p>b</p>")));

        var simulation = simulated(flow, "contact", somebody().put("subscribed", false));

        assertThat(path(simulation).stream().map(visit -> visit.getString("status")))
                .containsExactly("COMPLETED", "SKIPPED", "COMPLETED");
        assertThat(path(simulation).get(1).getValue("mail")).isNull();
        assertThat(path(simulation).get(2).getJsonObject("mail").getString("to"))
                .isEqualTo("ada@example.com");
    }

    @Test
    void aDelayTakesItsTimeOnAClockOfItsOwn() {
        var flow = calls.workflow();
        calls.added(flow, "DELAY", object("amount", 3, "unit", "days"));
        calls.added(flow, "EXIT", object("reason", "bored"));

        var simulation = simulated(flow);

        assertThat(took(visit(simulation, "DELAY"))).isEqualTo(Duration.ofDays(3));
        assertThat(simulation.getString("status")).isEqualTo("EXITED");
        assertThat(simulation.getString("exitReason")).isEqualTo("bored");
        assertThat(Duration.between(
                        Instant.parse(simulation.getString("startedAt")),
                        Instant.parse(simulation.getString("endedAt"))))
                .isEqualTo(Duration.ofDays(3));
    }

    private static String waiting(JsonObject config) {
        var flow = calls.workflow();
        var wait = calls.added(flow, "WAIT_FOR_EVENT", config);
        var paid = calls.lone(flow, "UPDATE_CONTACT", object("updates", object("thanked", "{{plan}}")));
        var silent = calls.lone(flow, "EXIT", object("reason", "silent"));
        calls.link(flow, wait, paid, "waitOutcome", "EVENT");
        calls.link(flow, wait, silent, "waitOutcome", "TIMEOUT");
        return flow;
    }

    private static JsonArray events(Object... members) {
        return new JsonArray().add(object(members));
    }

    @Test
    void anEventEndsAWaitAndIsSeenByWhatFollows() {
        var flow = waiting(object("eventName", "paid", "timeout", 3600));

        var simulation = simulated(
                flow,
                "contact",
                somebody("plan", "free"),
                "events",
                events("name", "paid", "after", 90, "data", object("plan", "pro"))
                        .add(object("name", "other", "after", 5)));

        assertThat(ways(simulation)).containsExactly("TRIGGER", "WAIT_FOR_EVENT EVENT", "UPDATE_CONTACT");
        assertThat(took(visit(simulation, "WAIT_FOR_EVENT"))).isEqualTo(Duration.ofSeconds(90));
        assertThat(visit(simulation, "WAIT_FOR_EVENT").getJsonObject("output").getJsonObject("eventData"))
                .isEqualTo(object("plan", "pro"));
        assertThat(visit(simulation, "UPDATE_CONTACT")
                        .getJsonObject("contactChange")
                        .getJsonObject("data"))
                .isEqualTo(object("thanked", "pro"));
        assertThat(simulation.getJsonObject("contact").getJsonObject("data"))
                .isEqualTo(object("plan", "pro", "thanked", "pro"));
    }

    @Test
    void anEventThatComesTooLateOrBeforeTheWaitOrWithOtherDataEndsNone() {
        var condition = object("field", "event.plan", "operator", "equals", "value", "pro");
        var flow =
                waiting(object("eventName", "paid", "timeout", 60).put("conditions", new JsonArray().add(condition)));
        var matching = object("plan", "pro");

        var late = simulated(flow, "events", events("name", "paid", "after", 60, "data", matching));
        var before = simulated(flow, "events", events("name", "paid", "after", 0, "data", matching));
        var other = simulated(flow, "events", events("name", "paid", "after", 5, "data", object("plan", "free")));
        var inTime = simulated(flow, "events", events("name", "paid", "after", 59.5, "data", matching));

        assertThat(List.of(late, before, other)).allSatisfy(simulation -> assertThat(ways(simulation))
                .containsExactly("TRIGGER", "WAIT_FOR_EVENT TIMEOUT", "EXIT"));
        assertThat(ways(inTime)).containsExactly("TRIGGER", "WAIT_FOR_EVENT EVENT", "UPDATE_CONTACT");
    }

    @Test
    void aWaitForWhatNeverComesIsTheEnd() {
        var flow = calls.workflow();
        calls.added(flow, "WAIT_FOR_EVENT", object("eventName", "paid"));

        var simulation = simulated(flow);

        assertThat(simulation.getString("status")).isEqualTo("WAITING");
        assertThat(visit(simulation, "WAIT_FOR_EVENT").getString("status")).isEqualTo("WAITING");
        assertThat(visit(simulation, "WAIT_FOR_EVENT").getString("leavesAt")).isNull();
    }

    @Test
    void aConditionLooksAtTheContactAndAtTheContext() {
        var flow = calls.workflow();
        var fork =
                calls.added(flow, "CONDITION", object("field", "event.amount", "operator", "greaterThan", "value", 5));
        calls.link(flow, fork, calls.lone(flow, "EXIT", object("reason", "much")), "branch", "yes");
        calls.link(flow, fork, calls.lone(flow, "EXIT", object("reason", "little")), "branch", "no");

        var much = simulated(flow, "event", object("amount", 7));
        var little = simulated(flow, "context", object("amount", 3));

        assertThat(ways(much)).contains("CONDITION yes");
        assertThat(much.getString("exitReason")).isEqualTo("much");
        assertThat(ways(little)).contains("CONDITION no");
        assertThat(little.getString("exitReason")).isEqualTo("little");
    }

    @Test
    void aWebhookIsShownMaskedAndCalledByNobody() {
        var flow = calls.workflow();
        calls.added(
                flow,
                "WEBHOOK",
                object("url", "https://example.com/hook?key=s3cret", "body", object("who", "{{email}}"))
                        .put("headers", object("Authorization", "Bearer s3cret")));

        var simulation = simulated(flow, "contact", somebody());

        var request = visit(simulation, "WEBHOOK").getJsonObject("webhook");
        assertThat(request.getString("method")).isEqualTo("POST");
        assertThat(request.getString("url")).startsWith("https://example.com/hook");
        assertThat(request.getString("body")).isEqualTo("{\"who\":\"ada@example.com\"}");
        assertThat(simulation.encode()).doesNotContain("s3cret");
        assertThat(server.database().count("SELECT count(*) FROM webhook_calls"))
                .isZero();
    }

    @Test
    void aRealContactIsTakenAsItIsAndLeftAsItWas() {
        var id = json(
                        calls.post(
                                "/contacts",
                                object("email", "real@example.com", "data", object("plan", "free", "old", 1))),
                        201)
                .getString("id");
        var flow = calls.workflow();
        calls.added(
                flow,
                "UPDATE_CONTACT",
                object("updates", object("plan", "pro").putNull("old"), "subscriptionAction", "unsubscribe"));
        calls.added(flow, "SEND_EMAIL", object("templateId", template("TRANSACTIONAL", "<p>{{plan}}</p>")));
        var before = everything();

        var simulation = simulated(flow, "contactId", id);

        var change = visit(simulation, "UPDATE_CONTACT").getJsonObject("contactChange");
        assertThat(change.getJsonObject("data").getMap())
                .containsEntry("plan", "pro")
                .containsEntry("old", null);
        assertThat(change.getBoolean("subscribed")).isFalse();
        assertThat(visit(simulation, "SEND_EMAIL").getJsonObject("mail").getString("html"))
                .contains("pro");
        assertThat(everything()).isEqualTo(before);
    }

    private static List<Object> everything() {
        return List.of(
                server.database().query("SELECT * FROM contacts ORDER BY id"),
                server.database().count("SELECT count(*) FROM emails"),
                server.database().count("SELECT count(*) FROM events"),
                server.database().count("SELECT count(*) FROM executions"));
    }

    @Test
    void aLoopEndsAtItsThousandthVisit() {
        var flow = calls.workflow();
        var mail = calls.added(flow, "SEND_EMAIL", object("templateId", template("TRANSACTIONAL", "x".repeat(40_000))));
        var delay = calls.added(flow, "DELAY", object("amount", 1, "unit", "hours"));
        calls.link(flow, delay, mail);

        var answer = calls.post("/workflows/" + flow + "/simulate", object("draft", true));

        var simulation = json(answer, 200);
        assertThat(simulation.getString("status")).isEqualTo("FAILED");
        assertThat(simulation.getString("exitReason")).isEqualTo("LOOP_LIMIT");
        assertThat(simulation.getInteger("visits")).isEqualTo(1_000);
        assertThat(answer.body().length()).isLessThan(10 << 20);
        assertThat(path(simulation).get(1).getJsonObject("mail").getString("html"))
                .isNotNull();
    }

    @Test
    void aStepThatCannotRunFailsWhereItIsReached() {
        var flow = calls.workflow();
        calls.added(flow, "DELAY", new JsonObject());

        var simulation = simulated(flow);

        assertThat(simulation.getString("status")).isEqualTo("FAILED");
        assertThat(visit(simulation, "DELAY").getString("error")).contains("amount");
    }

    @Test
    void theVersionThatRunsAndTheDraftAreTwoThings() {
        var flow = calls.workflow();
        var exit = calls.added(flow, "EXIT", object("reason", "one"));
        var never = calls.post("/workflows/" + flow + "/simulate", object("draft", false));
        var byDefault = json(calls.post("/workflows/" + flow + "/simulate", object("contact", somebody())), 200);
        calls.enabled(flow);
        calls.patch("/workflows/" + flow, object("enabled", false));
        calls.patch("/workflows/" + flow + "/steps/" + exit, object("config", object("reason", "two")));

        var live = json(calls.post("/workflows/" + flow + "/simulate", object("contact", somebody())), 200);
        var draft = simulated(flow);

        assertThat(never.statusCode()).isEqualTo(409);
        assertThat(byDefault.getValue("version")).isNull();
        assertThat(live.getString("exitReason")).isEqualTo("one");
        assertThat(live.getInteger("version")).isEqualTo(1);
        assertThat(draft.getString("exitReason")).isEqualTo("two");
    }

    @Test
    void mistakesAreToldByName() {
        var path = "/workflows/" + calls.workflow() + "/simulate";

        assertThat(mistakes(calls.post(path, object("contactId", "x", "contact", object()))))
                .contains("contact");
        assertThat(mistakes(calls.post(path, object("context", object(), "event", object()))))
                .contains("event");
        assertThat(mistakes(calls.post(path, object("contact", object("email", "nobody")))))
                .contains("contact.email");
        assertThat(mistakes(calls.post(path, object("events", events("after", -1)))))
                .contains("events.0.name", "events.0.after");
        assertThat(mistakes(calls.post(path, object("events", events("name", "a", "after", 1e300)))))
                .containsExactly("events.0.after");
        assertThat(calls.post(path, object("contactId", UUID.randomUUID().toString()))
                        .body())
                .contains("CONTACT_NOT_FOUND");
        assertThat(calls.post("/workflows/none/simulate", object("draft", true)).body())
                .contains("WORKFLOW_NOT_FOUND");
        assertThat(new WorkflowApi(server, 1).post(path, object("draft", true)).statusCode())
                .isEqualTo(404);
    }
}
