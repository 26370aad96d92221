package io.godwit.kit.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.net.DnsStub;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;

/** The domains of one project, as its owner sees them, and their zones. */
public record DomainApi(TestServer server, DnsStub dns, String key) {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** One nobody else has. */
    public JsonObject add() {
        return add("d" + UUID.randomUUID().toString().replace("-", "") + ".example.org");
    }

    public JsonObject add(String domain) {
        var answer = server.post("/domains", key, new JsonObject().put("domain", domain));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return new JsonObject(answer.body());
    }

    /** Added, published and checked. */
    public JsonObject verified() {
        return verified(add());
    }

    public JsonObject verified(JsonObject added) {
        publish(added);
        // A name server's answer may be too late for the first check on a busy machine.
        await().atMost(TIMEOUT).until(() -> check(added).getBoolean("verified"));
        return added;
    }

    /** Its proof, in strings of 255 octets. */
    public void publish(JsonObject domain) {
        publishRecord(keyRecord(domain));
    }

    public void publishRecord(JsonObject record) {
        dns.txt(record.getString("host"), record.getString("value").split("(?<=\\G.{255})", -1));
    }

    public JsonObject check(JsonObject domain) {
        var answer = ask(domain, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    public HttpResponse<String> ask(JsonObject domain, String query) {
        return server.get("/domains/" + domain.getString("id") + "/verify" + query, key);
    }

    public JsonObject get(JsonObject domain) {
        return new JsonObject(
                server.get("/domains/" + domain.getString("id"), key).body());
    }

    public JsonArray list() {
        return new JsonArray(server.get("/domains/project/any", key).body());
    }

    public HttpResponse<String> delete(JsonObject domain) {
        return server.call("DELETE", "/domains/" + domain.getString("id"), key, "");
    }

    public HttpResponse<String> replaceKey(JsonObject domain) {
        return server.post("/domains/" + domain.getString("id") + "/keys", key, "");
    }

    public HttpResponse<String> send(JsonObject domain) {
        return sendFrom("shop@" + domain.getString("domain"));
    }

    public HttpResponse<String> sendFrom(String address) {
        return server.post(
                "/v1/send",
                key,
                new JsonObject()
                        .put("to", "ada@example.com")
                        .put("from", address)
                        .put("subject", "Hello")
                        .put("body", "<p>Hello</p>"));
    }

    public static JsonObject keyRecord(JsonObject domain) {
        return domain.getJsonArray("records").getJsonObject(0);
    }
}
