package io.godwit.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.nodes.NodeWithMailServer;
import io.godwit.smtp.MimeParsedMessage;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Mail of {@code POST /v1/send} with a time of its own: it waits, is moved and is cancelled. */
@CloseFields
class ScheduledSendTest {

    private static NodeWithMailServer node;

    @BeforeAll
    static void start() {
        node = new NodeWithMailServer();
    }

    @Test
    void aScheduledMailWaitsForItsTime() {
        var at = Instant.now().plusSeconds(4);

        var sent = node.accepted(node.mail("later@example.com").put("scheduledAt", at.toString()));

        assertThat(Instant.parse(sent.getJsonObject("data").getString("scheduledAt")))
                .isBetween(at.minusMillis(1), at);
        var late = node.mailTo("later@example.com");
        assertThat(late.at()).isAfterOrEqualTo(at.minusMillis(100));
        assertThat(late.header("Date")).hasValueSatisfying(ignored -> assertThat(
                        MimeParsedMessage.of(late.bytes()).message().getDate().toInstant())
                .isAfterOrEqualTo(at.minusSeconds(1)));
        await().atMost(NodeWithMailServer.TIMEOUT)
                .until(() -> node.email(NodeWithMailServer.id(sent, 0)).getString("status"), "SENT"::equals);
        assertThat(node.email(NodeWithMailServer.id(sent, 0)).getString("scheduledAt"))
                .isEqualTo(sent.getJsonObject("data").getString("scheduledAt"));
    }

    @Test
    void aMailThatGoesAtOnceSaysNothingOfATime() {
        node.accepted(node.mail("another-day@example.com").put("scheduledAt", inDays(1)));
        var began = Instant.now();
        var sent = node.accepted(node.mail("once@example.com"));

        assertThat(sent.getJsonObject("data").containsKey("scheduledAt")).isFalse();
        assertThat(node.email(NodeWithMailServer.id(sent, 0)).getValue("scheduledAt"))
                .isNull();
        assertThat(node.mailTo("once@example.com").at()).isBefore(began.plusSeconds(30));
        assertThat(node.received("another-day@example.com")).isEmpty();
    }

    @Test
    void aScheduledMailIsShownAmongWhatIsToCome() {
        var at = Instant.now().plus(Duration.ofDays(3));

        var id = NodeWithMailServer.id(
                node.accepted(node.mail("soon@example.com").put("scheduled_at", at.toString())), 0);

        var item = upcoming("email_" + id + "_scheduled");
        assertThat(item.getString("type")).isEqualTo("email.scheduled");
        assertThat(item.getString("contactEmail")).isEqualTo("soon@example.com");
        assertThat(item.getJsonObject("metadata").getString("subject")).isEqualTo("Hello {{name ?? you}}");
        assertThat(Instant.parse(item.getString("timestamp"))).isBetween(at.minusMillis(1), at);
        assertThat(node.email(id).getString("status")).isEqualTo("PENDING");
    }

    @Test
    void aWaitingMailIsMoved() {
        var sent = node.accepted(node.mail("moved@example.com").put("scheduledAt", inDays(3)));

        var moved = call("PATCH", NodeWithMailServer.id(sent, 0), new JsonObject().put("scheduledAt", inDays(2)));
        var soon = Instant.now().plusSeconds(3);
        var answer =
                call("PATCH", NodeWithMailServer.id(sent, 0), new JsonObject().put("scheduledAt", soon.toString()));

        assertThat(moved.statusCode()).as(moved.body()).isEqualTo(200);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(Instant.parse(new JsonObject(answer.body()).getString("scheduledAt")))
                .isBetween(soon.minusMillis(1), soon);
        assertThat(node.mailTo("moved@example.com").at()).isAfterOrEqualTo(soon.minusMillis(100));
    }

    @Test
    void aWaitingMailIsCancelledAndStaysSo() {
        var sent = node.accepted(node.mail("never@example.com")
                .put("scheduledAt", inDays(3))
                .put(
                        "data",
                        new JsonObject()
                                .put("code", new JsonObject().put("value", 7).put("persistent", false))));
        var id = NodeWithMailServer.id(sent, 0);

        var first = call("DELETE", id, null);
        var second = call("DELETE", id, null);

        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(new JsonObject(first.body()).getString("status")).isEqualTo("CANCELLED");
        assertThat(node.email(id).getJsonArray("events").stream().map(JsonObject.class::cast))
                .extracting(event -> event.getString("name"))
                .containsExactly("email.cancelled");
        assertThat(node.get("/emails?status=CANCELLED&to=never@example.com").getJsonArray("data"))
                .hasSize(1);
        assertThat(node.get("/activity?types=email.cancelled").encode()).contains(id + "_cancelled");
        assertThat(rows("SELECT email_id FROM outbox WHERE email_id = ?", id)).isEmpty();
        assertThat(rows("SELECT variables::text AS v FROM emails WHERE id = ?", id)
                        .get(0)
                        .get("v"))
                .asString()
                .doesNotContain("\"once\"");
        assertThat(call("PATCH", id, new JsonObject().put("scheduledAt", inDays(1)))
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void whatWasSentOrIsNobodysIsNeitherMovedNorCancelled() {
        var id = NodeWithMailServer.id(node.accepted(node.mail("gone@example.com")), 0);
        await().atMost(NodeWithMailServer.TIMEOUT).until(() -> node.email(id).getString("status"), "SENT"::equals);
        var later = new JsonObject().put("scheduledAt", inDays(1));
        var foreign = NodeWithMailServer.id(
                new JsonObject(node.server()
                        .post(
                                "/v1/send",
                                node.server().secretKey(1),
                                node.mail("x@example.com")
                                        .put("from", "a@" + node.server().domain(1))
                                        .put("scheduledAt", inDays(1)))
                        .body()),
                0);

        assertThat(call("DELETE", id, null).statusCode()).isEqualTo(409);
        assertThat(call("PATCH", id, later).statusCode()).isEqualTo(409);
        for (var unknown : List.of(foreign, UUID.randomUUID().toString(), "x")) {
            assertThat(call("DELETE", unknown, null).statusCode()).isEqualTo(404);
            assertThat(call("PATCH", unknown, later).statusCode()).isEqualTo(404);
        }
        for (var bad : List.of(new JsonObject(), new JsonObject().put("scheduledAt", "2020-01-01T00:00:00Z"))) {
            assertThat(call("PATCH", id, bad).statusCode()).isEqualTo(422);
        }
        assertThat(node.server()
                        .get("/emails/" + foreign, node.server().secretKey(1))
                        .body())
                .contains("PENDING");
    }

    /** A mail server that refuses for the time being has not got the mail. */
    @Test
    void aMailThatWaitsForAnotherTryIsCancelled() {
        var id = NodeWithMailServer.id(node.accepted(node.mail("tempfail-rcpt-450@example.com")), 0);
        await().atMost(NodeWithMailServer.TIMEOUT)
                .until(() -> !node.email(id).getJsonArray("attempts").isEmpty());

        var answer = call("DELETE", id, null);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(node.email(id).getString("status")).isEqualTo("CANCELLED");
    }

    @Test
    void aRepeatedCallIsAnsweredWithItsFirstTime() {
        var body = node.mail("again@example.com").put("scheduledAt", inDays(1)).encode();

        var first =
                node.server().call("POST", "/v1/send", node.server().secretKey(0), body, "Idempotency-Key", "later-1");
        var second =
                node.server().call("POST", "/v1/send", node.server().secretKey(0), body, "Idempotency-Key", "later-1");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers().firstValue("Idempotent-Replay")).contains("true");
        assertThat(rows("SELECT id FROM emails WHERE to_email = 'again@example.com'"))
                .hasSize(1);
    }

    private static JsonObject upcoming(String id) {
        return node.get("/activity/upcoming").getJsonArray("activities").stream()
                .map(JsonObject.class::cast)
                .filter(item -> item.getString("id").equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static HttpResponse<String> call(String method, String id, JsonObject body) {
        return node.server()
                .call(method, "/emails/" + id, node.server().secretKey(0), body == null ? "" : body.encode());
    }

    private static List<Map<String, Object>> rows(String sql, String... ids) {
        return ids.length == 0
                ? node.server().database().query(sql)
                : node.server().database().query(sql, UUID.fromString(ids[0]));
    }

    private static String inDays(int days) {
        return Instant.now().plus(Duration.ofDays(days)).toString();
    }
}
