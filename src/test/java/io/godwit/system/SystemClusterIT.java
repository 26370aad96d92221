package io.godwit.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.EventStream;
import io.godwit.kit.nodes.TwoNodes;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Either of two nodes tells of both, and a page at one of them hears of what happens at the other. */
final class SystemClusterIT {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static TwoNodes nodes;

    @BeforeAll
    static void start() {
        nodes = TwoNodes.start();
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    private static HttpResponse<String> call(HttpRequest.Builder request) throws Exception {
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    private static String signedIn(String base, JsonObject owner) throws Exception {
        var body = new JsonObject().put("email", owner.getString("email")).put("password", owner.getString("password"));
        var answer = call(HttpRequest.newBuilder(URI.create(base + "/auth/login"))
                .header("Content-Type", "application/json")
                .header("Origin", base)
                .POST(BodyPublishers.ofString(body.encode())));
        return answer.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    }

    @Test
    void eachNodeTellsOfBothAndAPageAtOneHearsOfMailAcceptedByTheOther() throws Exception {
        var base = "http://localhost:" + nodes.node(1).port();
        var project = nodes.project();
        var cookie = signedIn(base, project);

        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            var system =
                    call(HttpRequest.newBuilder(URI.create(base + "/system")).header("Cookie", cookie));
            assertThat(new JsonObject(system.body()).getJsonArray("nodes"))
                    .as(system.body())
                    .hasSize(2)
                    .allMatch(node -> ((JsonObject) node).getBoolean("alive"));
        });

        var path = "/projects/" + project.getString("projectId") + "/stream?topics=queue";
        try (var stream = EventStream.open(base + path, "Cookie", cookie)) {
            var sent = nodes.api(0)
                    .post(
                            "/v1/send",
                            project.getString("secretKey"),
                            new JsonObject()
                                    .put("to", "later@example.com")
                                    .put("from", "hello@" + project.getString("domain"))
                                    .put("subject", "Later")
                                    .put("body", "<p>Later</p>")
                                    .put(
                                            "scheduledAt",
                                            Instant.now()
                                                    .plus(Duration.ofDays(1))
                                                    .toString()));
            assertThat(sent.status()).as(sent.text()).isEqualTo(200);

            stream.next(event -> event.isChangeOf("queue")
                    && event.json()
                                    .getJsonObject("counts")
                                    .getJsonArray("queues")
                                    .getJsonObject(0)
                                    .getLong("scheduled")
                            == 1);
        }
    }

    @Test
    void aPageAtOneNodeHearsOfAnEmailAcceptedByTheOther() {
        var project = nodes.project();
        var key = project.getString("secretKey");
        var path = "/projects/" + project.getString("projectId") + "/stream?topics=email,contact";
        var url = "http://localhost:" + nodes.node(1).port() + path;
        try (var stream = EventStream.open(url, "Authorization", "Bearer " + key)) {
            stream.next(event -> event.name().equals("state"));

            var sent = nodes.api(0)
                    .post(
                            "/v1/send",
                            key,
                            new JsonObject()
                                    .put("to", "ada@example.com")
                                    .put("from", "hello@" + project.getString("domain"))
                                    .put("subject", "Hello")
                                    .put("body", "<p>Hello</p>"));
            assertThat(sent.status()).as(sent.text()).isEqualTo(200);
            nodes.api(0).post("/contacts", key, new JsonObject().put("email", "new@example.com"));

            stream.nextChange("email");
            stream.nextChange("contact");
        }
    }
}
