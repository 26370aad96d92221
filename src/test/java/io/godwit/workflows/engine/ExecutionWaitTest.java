package io.godwit.workflows.engine;

import static io.godwit.kit.workflows.WorkflowServer.TIMEOUT;
import static io.godwit.kit.workflows.WorkflowServer.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.workflows.TestWorkflow;
import io.godwit.kit.workflows.WorkflowServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Waits, starts by hand, and the ways an execution is ended from outside. */
@CloseFields
class ExecutionWaitTest {

    private static WorkflowServer server;

    @BeforeAll
    static void start() {
        server = WorkflowServer.start();
    }

    /** Waits for {@code awaited}; leaves by {@code event} or {@code timeout}. */
    private static TestWorkflow waiting(String event, JsonObject wait) {
        return TestWorkflow.on(event)
                .then("wait", "WAIT_FOR_EVENT", wait)
                .step("event", "EXIT", config("reason", "event"))
                .step("timeout", "EXIT", config("reason", "timeout"))
                .outcome("wait", "EVENT", "event")
                .outcome("wait", "TIMEOUT", "timeout");
    }

    private static void awaitWaiting(TestWorkflow flow) {
        await().atMost(TIMEOUT).until(() -> server.count("""
                                SELECT count(*) FROM execution_timers
                                 WHERE workflow_id = ?::uuid AND wait_event IS NOT NULL AND due_at > now()
                                """, flow.id()) > 0);
    }

    private static String reason(TestWorkflow flow) {
        return String.valueOf(server.rows("SELECT exit_reason FROM executions WHERE workflow_id = ?::uuid", flow.id())
                .get(0)
                .get("exit_reason"));
    }

    @Test
    void anEventEndsAWaitAndItsDataComesAlong() {
        var wait = config("eventName", "paid", "timeout", 3600);
        var flow = server.publish(TestWorkflow.on("ordered")
                .then("wait", "WAIT_FOR_EVENT", wait)
                .then("ask", "CONDITION", config("field", "event.amount", "operator", "equals", "value", 12))
                .step("yes", "EXIT", config("reason", "twelve"))
                .branch("ask", "yes", "yes"));
        server.track("ordered", "ann@example.com", new JsonObject().put("cart", 7));
        awaitWaiting(flow);

        server.track("paid", "bob@example.com", new JsonObject().put("amount", 11));
        server.track("paid", "ann@example.com", new JsonObject().put("amount", 12));

        server.awaitStatus(flow, "EXITED", 1);
        assertThat(reason(flow)).isEqualTo("twelve");
        assertThat(server.path(flow))
                .containsExactly("start COMPLETED", "wait COMPLETED EVENT", "ask COMPLETED yes", "yes COMPLETED");
        assertThat(server.output(flow, "wait").getJsonObject("eventData"))
                .isEqualTo(new JsonObject().put("amount", 12));
        await().atMost(TIMEOUT).until(() -> server.count("SELECT count(*) FROM execution_pending_events") == 0);
    }

    @Test
    void aTimeOutEndsAWaitNotBeforeItsTime() {
        var flow = server.publish(waiting("hoped", config("eventName", "never comes", "timeout", 1.5)));

        server.track("hoped", "cora@example.com");

        server.awaitStatus(flow, "EXITED", 1);
        assertThat(reason(flow)).isEqualTo("timeout");
        assertThat(server.count("""
                        SELECT count(*) FROM execution_visits
                         WHERE step_id = ?::uuid AND branch = 'TIMEOUT' AND completed_at - started_at >= interval '1.5 s'
                        """, flow.stepId("wait"))).isEqualTo(1);
    }

    @Test
    void theEventThatBroughtAContactHereDoesNotEndItsWait() {
        var flow = server.publish(waiting("same", config("eventName", "same", "timeout", 1)));

        server.track("same", "dan@example.com");

        server.awaitStatus(flow, "EXITED", 1);
        assertThat(reason(flow)).isEqualTo("timeout");
    }

    @Test
    void onlyAnEventThatSaysWhatIsAskedEndsAWait() {
        var conditions = new JsonArray()
                .add(config("field", "event.plan", "operator", "equals", "value", "pro"))
                .add(config("field", "event.seats", "operator", "greaterThan", "value", 5));
        var flow = server.publish(waiting("trial", config("eventName", "plan chosen", "conditions", conditions)));
        server.track("trial", "eli@example.com");
        awaitWaiting(flow);

        server.track("plan chosen", "eli@example.com", config("plan", "pro", "seats", 2));
        server.track("plan chosen", "eli@example.com", config("plan", "pro", "seats", "12"));

        server.awaitStatus(flow, "EXITED", 1);
        assertThat(server.output(flow, "wait").getJsonObject("eventData"))
                .isEqualTo(config("plan", "pro", "seats", "12"));
    }

    @Test
    void anEventThatComesWhileTheWaitIsBeingEnteredEndsIt() {
        var flow = server.publish(waiting("quick", config("eventName", "reply")));
        server.track("quick", "flo@example.com");
        awaitWaiting(flow);
        server.rows("DELETE FROM workflow_triggers WHERE kind = 'WAIT' AND workflow_id = ?::uuid", flow.id());
        server.track("reply", "flo@example.com", config("n", 1));

        server.rows("UPDATE execution_timers SET due_at = now() WHERE workflow_id = ?::uuid", flow.id());

        server.awaitStatus(flow, "EXITED", 1);
        assertThat(reason(flow)).isEqualTo("event");
        assertThat(server.output(flow, "wait").getJsonObject("eventData")).isEqualTo(config("n", 1));
    }

    /** Calls that share a transaction have one time; their rows may lie in any order. */
    @Test
    void ofTheEventsOfOneMomentTheFirstEndsAWait() {
        var flow = server.publish(waiting("moment", config("eventName", "answer")));
        server.track("moment", "jo@example.com");
        awaitWaiting(flow);

        server.rows("""
                INSERT INTO execution_pending_events (project_id, event_id, contact_id, name, data, created_at)
                SELECT project_id, event_id::uuid, contact_id, 'answer', data::jsonb, now()
                  FROM execution_timers,
                       (VALUES ('01900000-0000-7000-8000-000000000002', '{"kept": {"n": 2}}'),
                               ('01900000-0000-7000-8000-000000000001', '{"kept": {"n": 1}}')) AS both_at_once (event_id, data)
                 WHERE workflow_id = ?::uuid
                """, flow.id());

        server.awaitStatus(flow, "EXITED", 1);
        assertThat(server.output(flow, "wait").getJsonObject("eventData")).isEqualTo(config("n", 1));
    }

    @Test
    void somebodyIsBroughtInByHandWithAContextAndOnlyOnce() {
        var flow = server.publish(TestWorkflow.on("not by this")
                .then("ask", "CONDITION", config("field", "workflow.code", "operator", "exists"))
                .step("yes", "EXIT", config("reason", "seen"))
                .branch("ask", "yes", "yes"));
        server.track("came by", "gil@example.com");
        var start = config("contactId", server.contact("gil@example.com"), "context", config("code", "x"));

        var started = server.ok(server.call("POST", "/workflows/" + flow.id() + "/executions", start));
        server.awaitStatus(flow, "EXITED", 1);
        var again = server.call("POST", "/workflows/" + flow.id() + "/executions", start);

        assertThat(started.getString("workflowId")).isEqualTo(flow.id());
        assertThat(reason(flow)).isEqualTo("seen");
        assertThat(again.statusCode()).isEqualTo(409);
    }

    @Test
    void aStartThatCannotBeIsRefused() {
        var flow = server.publish(TestWorkflow.on("nobody").then("end", "EXIT", config()));
        server.track("came by", "hans@example.com");
        var contact = server.contact("hans@example.com");
        var path = "/workflows/" + flow.id() + "/executions";
        var unknown = "01890000-0000-7000-8000-000000000000";

        assertThat(server.call("POST", path, config("context", config())).statusCode())
                .isEqualTo(422);
        assertThat(server.call("POST", path, config("contactId", unknown)).statusCode())
                .isEqualTo(404);
        assertThat(server.call("POST", path, config("contactId", "x")).statusCode())
                .isEqualTo(404);
        assertThat(server.call("POST", "/workflows/" + unknown + "/executions", config("contactId", contact))
                        .statusCode())
                .isEqualTo(404);
        server.disable(flow);
        assertThat(server.call("POST", path, config("contactId", contact)).statusCode())
                .isEqualTo(400);
        assertThat(server.with(flow, "EXITED")).isZero();
    }

    @Test
    void aContextThatIsTooLargeOrTooDeepStartsNothing() {
        var flow = server.publish(TestWorkflow.on("laden").then("end", "EXIT", config()));
        server.track("came by", "ida@example.com");
        var contact = server.contact("ida@example.com");
        var path = "/workflows/" + flow.id() + "/executions";
        var deep = config();
        for (var depth = 0; depth < 100; depth++) {
            deep = config("in", deep);
        }

        var large =
                server.call("POST", path, config("contactId", contact, "context", config("a", "x".repeat(1 << 20))));
        var nested = server.call("POST", path, config("contactId", contact, "context", deep));

        assertThat(large.statusCode()).isIn(413, 422);
        assertThat(nested.statusCode()).isIn(413, 422);
        assertThat(server.count("SELECT count(*) FROM executions WHERE workflow_id = ?::uuid", flow.id()))
                .isZero();
    }

    @Test
    void aCancelledExecutionNeverComesBackAndCannotBeCancelledTwice() {
        var flow = server.publish(waiting("cancelled", config("eventName", "wake", "timeout", 3600)));
        server.track("cancelled", "iris@example.com");
        awaitWaiting(flow);
        var path = "/workflows/" + flow.id() + "/executions/" + server.execution(flow);

        var cancelled = server.ok(server.call("DELETE", path, new JsonObject()));
        var again = server.call("DELETE", path, new JsonObject());
        server.track("wake", "iris@example.com");

        assertThat(cancelled.getString("status")).isEqualTo("CANCELLED");
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(server.timers(flow)).as("its time-out").isZero();
        await().during(Duration.ofSeconds(1)).atMost(TIMEOUT).until(() -> server.with(flow, "CANCELLED") == 1);
        assertThat(server.path(flow)).containsExactly("start COMPLETED", "wait SKIPPED");
        assertThat(server.timers(flow)).isZero();
    }

    @Test
    void allAreCancelledAtOnce() {
        var flow = server.publish(TestWorkflow.on("crowd").then("delay", "DELAY", config("amount", 1, "unit", "days")));
        for (var number = 0; number < 5; number++) {
            server.track("crowd", "crowd" + number + "@example.com");
        }
        server.awaitStatus(flow, "WAITING", 5);

        var answer =
                server.ok(server.call("POST", "/workflows/" + flow.id() + "/executions/cancel-all", new JsonObject()));

        assertThat(answer.getLong("cancelled")).isEqualTo(5);
        assertThat(server.with(flow, "CANCELLED")).isEqualTo(5);
        assertThat(server.timers(flow)).isZero();
    }

    @Test
    void aRepeatedCancellationOfAllIsAnsweredAndCancelsNobodyElse() {
        var flow = server.publish(TestWorkflow.on("again").then("delay", "DELAY", config("amount", 1, "unit", "days")));
        var other = server.publish(
                TestWorkflow.on("elsewhere").then("delay", "DELAY", config("amount", 1, "unit", "days")));
        server.track("again", "first@example.com");
        server.awaitStatus(flow, "WAITING", 1);
        var answered = cancelAll(flow);
        server.track("again", "second@example.com");
        server.track("elsewhere", "second@example.com");
        server.awaitStatus(flow, "WAITING", 1);
        server.awaitStatus(other, "WAITING", 1);

        var repeated = cancelAll(flow);
        var reused = cancelAll(other);

        assertThat(repeated.body()).isEqualTo(answered.body()).isEqualTo("{\"cancelled\":1}");
        assertThat(reused.statusCode()).isEqualTo(409);
        assertThat(server.with(flow, "WAITING")).isEqualTo(1);
        assertThat(server.with(other, "WAITING")).isEqualTo(1);
    }

    private static HttpResponse<String> cancelAll(TestWorkflow flow) {
        var path = "/workflows/" + flow.id() + "/executions/cancel-all";
        return server.node().call("POST", path, server.node().secretKey(0), "", "Idempotency-Key", "all");
    }

    @Test
    void whoIsDeletedLeavesEveryWorkflow() {
        var template = server.template("Too late", "TRANSACTIONAL");
        var flow = server.publish(TestWorkflow.on("leaving")
                .then("delay", "DELAY", config("amount", 1, "unit", "days"))
                .then("mail", "SEND_EMAIL", config("templateId", template)));
        server.track("leaving", "jane@example.com");
        server.awaitStatus(flow, "WAITING", 1);

        var deleted = server.call("DELETE", "/contacts/" + server.contact("jane@example.com"), new JsonObject());

        assertThat(deleted.statusCode()).isEqualTo(204);
        server.awaitStatus(flow, "CANCELLED", 1);
        assertThat(reason(flow)).isEqualTo("The contact was deleted");
        assertThat(server.timers(flow)).as("the end of its delay").isZero();
        assertThat(server.mailsWith("Too late")).isEmpty();
    }

    @Test
    void whatIsDueInADisabledProjectIsCancelled() {
        var flow = TestWorkflow.on("closed").then("delay", "DELAY", config("amount", 1, "unit", "days"));
        flow.publish(server.node().database(), server.node().projectId(1));
        server.node()
                .post("/v1/track", server.node().secretKey(1), config("event", "closed", "email", "kai@example.com"));
        server.awaitStatus(flow, "WAITING", 1);
        server.rows(
                "UPDATE projects SET disabled = true WHERE id = ?::uuid",
                server.node().projectId(1));

        server.rows("UPDATE execution_timers SET due_at = now() WHERE workflow_id = ?::uuid", flow.id());

        server.awaitStatus(flow, "CANCELLED", 1);
        assertThat(reason(flow)).isEqualTo("The project is disabled");
    }

    @Test
    void aConditionKnowsTheMailsAndTheSegmentsOfAContact() {
        var segment = server.ok(server.call(
                        "POST",
                        "/segments",
                        config(
                                "name",
                                "Pros",
                                "type",
                                "DYNAMIC",
                                "condition",
                                config(
                                        "operator",
                                        "AND",
                                        "conditions",
                                        new JsonArray()
                                                .add(config(
                                                        "field", "data.plan", "operator", "equals", "value", "pro"))))))
                .getString("id");
        var template = server.template("Counted", "TRANSACTIONAL");
        var flow = server.publish(TestWorkflow.on("checked")
                .then("member", "CONDITION", config("field", "segment." + segment, "operator", "memberOfSegment"))
                .step("mail", "SEND_EMAIL", config("templateId", template))
                .branch("member", "yes", "mail")
                .then("rest", "DELAY", config("amount", 1, "unit", "days"))
                .then("sent", "CONDITION", config("field", "email.sent", "operator", "triggered"))
                .step("end", "EXIT", config("reason", "sent"))
                .branch("sent", "yes", "end"));
        server.track("checked", "lena@example.com", config("plan", "pro"));
        server.awaitStatus(flow, "WAITING", 1);
        await().atMost(TIMEOUT).until(() -> server.count("SELECT count(*) FROM emails WHERE sent_at IS NOT NULL") == 1);

        server.rows("UPDATE execution_timers SET due_at = now() WHERE workflow_id = ?::uuid", flow.id());

        server.awaitStatus(flow, "EXITED", 1);
        assertThat(reason(flow)).isEqualTo("sent");
    }
}
