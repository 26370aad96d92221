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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests dead executions that are retried when their contact has entered the workflow again. */
@CloseFields
class DeadExecutionRetryTest {

    private static WorkflowServer server;

    @BeforeAll
    static void start() {
        server = WorkflowServer.start();
    }

    /** A day's rest, then a wait for an event. */
    private static TestWorkflow flow(String event) {
        return flow(event, event + " reply");
    }

    private static TestWorkflow flow(String event, String awaited) {
        return server.publish(TestWorkflow.on(event)
                .reentry()
                .then("rest", "DELAY", config("amount", 1, "unit", "days"))
                .then("wait", "WAIT_FOR_EVENT", config("eventName", awaited, "timeout", 3600))
                .then("end", "EXIT", config("reason", "fine")));
    }

    private static void enter(TestWorkflow flow, String event, String email, long resting) {
        server.track(event, email);
        server.awaitStatus(flow, "WAITING", resting);
    }

    /** As nodes leave an execution that they died with three times, when it was alone, and its pause after the third is over. */
    private static void die(TestWorkflow flow, long dead) {
        server.rows("""
                UPDATE execution_timers
                   SET due_at = now() - interval '1 min', lost_leases = 10, alone_lost_leases = 3, lease_until = NULL
                 WHERE workflow_id = ?::uuid
                """, flow.id());
        server.awaitStatus(flow, "FAILED", dead);
    }

    private static JsonObject retry(TestWorkflow flow) {
        var dead = server.rows(
                "SELECT id::text FROM executions WHERE workflow_id = ?::uuid AND status = 'FAILED'", flow.id());
        var ids = new JsonArray(dead.stream().map(row -> row.get("id")).toList());
        return server.ok(server.call("POST", "/dead-letters/retry", config("kind", "EXECUTION", "ids", ids)));
    }

    /** Executions that wait for the event, each with its claim on the contact. */
    private static long awaiting(TestWorkflow flow, boolean bars) {
        return server.count("""
                SELECT count(*) FROM executions e JOIN execution_timers t ON t.execution_id = e.id
                 WHERE e.workflow_id = ?::uuid AND wait_event IS NOT NULL AND bars_reentry = ?
                """, flow.id(), bars);
    }

    @Test
    void aRetriedExecutionGoesOnBesideTheOneItsContactEnteredMeanwhile() {
        var flow = flow("reborn");
        enter(flow, "reborn", "reborn@example.com", 1);
        die(flow, 1);
        enter(flow, "reborn", "reborn@example.com", 1);

        var answer = retry(flow);
        server.awaitStatus(flow, "WAITING", 2);
        await().atMost(TIMEOUT).until(() -> awaiting(flow, false) + server.with(flow, "FAILED") == 1);
        server.track("reborn reply", "reborn@example.com");

        assertThat(answer.getInteger("retried")).isOne();
        server.awaitStatus(flow, "EXITED", 1);
        assertThat(server.with(flow, "WAITING")).isOne();
        assertThat(server.with(flow, "FAILED")).isZero();
    }

    @Test
    void ofTwoDeadExecutionsOfAContactThatAreRetriedTogetherBothGoOn() {
        var flow = flow("twice");
        enter(flow, "twice", "twice@example.com", 1);
        die(flow, 1);
        enter(flow, "twice", "twice@example.com", 1);
        die(flow, 2);

        var answer = retry(flow);

        assertThat(answer.getInteger("retried")).isEqualTo(2);
        await().atMost(TIMEOUT).until(() -> awaiting(flow, true) == 1 && awaiting(flow, false) == 1);
        server.track("twice", "twice@example.com");
        server.track("twice reply", "twice@example.com");
        server.awaitStatus(flow, "EXITED", 2);
        assertThat(server.count("SELECT count(*) FROM executions WHERE workflow_id = ?::uuid", flow.id()))
                .isEqualTo(2);
    }

    @Test
    void aRetriedExecutionCanBeCancelledWhenReEntryIsNoLongerAllowed() {
        var flow = flow("forbidden");
        enter(flow, "forbidden", "forbidden@example.com", 1);
        var first = server.execution(flow);
        die(flow, 1);
        enter(flow, "forbidden", "forbidden@example.com", 1);
        retry(flow);
        await().atMost(TIMEOUT).until(() -> server.timers(flow) == 2);
        server.rows("UPDATE workflows SET allow_reentry = false WHERE id = ?::uuid", flow.id());

        server.ok(server.call("DELETE", "/workflows/" + flow.id() + "/executions/" + first, new JsonObject()));

        server.awaitStatus(flow, "CANCELLED", 1);
        assertThat(server.with(flow, "WAITING")).isOne();
    }

    /**
     * The pruning deletes events that no step of the live version waits for, nor one of a version with an active execution. The
     * blanks around the name are no part of it.
     */
    @Test
    void aRetriedExecutionHearsTheEventThatNobodyElseWaitsForAnyMore() {
        var flow = flow("late", " late reply\t");
        enter(flow, "late", "late@example.com", 1);
        die(flow, 1);
        server.rows("DELETE FROM workflow_triggers WHERE kind = 'WAIT' AND workflow_id = ?::uuid", flow.id());

        retry(flow);
        await().atMost(TIMEOUT).until(() -> awaiting(flow, true) == 1);
        await().atMost(TIMEOUT).until(() -> server.count("""
                                SELECT count(*) FROM execution_timers WHERE workflow_id = ?::uuid AND due_at > now()
                                """, flow.id()) == 1);
        server.track("late reply", "late@example.com");

        server.awaitStatus(flow, "EXITED", 1);
    }
}
