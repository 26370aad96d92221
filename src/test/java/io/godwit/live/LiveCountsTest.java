package io.godwit.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.EventStream;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.JobApi;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The numbers that come with the news of one thing, so that its page needs no request. */
@GodwitServer
class LiveCountsTest {

    private static TestServer server;

    private static JsonObject post(String path, JsonObject body) {
        return post(0, path, body);
    }

    private static JsonObject post(int project, String path, JsonObject body) {
        var answer = server.post(path, server.secretKey(project), body);
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
        return new JsonObject(answer.body());
    }

    private static JsonObject counts(EventStream.Event event) {
        return event.json().getJsonObject("counts", new JsonObject());
    }

    @Test
    void theCountsOfACampaignComeUntilTheyAreComplete() {
        post(1, "/contacts", new JsonObject().put("email", "reader@example.com").put("subscribed", true));
        var campaign = post(
                        1,
                        "/campaigns",
                        new JsonObject()
                                .put("name", "July")
                                .put("subject", "Hello")
                                .put("body", "<p>Hello</p>")
                                .put("from", "hello@" + server.domain(1))
                                .put("audienceType", "ALL"))
                .getJsonObject("data")
                .getString("id");
        try (var stream = EventStream.of(server, 1, "campaign:" + campaign)) {
            post(1, "/campaigns/" + campaign + "/send", new JsonObject());

            var last = stream.next(event -> event.isChangeOf("campaign", campaign)
                    && counts(event).getJsonObject("books", new JsonObject()).getLong("sent", 0L) == 1);
            assertThat(counts(last).getJsonObject("books").getLong("pending")).isZero();
        }
    }

    @Test
    void theRateAndTheTimeLeftOfACampaignComeWhileItIsSent() {
        var project = server.projectId(0);
        server.database().query("UPDATE projects SET emails_per_second = 2 WHERE id = ?::uuid", project);
        // The figure of all contacts counts those that come by a call.
        post("/contacts", new JsonObject().put("email", "slow@example.org").put("subscribed", true));
        server.database().query("""
                INSERT INTO contacts (project_id, id, email, subscribed)
                SELECT ?::uuid, gen_random_uuid(), 'slow' || n || '@example.org', true FROM generate_series(1, 500) n
                """, project);
        var campaign = post(
                        "/campaigns",
                        new JsonObject()
                                .put("name", "Slow")
                                .put("subject", "Hello")
                                .put("body", "<p>Hello</p>")
                                .put("from", "hello@" + server.domain(0))
                                .put("audienceType", "ALL"))
                .getString("id");
        try (var stream = EventStream.of(server, 0, "campaign:" + campaign)) {
            post("/campaigns/" + campaign + "/send", new JsonObject());

            var moving = stream.next(event -> event.isChangeOf("campaign", campaign)
                    && counts(event).getJsonObject("sending") != null
                    && counts(event).getJsonObject("sending").getLong("perMinute") > 0);
            var sending = counts(moving).getJsonObject("sending");
            assertThat(sending.getLong("perMinute")).isLessThan(500);
            assertThat(sending.getLong("secondsLeft")).isPositive();
            assertThat(sending.getJsonArray("errors")).isEmpty();
            assertThat(Instant.parse(counts(moving).getString("countedAt")))
                    .isAfter(Instant.now().minusSeconds(2));

            post("/campaigns/" + campaign + "/pause", new JsonObject());
            var paused = stream.next(event -> event.isChangeOf("campaign", campaign)
                    && counts(event).getJsonObject("sending") != null
                    && counts(event).getJsonObject("sending").getValue("secondsLeft") == null);
            assertThat(counts(paused).getJsonObject("books").getLong("pending")).isPositive();
        } finally {
            server.post("/campaigns/" + campaign + "/cancel", server.secretKey(0), new JsonObject());
            server.database().query("UPDATE projects SET emails_per_second = NULL WHERE id = ?::uuid", project);
        }
    }

    @Test
    void theProgressOfAJobComesToItsEnd() {
        var jobs = new JobApi(server.baseUrl(), server.secretKey(0));
        var rows = new StringBuilder("email\n");
        for (var number = 0; number < 5_000; number++) {
            rows.append("imported").append(number).append("@example.com\n");
        }
        var id = jobs.queueImport(rows.toString());
        try (var stream = EventStream.of(server, 0, "job:" + id)) {
            var last = stream.next(event -> event.isChangeOf("job", id)
                    && "completed".equals(counts(event).getString("state")));
            assertThat(counts(last).getInteger("progress")).isEqualTo(100);
            assertThat(counts(last).getInteger("createdCount")).isEqualTo(5_000);
        }
    }

    @Test
    void theCountsOfAWorkflowAndItsStepsComeWithEachExecution() {
        var calls = new WorkflowApi(server, 0);
        var id = calls.workflow("counted");
        var wait = calls.added(id, "DELAY", WorkflowApi.delay());
        calls.enabled(id);
        try (var stream = EventStream.of(server, 0, "workflow:" + id)) {
            post("/v1/track", new JsonObject().put("email", "w@example.com").put("event", "counted"));

            var counted = stream.next(event -> event.isChangeOf("workflow", id)
                    && counts(event)
                                    .getJsonObject("steps", new JsonObject())
                                    .getJsonObject(wait, new JsonObject())
                                    .getLong("waiting", 0L)
                            == 1);
            assertThat(counts(counted).getJsonObject("stats").getLong("total")).isEqualTo(1);
        }
    }

    @Test
    void anOperatorHearsOfTheQueuesAndAMemberDoesNot() {
        var operator = BrowserUser.demo(server);
        var project = server.projectId(0);
        var url = server.baseUrl() + "/projects/" + project + "/stream?topics=queue";
        try (var watched = EventStream.open(url, "Cookie", operator.cookie());
                var withKey = EventStream.of(server, 0, "queue,activity")) {
            post(
                    "/v1/send",
                    new JsonObject()
                            .put("to", UUID.randomUUID() + "@example.com")
                            .put("from", "hello@" + server.domain(0))
                            .put("subject", "Later")
                            .put("body", "<p>Later</p>")
                            .put(
                                    "scheduledAt",
                                    Instant.now().plus(Duration.ofDays(9)).toString()));

            var news = watched.next(event -> event.isChangeOf("queue")
                    && counts(event).getJsonArray("queues").getJsonObject(0).getLong("scheduled") == 1);
            assertThat(counts(news).getJsonArray("queues").getJsonObject(0).getString("name"))
                    .isEqualTo("emails");
            assertThat(withKey.events()).noneMatch(event -> event.isChangeOf("queue"));
        }
    }
}
