package io.godwit.workflows.engine;

import static io.godwit.kit.workflows.WorkflowServer.config;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.workflows.TestWorkflow;
import io.godwit.kit.workflows.WorkflowServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Executions whose own steps change their contact, and executions of contacts that are deleted. */
class ExecutionContactTest {

    private static WorkflowServer server;

    @BeforeAll
    static void start() {
        server = WorkflowServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String segment(String plan) {
        var condition = config("field", "data.plan", "operator", "equals", "value", plan);
        var filters = config("operator", "AND", "conditions", new JsonArray().add(condition));
        return server.ok(server.call("POST", "/segments", config("name", "On " + plan, "filters", filters)))
                .getString("id");
    }

    private static JsonObject isMember(String segment) {
        return config("field", "segment." + segment, "operator", "memberOfSegment");
    }

    private static JsonObject plan(String name) {
        return config("updates", config("plan", name));
    }

    @Test
    void aConditionOnASegmentSeesWhatTheStepsBeforeItChanged() {
        var pro = segment("pro");
        var team = segment("team");
        var flow = server.publish(TestWorkflow.on("upgraded")
                .then("upgrade", "UPDATE_CONTACT", plan("pro"))
                .then("first", "CONDITION", isMember(pro))
                .step("again", "UPDATE_CONTACT", plan("team"))
                .branch("first", "yes", "again")
                .then("second", "CONDITION", isMember(pro))
                .step("third", "CONDITION", isMember(team))
                .branch("second", "no", "third")
                .step("end", "EXIT", config("reason", "on team"))
                .branch("third", "yes", "end"));

        server.track("upgraded", "ada@example.com", config("plan", "free"));

        server.awaitStatus(flow, "EXITED", 1);
        assertThat(server.path(flow))
                .containsExactly(
                        "start COMPLETED",
                        "upgrade COMPLETED",
                        "first COMPLETED yes",
                        "again COMPLETED",
                        "second COMPLETED no",
                        "third COMPLETED yes",
                        "end COMPLETED");
    }

    /** Nodes of the version before fail an execution that is running and due again at a condition. */
    @Test
    void anExecutionDoesNotRestAtAConditionOnASegment() {
        server.rows(
                "ALTER TABLE executions ADD CONSTRAINT rests CHECK (status <> 'RUNNING' OR current_step_id IS NULL)");
        var gold = segment("gold");
        var flow = server.publish(TestWorkflow.on("ennobled")
                .then("update", "UPDATE_CONTACT", plan("gold"))
                .then("asked", "CONDITION", isMember(gold)));

        server.track("ennobled", "bea@example.com", config("plan", "tin"));

        server.awaitStatus(flow, "COMPLETED", 1);
        assertThat(server.path(flow)).containsExactly("start COMPLETED", "update COMPLETED", "asked COMPLETED yes");
    }

    @Test
    void eachOfTwoExecutionsThatChangeTheContactSeesItsOwnChange() {
        var silver = segment("silver");
        var bronze = segment("bronze");
        var first = server.publish(TestWorkflow.on("moved")
                .then("update", "UPDATE_CONTACT", plan("silver"))
                .then("asked", "CONDITION", isMember(silver)));
        var second = server.publish(TestWorkflow.on("moved")
                .then("update", "UPDATE_CONTACT", plan("bronze"))
                .then("asked", "CONDITION", isMember(bronze)));

        server.track("moved", "cid@example.com", config("plan", "tin"));

        server.awaitStatus(first, "COMPLETED", 1);
        server.awaitStatus(second, "COMPLETED", 1);
        var last = server.rows("SELECT data ->> 'plan' AS plan FROM contacts WHERE email = 'cid@example.com'")
                .get(0)
                .get("plan");
        assertThat(server.path("silver".equals(last) ? first : second)).contains("asked COMPLETED yes");
    }

    @Test
    void ofADeletedContactOnlyTheStepsOfItsExecutionsAreLeft() {
        var flow = server.publish(TestWorkflow.on("left")
                .then("mail", "SEND_EMAIL", config("templateId", server.template("Bye", "TRANSACTIONAL")))
                .then("update", "UPDATE_CONTACT", config("updates", config("street", "Elm Street")))
                .then("end", "EXIT", config("reason", "done")));
        server.track("left", "eve@example.com", config("nickname", "Evie"));
        server.awaitStatus(flow, "EXITED", 1);
        var path = "/workflows/" + flow.id() + "/executions/" + server.execution(flow);
        var before = server.call("GET", path, new JsonObject()).body();

        server.call("DELETE", "/contacts/" + server.contact("eve@example.com"), new JsonObject());
        var after = server.call("GET", path, new JsonObject());

        assertThat(before).contains("eve@example.com", "Evie", "Elm Street");
        assertThat(after.statusCode()).isEqualTo(200);
        assertThat(after.body()).doesNotContain("eve@example.com", "Evie", "Elm Street");
        assertThat(server.path(flow))
                .containsExactly("start COMPLETED", "mail COMPLETED", "update COMPLETED", "end COMPLETED");
    }
}
