package io.godwit.workflows;

import static io.godwit.kit.workflows.WorkflowServer.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.workflows.TestWorkflow;
import io.godwit.kit.workflows.WorkflowApi;
import io.godwit.kit.workflows.WorkflowServer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A step that calls somebody's server rests until the call has ended. */
@CloseFields
class WorkflowWebhookTest {

    private static final List<JsonObject> BODIES = new CopyOnWriteArrayList<>();

    private static WorkflowServer server;
    private static HttpServer receiver;

    @BeforeAll
    static void start() {
        server = WorkflowServer.start(Map.of("GODWIT_WEBHOOKS_ALLOW", "127.0.0.0/8", "GODWIT_WEBHOOKS_PACE", "1000"));
        receiver = server.vertx()
                .createHttpServer()
                .requestHandler(request -> request.body().onSuccess(body -> {
                    BODIES.add(body.toJsonObject());
                    var status = Integer.parseInt(request.path().substring(1));
                    request.response().setStatusCode(status).end("heard " + request.getHeader("X-Plan"));
                }))
                .listen(0, "127.0.0.1")
                .await();
    }

    private static String url(int status) {
        return "http://127.0.0.1:" + receiver.actualPort() + "/" + status + "?token={{data.token}}";
    }

    private static TestWorkflow calling(String event, int status) {
        return server.publish(TestWorkflow.on(event)
                .then("call", "WEBHOOK", config("url", url(status), "headers", config("X-Plan", "{{plan}}")))
                .then("end", "EXIT", config()));
    }

    @Test
    void theAnswerOfACallIsWrittenDownAndTheWayGoesOn() {
        var flow = calling("told", 200);

        var event = server.track("told", "ann@example.com", config("plan", "pro", "token", "s3cr3t"));

        server.awaitStatus(flow, "EXITED", 1);
        var output = server.output(flow, "call");
        assertThat(output.getInteger("statusCode")).isEqualTo(200);
        assertThat(output.getBoolean("success")).isTrue();
        assertThat(output.getString("response")).isEqualTo("heard pro");
        assertThat(output.getString("url")).doesNotContain("s3cr3t");
        assertThat(BODIES).filteredOn(body -> body.containsKey("contact")).anySatisfy(body -> {
            assertThat(body.getJsonObject("contact").getString("id")).isEqualTo(event.getString("contact"));
            assertThat(body.getJsonObject("event").getString("plan")).isEqualTo("pro");
            assertThat(body.getJsonObject("workflow").getString("id")).isEqualTo(flow.id());
        });
    }

    @Test
    void aRefusalIsAnAnswerToo() {
        var flow = calling("refused", 404);

        server.track("refused", "bob@example.com");

        server.awaitStatus(flow, "EXITED", 1);
        assertThat(server.output(flow, "call").getBoolean("success")).isFalse();
        assertThat(server.output(flow, "call").getInteger("statusCode")).isEqualTo(404);
    }

    @Test
    void whatMayNotBeCalledFailsTheExecution() {
        var flow = server.publish(TestWorkflow.on("blocked")
                .then("call", "WEBHOOK", config("url", "http://10.0.0.1/"))
                .then("end", "EXIT", config()));

        server.track("blocked", "cid@example.com");

        server.awaitStatus(flow, "FAILED", 1);
        assertThat(server.path(flow)).containsExactly("start COMPLETED", "call FAILED");
        assertThat(server.rows("SELECT error FROM executions WHERE workflow_id = ?::uuid", flow.id())
                        .get(0)
                        .get("error"))
                .asString()
                .startsWith("SSRF_BLOCKED");
    }

    @Test
    void aCancelledExecutionIsNotWokenByItsCall() {
        var flow = calling("cancelled", 503);
        server.track("cancelled", "dan@example.com");
        server.awaitStatus(flow, "WAITING", 1);

        server.ok(server.call(
                "DELETE", "/workflows/" + flow.id() + "/executions/" + server.execution(flow), new JsonObject()));

        assertThat(server.count(
                        "SELECT count(*) FROM webhook_calls WHERE execution_id = ?::uuid", server.execution(flow)))
                .isZero();
        assertThat(server.with(flow, "CANCELLED")).isEqualTo(1);
    }

    /** Addresses, headers and bodies hold keys of other people's services. */
    @Test
    void whatAStepIsSetToIsReadableInNoTableAndReachesItsReceiver() {
        var calls = new WorkflowApi(server.node(), 0);
        var id = calls.workflow("sealed");
        calls.added(
                id,
                "WEBHOOK",
                config("url", url(200).replace("{{data.token}}", "CANARY1"))
                        .put("headers", config("X-Plan", "CANARY2"))
                        .put("body", config("key", "CANARY3")));
        calls.enabled(id);
        var version = calls.whole(id).getInteger("version");
        WorkflowApi.json(calls.patch("/workflows/" + id, config("name", "Renamed")), 200);
        var copy = WorkflowApi.json(calls.post("/workflows/" + id + "/duplicate", config()), 201)
                .getString("id");
        calls.enabled(copy);

        server.track("sealed", "eva@example.com");

        await().atMost(WorkflowServer.TIMEOUT).until(() -> server.count("""
                        SELECT count(*) FROM execution_visits
                         WHERE output ->> 'statusCode' = '200' AND output ->> 'response' = 'heard CANARY2'
                        """) == 2);
        assertThat(BODIES).contains(config("key", "CANARY3"));
        assertThat(server.count("SELECT count(*) FROM workflow_steps WHERE config::text LIKE '%CANARY%'"))
                .isZero();
        assertThat(server.count("SELECT count(*) FROM workflow_versions WHERE graph::text LIKE '%CANARY%'"))
                .isZero();
        assertThat(calls.whole(id).getInteger("version")).isEqualTo(version);
    }
}
