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
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Sends one email with {@code POST /v1/send} and reads it in the mail catcher. The server has a demo project with the verified
 * domain {@code example.test}.
 */
@GodwitServer
class SendAnEmailTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static TestServer server;

    @Test
    void anOrderIsConfirmedByEmail() throws Exception {
        // The shop sends the confirmation of an order.
        var answer = call("POST", "/v1/send", """
                {
                  "to": "ada@example.com",
                  "from": {"name": "The Shop", "email": "orders@example.test"},
                  "reply": "help@example.test",
                  "subject": "Your order {{order}}",
                  "body": "<p>Hello {{name ?? there}}, we have received your order {{order}}. Your code is {{code}}.</p>",
                  "data": {
                    "name": "Ada",
                    "order": 1815,
                    "code": {"value": "X7-QP", "persistent": false}
                  },
                  "headers": {"X-Order": "1815"}
                }
                """);

        // The email is stored before the answer, and sent after it.
        assertThat(answer.statusCode()).isEqualTo(200);
        var data = new JsonObject(answer.body()).getJsonObject("data");
        var contact = data.getJsonArray("emails").getJsonObject(0).getJsonObject("contact");
        assertThat(contact.getString("email")).isEqualTo("ada@example.com");

        // The mail catcher is in the place of Ada's mail server.
        await().atMost(MINUTE).until(() -> !caught().isEmpty());
        var email = caught().getJsonObject(0);
        assertThat(email.getString("from")).isEqualTo("The Shop <orders@example.test>");
        assertThat(email.getValue("to").toString()).contains("ada@example.com");
        assertThat(email.getString("subject")).isEqualTo("Your order 1815");
        assertThat(email.getString("html"))
                .contains("<p>Hello Ada, we have received your order 1815. Your code is X7-QP.</p>");
        assertThat(email.getString("text")).contains("Hello Ada, we have received your order 1815.");
        assertThat(email.getJsonObject("headers").getString("X-Order")).isEqualTo("1815");
        assertThat(email.getJsonObject("headers").getString("Reply-To")).contains("help@example.test");
        assertThat(email.getJsonObject("headers").getString("DKIM-Signature")).contains("d=example.test");

        // Ada is a contact now. Her data are kept, but for the value that was for this email only.
        var ada = new JsonObject(
                call("GET", "/contacts/" + contact.getString("id"), "").body());
        assertThat(ada.getJsonObject("data").getString("name")).isEqualTo("Ada");
        assertThat(ada.getJsonObject("data").getInteger("order")).isEqualTo(1815);
        assertThat(ada.getJsonObject("data").fieldNames()).doesNotContain("code");
    }

    private static HttpResponse<String> call(String method, String path, String json) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(server.baseUrl() + path))
                .header("Authorization", "Bearer " + server.secretKey(0))
                .header("Content-Type", "application/json")
                .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
                .build();
        return CLIENT.send(request, BodyHandlers.ofString());
    }

    private static JsonArray caught() throws Exception {
        return new JsonArray(call("GET", "/dev/mailbox/messages", "").body());
    }
}
