package io.godwit.workflows.schedule;

import static io.godwit.kit.workflows.WorkflowApi.json;
import static io.godwit.kit.workflows.WorkflowApi.mistakes;
import static io.godwit.kit.workflows.WorkflowApi.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Workflows that start by the clock, from the API to the end of the last execution. */
@GodwitServer
class ScheduleTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static TestServer server;
    private static WorkflowApi calls;

    @BeforeAll
    static void start() {
        calls = new WorkflowApi(server, 0);
    }

    private static String scheduled(JsonObject config) {
        var flow = calls.workflow();
        calls.added(flow, "UPDATE_CONTACT", object("updates", object("greeted", "{{event.scheduledAt}}")));
        json(calls.patch("/workflows/" + flow, object("triggerType", "SCHEDULE", "triggerConfig", config)), 200);
        calls.enabled(flow);
        return flow;
    }

    private static void makeDue(String flow) {
        await().atMost(TIMEOUT)
                .until(() -> server.database()
                                .count("SELECT count(*) FROM workflow_schedules WHERE workflow_id = ?::uuid", flow)
                        == 1);
        server.database()
                .query(
                        "UPDATE workflow_schedules SET next_at = now() - interval '1 minute' WHERE workflow_id = ?::uuid",
                        flow);
    }

    private static long completed(String flow) {
        return json(calls.get("/workflows/" + flow + "/executions?status=COMPLETED"), 200)
                .getLong("total");
    }

    @Test
    void itsMomentBringsEveryContactIn() {
        var contact = json(calls.post("/contacts", object("email", UUID.randomUUID() + "@example.com")), 201)
                .getString("id");
        json(calls.post("/contacts", object("email", UUID.randomUUID() + "@example.com", "subscribed", false)), 201);
        var contacts = server.database()
                .count("SELECT count(*) FROM contacts WHERE project_id = ?::uuid", server.projectId(0));
        var flow = scheduled(object("schedule", "0 9 * * MON", "timeZone", "Europe/Berlin"));

        makeDue(flow);

        await().atMost(TIMEOUT).until(() -> completed(flow), found -> found == contacts);
        assertThat(json(calls.get("/contacts/" + contact), 200)
                        .getJsonObject("data")
                        .getString("greeted"))
                .matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
        assertThat(calls.whole(flow).getJsonObject("stats").getLong("total")).isEqualTo(contacts);
    }

    @Test
    void itsSegmentSaysWhoComesIn() {
        var segment = json(calls.post("/segments", object("name", "List " + UUID.randomUUID(), "type", "STATIC")), 201)
                .getString("id");
        var email = UUID.randomUUID() + "@example.com";
        json(calls.post("/contacts", object("email", email)), 201);
        json(calls.post("/segments/" + segment + "/members", new JsonObject("{\"emails\": [\"" + email + "\"]}")), 200);
        var flow = scheduled(object("schedule", "*/5 * * * *", "segmentId", segment));

        makeDue(flow);

        await().atMost(TIMEOUT).until(() -> completed(flow), found -> found == 1);
        var page = json(calls.get("/workflows/" + flow + "/executions"), 200);
        assertThat(page.getInteger("total")).isEqualTo(1);
        assertThat(page.getJsonArray("executions")
                        .getJsonObject(0)
                        .getJsonObject("contact")
                        .getString("email"))
                .isEqualTo(email);
    }

    @Test
    void aScheduleNobodyCanReadIsRefused() {
        var path = "/workflows/" + calls.workflow();

        var answer =
                calls.patch(path, object("triggerType", "SCHEDULE", "triggerConfig", object("schedule", "0 25 * * *")));

        assertThat(mistakes(answer)).containsExactly("triggerConfig.schedule");
        assertThat(answer.body()).contains("The hour must be from 0 to 23, not 25");
    }
}
