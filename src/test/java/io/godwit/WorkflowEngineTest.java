package io.godwit;

import static io.godwit.FlowServer.PATIENCE;
import static io.godwit.FlowServer.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What executions do, seen from the front door, the tables and the mail server. */
class WorkflowEngineTest {

    private static FlowServer server;

    @BeforeAll
    static void start() {
        server = FlowServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void anEventBringsItsContactIntoAWorkflowThatMailsIt() {
        var template = server.template("Welcome {{plan}} {{event.plan}}", "TRANSACTIONAL");
        var flow = server.publish(Flow.on("signed up").then("mail", "SEND_EMAIL", config("templateId", template)));

        server.track("signed up", "ada@example.com", new JsonObject().put("plan", "pro"));

        server.awaitStatus(flow, "COMPLETED", 1);
        await().atMost(PATIENCE).until(() -> server.sink().messages().size() == 1);
        assertThat(server.sink().messages().get(0).text()).contains("Subject: Welcome pro pro");
        assertThat(server.path(flow)).containsExactly("start COMPLETED", "mail COMPLETED");
        assertThat(server.count("SELECT count(*) FROM execution_timers")).isZero();
    }
}
