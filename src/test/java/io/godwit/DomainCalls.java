package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DnsStub;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.UUID;

/** The domains of one project, as its owner sees them, and their zones. */
record DomainCalls(TestServer server, DnsStub dns, String key) {

    /** One nobody else has. */
    JsonObject add() {
        return add("d" + UUID.randomUUID().toString().replace("-", "") + ".example.org");
    }

    JsonObject add(String domain) {
        var answer = server.post("/domains", key, new JsonObject().put("domain", domain));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return new JsonObject(answer.body());
    }

    /** Added, published and checked. */
    JsonObject verified() {
        return verified(add());
    }

    JsonObject verified(JsonObject added) {
        publish(added);
        assertThat(check(added).getBoolean("verified")).isTrue();
        return added;
    }

    /** Its proof, in strings of 255 octets. */
    void publish(JsonObject domain) {
        publishRecord(keyRecord(domain));
    }

    void publishRecord(JsonObject record) {
        dns.txt(record.getString("host"), record.getString("value").split("(?<=\\G.{255})", -1));
    }

    JsonObject check(JsonObject domain) {
        var answer = ask(domain, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    HttpResponse<String> ask(JsonObject domain, String query) {
        return server.get("/domains/" + domain.getString("id") + "/verify" + query, key);
    }

    JsonObject get(JsonObject domain) {
        return new JsonObject(
                server.get("/domains/" + domain.getString("id"), key).body());
    }

    JsonArray list() {
        return new JsonArray(server.get("/domains/project/any", key).body());
    }

    HttpResponse<String> delete(JsonObject domain) {
        return server.call("DELETE", "/domains/" + domain.getString("id"), key, "");
    }

    HttpResponse<String> replaceKey(JsonObject domain) {
        return server.post("/domains/" + domain.getString("id") + "/keys", key, "");
    }

    HttpResponse<String> send(JsonObject domain) {
        return sendFrom("shop@" + domain.getString("domain"));
    }

    HttpResponse<String> sendFrom(String address) {
        return server.post(
                "/v1/send",
                key,
                new JsonObject()
                        .put("to", "ada@example.com")
                        .put("from", address)
                        .put("subject", "Hello")
                        .put("body", "<p>Hello</p>"));
    }

    static JsonObject keyRecord(JsonObject domain) {
        return domain.getJsonArray("records").getJsonObject(0);
    }
}
