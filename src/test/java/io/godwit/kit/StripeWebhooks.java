package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.net.StripeDouble;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** Sends a node the events of Stripe. */
public record StripeWebhooks(TestServer server) {

    public static final Duration TIMEOUT = Duration.ofSeconds(60);

    public static JsonObject event(String type, JsonObject object) {
        return event(type, object, Instant.now());
    }

    public static JsonObject event(String type, JsonObject object, Instant madeAt) {
        return new JsonObject()
                .put("id", "evt_" + UUID.randomUUID())
                .put("object", "event")
                .put("api_version", "2020-08-27")
                .put("type", type)
                .put("created", madeAt.getEpochSecond())
                .put("data", new JsonObject().put("object", object));
    }

    public HttpResponse<String> tell(JsonObject event) {
        var body = event.encode();
        return send(body, StripeDouble.signature(body, Instant.now().getEpochSecond()));
    }

    public HttpResponse<String> send(String body, String signature) {
        return signature.isEmpty()
                ? server.call("POST", "/webhooks/incoming/stripe", "", body)
                : server.call("POST", "/webhooks/incoming/stripe", "", body, "Stripe-Signature", signature);
    }

    /** Completes when the event is processed; answers what became of it. */
    public String processed(JsonObject event) {
        var answer = tell(event);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        await().atMost(TIMEOUT)
                .until(() -> server.database()
                                .count(
                                        "SELECT count(*) FROM stripe_events WHERE id = ? AND processed_at IS NOT NULL",
                                        event.getString("id"))
                        == 1);
        return String.valueOf(
                server.database().value("SELECT outcome FROM stripe_events WHERE id = ?", event.getString("id")));
    }

    public JsonObject checkedOut(int project, String customer, String subscription) {
        return event(
                "checkout.session.completed",
                new JsonObject()
                        .put("id", "cs_" + UUID.randomUUID())
                        .put("client_reference_id", server.projectId(project))
                        .put("customer", customer)
                        .put("subscription", subscription)
                        .put("currency", "eur"));
    }

    /** Gives a project a subscription. */
    public void subscribe(int project, String customer) {
        assertThat(processed(checkedOut(project, customer, "sub_of_" + customer)))
                .contains("has a subscription");
    }

    public JsonObject limits(int project) {
        return ok(server.get(path(project, "/billing-limits"), server.secretKey(project)));
    }

    public JsonObject limit(int project, String category, Integer cap) {
        var answer = server.call(
                "PUT",
                path(project, "/billing-limits"),
                server.secretKey(project),
                new JsonObject().put(category, cap).encode());
        return ok(answer);
    }

    public String path(int project, String end) {
        return "/users/@me/projects/" + server.projectId(project) + end;
    }

    public JsonObject ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    /**
     * Nothing is counted, limited or suspended any more. A notice that is written meanwhile goes with its email, or stays. Events go first:
     * one that is being processed is waited for, and would give its project a subscription again behind the other tables.
     */
    public void clear() {
        await().atMost(TIMEOUT).until(() -> server.database().count("SELECT count(*) FROM outbox") == 0);
        server.database().query("DELETE FROM emails");
        server.database().query("DELETE FROM outbox");
        for (var table : new String[] {
            "stripe_events",
            "billing_accounts",
            "billing_usage",
            "billing_deltas",
            "billing_notices",
            "stripe_tasks",
            "suspensions"
        }) {
            server.database().query("DELETE FROM " + table);
        }
        server.database().query("UPDATE projects SET disabled = false, disabled_reason = NULL WHERE disabled");
        server.database().query("UPDATE installation SET keys_version = keys_version + 1");
        await().atMost(TIMEOUT)
                .until(() ->
                        server.call("PUT", path(0, "/billing-limits"), server.secretKey(0), new JsonObject().encode())
                                        .statusCode()
                                != 403);
    }
}
