package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Work that was given up is listed, and queued again in bulk. */
class DeadLettersTest {

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

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
        await().atMost(Duration.ofSeconds(20)).until(() -> server.database()
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
        await().atMost(Duration.ofSeconds(20))
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
