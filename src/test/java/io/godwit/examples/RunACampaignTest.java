package io.godwit.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Sends a campaign to the subscribed contacts of a segment and reads its statistics. The server has a demo project with the
 * verified domain {@code example.test}.
 */
@GodwitServer
class RunACampaignTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static TestServer server;

    @Test
    void aNewsletterReachesTheSubscribersOfASegment() throws Exception {
        // Three customers of the plan "pro", of whom one has unsubscribed, and one of another plan.
        call("POST", "/contacts", """
                {"email": "ada@example.com", "data": {"name": "Ada", "plan": "pro"}}
                """);
        call("POST", "/contacts", """
                {"email": "bob@example.com", "data": {"name": "Bob", "plan": "pro"}}
                """);
        call("POST", "/contacts", """
                {"email": "cyd@example.com", "data": {"name": "Cyd", "plan": "pro"}, "subscribed": false}
                """);
        call("POST", "/contacts", """
                {"email": "dan@example.com", "data": {"name": "Dan", "plan": "free"}}
                """);
        var segment = new JsonObject(call("POST", "/segments", """
                {
                  "name": "Pro customers",
                  "type": "DYNAMIC",
                  "condition": {
                    "logic": "AND",
                    "groups": [{"filters": [{"field": "data.plan", "operator": "equals", "value": "pro"}]}]
                  }
                }
                """));

        // A campaign is a draft until it is sent.
        var draft = new JsonObject(call("POST", "/campaigns", """
                {
                  "name": "July",
                  "subject": "{{name}}, this is new in July",
                  "body": "<p>Dear {{name}}, there are three new things.</p>",
                  "from": "news@example.test",
                  "audienceType": "SEGMENT",
                  "segmentId": "%s"
                }
                """.formatted(segment.getString("id"))));
        assertThat(draft.getString("status")).isEqualTo("DRAFT");
        var campaign = "/campaigns/" + draft.getString("id");

        call("POST", campaign + "/send", "");

        // Each subscriber gets an email with the own name and a link to unsubscribe (RFC 8058).
        await().atMost(MINUTE)
                .until(() -> new JsonObject(call("GET", campaign, "")).getString("status"), "SENT"::equals);
        await().atMost(MINUTE).until(() -> caught().size(), count -> count == 2);
        assertThat(caught())
                .extracting(email -> ((JsonObject) email).getString("subject"))
                .containsExactlyInAnyOrder("Ada, this is new in July", "Bob, this is new in July");
        assertThat(caught()).allSatisfy(caught -> {
            var email = (JsonObject) caught;
            assertThat(email.getString("html")).contains("there are three new things");
            assertThat(email.getJsonObject("headers").getString("List-Unsubscribe-Post"))
                    .isEqualTo("List-Unsubscribe=One-Click");
        });

        // The statistics say what became of each contact of the segment.
        var stats = new JsonObject(call("GET", campaign + "/stats", ""));
        assertThat(stats.getInteger("sentCount")).isEqualTo(2);
        assertThat(stats.getJsonObject("books").getJsonObject("skipped").getInteger("unsubscribed"))
                .isEqualTo(1);
    }

    /** Answers the body. */
    private static String call(String method, String path, String json) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(server.baseUrl() + path))
                .header("Authorization", "Bearer " + server.secretKey(0))
                .header("Content-Type", "application/json")
                .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
                .build();
        var response = CLIENT.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return response.body();
    }

    private static JsonArray caught() throws Exception {
        return new JsonArray(call("GET", "/dev/mailbox/messages", ""));
    }
}
