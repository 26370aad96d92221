package io.godwit.workflows.engine;

import static io.godwit.kit.workflows.WorkflowServer.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.DatabaseRows;
import io.godwit.kit.workflows.TestWorkflow;
import io.godwit.kit.workflows.WaitingContacts;
import io.godwit.kit.workflows.WorkflowServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fifty thousand are cancelled at once, while some of them are due. */
@Tag("soak")
class ExecutionCancelSoakTest {

    private static final int SIZE = 50_000;

    @Test
    void fiftyThousandAreCancelledInTenSecondsAndNothingHappensToThemAfterwards() {
        try (var server = WorkflowServer.start()) {
            var flow = server.publish(TestWorkflow.on("crowd")
                    .then("rest", "DELAY", config("amount", 1, "unit", "days"))
                    .then("update", "UPDATE_CONTACT", config("updates", config("done", "{{id}}"))));
            var crowd = new WaitingContacts(DatabaseRows.of(server.node().database()), flow, SIZE);
            crowd.rest(
                    server.project(), "member", "rest", "interval '4 s' + random() * interval '6 s'", "NULL", "NULL");
            crowd.awaitMore(0, WorkflowServer.TIMEOUT);

            var started = System.nanoTime();
            server.ok(server.call("POST", "/workflows/" + flow.id() + "/executions/cancel-all", new JsonObject()));
            var took = Duration.ofNanos(System.nanoTime() - started);
            var done = crowd.with("COMPLETED");

            assertThat(took).isLessThan(Duration.ofSeconds(10));
            assertThat(done).isBetween(1L, SIZE - 1L);
            assertThat(crowd.left()).isZero();
            assertThat(crowd.with("CANCELLED")).isEqualTo(SIZE - done);
            await().during(Duration.ofSeconds(3))
                    .atMost(WorkflowServer.TIMEOUT)
                    .until(() -> server.count("""
                            SELECT count(*) FROM contacts c JOIN executions e ON e.contact_id = c.id
                             WHERE workflow_id = ?::uuid AND jsonb_exists(c.data, 'done')
                            """, flow.id()) == done);
        }
    }
}
