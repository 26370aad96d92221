package io.godwit.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Work that was given up is listed, and queued again in bulk. */
@GodwitServer
class DeadLetterServiceTest {

    /** One of a project that died so many days ago. */
    private static final String INSERT = "INSERT INTO dead_letters (project_id, kind, id, reason, died_at)"
            + " VALUES (?, 'EMAIL', ?, 'stopped', now() - make_interval(days => ?))";

    private static TestServer server;

    @Test
    void aDeadEmailIsListedAndSentWhenItsProjectAsksForIt() {
        var email = dead();

        var listed = new JsonObject(
                server.get("/dead-letters?kind=EMAIL", server.secretKey(0)).body());
        var foreign =
                new JsonObject(server.get("/dead-letters", server.secretKey(1)).body());
        var others = server.post("/dead-letters/retry", server.secretKey(1), new JsonObject());
        var retried = server.post("/dead-letters/retry", server.secretKey(0), new JsonObject().put("kind", "EMAIL"));

        assertThat(listed.getJsonArray("data").getJsonObject(0).getString("id")).isEqualTo(email.toString());
        assertThat(listed.getInteger("total")).isOne();
        assertThat(foreign.getInteger("total")).isZero();
        assertThat(new JsonObject(others.body()).getInteger("retried")).isZero();
        assertThat(new JsonObject(retried.body()).getInteger("retried")).isOne();
        await().atMost(Duration.ofSeconds(60)).until(() -> server.database()
                .value("SELECT status FROM emails WHERE id = ?", email)
                .equals("SENT"));
        assertThat(server.database().count("SELECT count(*) FROM dead_letters")).isZero();
    }

    @Test
    void anUnknownKindIsRefused() {
        assertThat(server.get("/dead-letters?kind=CAT", server.secretKey(0)).statusCode())
                .isEqualTo(422);
        assertThat(server.post("/dead-letters/retry", server.secretKey(0), new JsonObject().put("kind", "CAT"))
                        .statusCode())
                .isEqualTo(422);
        assertThat(server.post(
                                "/dead-letters/retry",
                                server.secretKey(0),
                                new JsonObject().put("ids", new io.vertx.core.json.JsonArray().add("x")))
                        .statusCode())
                .isEqualTo(422);
    }

    @Test
    void aDeadLetterIsForgottenAfterItsRetention() {
        var old = UUID.randomUUID();
        var young = UUID.randomUUID();
        died(old, 31);
        died(young, 29);

        server.restart();

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(deadLetters()).containsExactly(young));
        server.database().query("DELETE FROM dead_letters");
    }

    @Test
    void withoutARetentionDeadLettersAreKept() {
        try (var forever =
                TestServer.start(Map.of("GODWIT_RETENTION_DEAD_LETTERS", "0d", "GODWIT_RETENTION_JOBS", "30d"))) {
            var project = UUID.fromString(forever.projectId(0));
            forever.database().query(INSERT, project, UUID.randomUUID(), 4_000);
            forever.database()
                    .query(
                            "INSERT INTO jobs (project_id, id, kind, input, state, due_at, ended_at) "
                                    + "VALUES (?, ?, 'none', '{}', 'completed', NULL, now() - interval '31 days')",
                            project,
                            UUID.randomUUID());

            forever.restart();

            await().atMost(Duration.ofSeconds(60))
                    .until(() -> forever.database().count("SELECT count(*) FROM jobs") == 0);
            assertThat(forever.database().count("SELECT count(*) FROM dead_letters"))
                    .isOne();
        }
    }

    private static void died(UUID id, int days) {
        server.database().query(INSERT, UUID.fromString(server.projectId(0)), id, days);
    }

    private static List<Object> deadLetters() {
        return server.database().query("SELECT id FROM dead_letters").stream()
                .map(row -> row.get("id"))
                .toList();
    }

    /** As the pipeline leaves one: accepted, then given up. */
    private UUID dead() {
        var answer = server.post(
                "/v1/send",
                server.secretKey(0),
                new JsonObject()
                        .put("to", "ada@example.com")
                        .put("from", "shop@" + server.domain(0))
                        .put("subject", "Hello")
                        .put("body", "<p>Hello</p>"));
        var id = UUID.fromString(new JsonObject(answer.body())
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email"));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> server.database().count("SELECT count(*) FROM outbox WHERE email_id = ?", id) == 0);
        server.database().query("UPDATE emails SET status = 'FAILED', error = 'stopped' WHERE id = ?", id);
        server.database()
                .query(
                        "INSERT INTO dead_letters (project_id, kind, id, reason, payload) "
                                + "VALUES (?, 'EMAIL', ?, 'stopped', '{\"lane\": 0, \"attempts\": 1}')",
                        UUID.fromString(server.projectId(0)),
                        id);
        return id;
    }
}
