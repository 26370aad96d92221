package io.godwit.workflows.engine;

import static io.godwit.kit.workflows.WorkflowServer.TIMEOUT;
import static io.godwit.kit.workflows.WorkflowServer.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.workflows.TestWorkflow;
import io.godwit.kit.workflows.WorkflowServer;
import io.vertx.core.json.JsonArray;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The events that waits end by, and the values that come with them. */
class ExecutionEventTest {

    private static WorkflowServer server;

    @BeforeAll
    static void start() {
        server = WorkflowServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void awaitWaiting(TestWorkflow flow) {
        await().atMost(TIMEOUT).until(() -> server.count("""
                                SELECT count(*) FROM execution_timers
                                 WHERE workflow_id = ?::uuid AND wait_event IS NOT NULL AND due_at > now()
                                """, flow.id()) > 0);
    }

    @Test
    void aLaterEventReplacesAValueForOneTimeOnly() {
        var flow = server.publish(TestWorkflow.on("asked")
                .then("wait", "WAIT_FOR_EVENT", config("eventName", "answered"))
                .then("check", "CONDITION", config("field", "event.code", "operator", "equals", "value", "new"))
                .step("yes", "EXIT", config("reason", "new"))
                .branch("check", "yes", "yes"));
        server.track("asked", "ann@example.com", config("code", config("value", "old", "persistent", false)));
        awaitWaiting(flow);

        server.track("answered", "ann@example.com", config("code", "new"));

        server.awaitStatus(flow, "EXITED", 1);
        assertThat(server.path(flow).get(2)).isEqualTo("check COMPLETED yes");
    }

    /** The search for waits has not come to the event yet: as if it had, the event is not in its queue. */
    @Test
    void anEventBeforeTheTimeoutWinsAfterAHundredThatDoNotMatch() {
        var condition = config("field", "event.page", "operator", "equals", "value", "prices");
        var wait = config("eventName", "viewed", "timeout", 3600, "conditions", new JsonArray().add(condition));
        var flow = server.publish(TestWorkflow.on("visited")
                .then("wait", "WAIT_FOR_EVENT", wait)
                .step("event", "EXIT", config("reason", "event"))
                .step("timeout", "EXIT", config("reason", "timeout"))
                .outcome("wait", "EVENT", "event")
                .outcome("wait", "TIMEOUT", "timeout"));
        server.track("visited", "bob@example.com");
        awaitWaiting(flow);
        for (var number = 0; number < 100; number++) {
            server.track("viewed", "bob@example.com", config("page", "home"));
        }
        server.rows("DELETE FROM workflow_triggers WHERE kind = 'WAIT' AND workflow_id = ?::uuid", flow.id());
        server.track("viewed", "bob@example.com", config("page", "prices"));

        server.rows(
                "UPDATE execution_timers SET due_at = now(), wait_until = now() WHERE workflow_id = ?::uuid",
                flow.id());

        server.awaitStatus(flow, "EXITED", 1);
        assertThat(server.path(flow)).contains("wait COMPLETED EVENT");
    }
}
