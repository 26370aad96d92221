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
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Builds a workflow that welcomes a new user and thanks for the first payment, and takes one contact through it. The server has
 * a demo project with the verified domain {@code example.test}.
 */
@GodwitServer
class RunAWorkflowTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static TestServer server;

    @Test
    void aNewUserIsWelcomedAndThankedForThePayment() throws Exception {
        var welcome = call("POST", "/templates", """
                {"name": "Welcome", "type": "TRANSACTIONAL", "from": "team@example.test",
                 "subject": "Welcome, {{name}}", "body": "<p>You have the plan {{plan}}.</p>"}
                """);
        var thanks = call("POST", "/templates", """
                {"name": "Thanks", "type": "TRANSACTIONAL", "from": "team@example.test",
                 "subject": "Thank you, {{name}}", "body": "<p>Your payment has arrived.</p>"}
                """);

        // A workflow starts with its trigger. Each new step is connected to the one before it.
        var id = call("POST", "/workflows", """
                {"name": "Onboarding", "eventName": "signed_up"}
                """).getString("id");
        call("POST", "/workflows/" + id + "/steps", """
                {"type": "SEND_EMAIL", "name": "Welcome", "position": {"x": 0, "y": 100},
                 "config": {"templateId": "%s"}}
                """.formatted(welcome.getString("id")));
        var payment = call("POST", "/workflows/" + id + "/steps", """
                {"type": "WAIT_FOR_EVENT", "name": "First payment", "position": {"x": 0, "y": 200},
                 "config": {"eventName": "paid", "timeout": 86400}}
                """);
        var thank = call("POST", "/workflows/" + id + "/steps", """
                {"type": "SEND_EMAIL", "name": "Thanks", "position": {"x": 0, "y": 300}, "autoConnect": false,
                 "config": {"templateId": "%s"}}
                """.formatted(thanks.getString("id")));
        call("POST", "/workflows/" + id + "/transitions", """
                {"fromStepId": "%s", "toStepId": "%s", "waitOutcome": "EVENT"}
                """.formatted(
                        payment.getString("id"), thank.getString("id")));
        call("PATCH", "/workflows/" + id, """
                {"enabled": true}
                """);

        // The event of the trigger starts it, with the data of the event as those of the contact.
        call("POST", "/v1/track", """
                {"email": "ada@example.com", "event": "signed_up", "data": {"name": "Ada", "plan": "pro"}}
                """);
        await().atMost(MINUTE).until(() -> subjects(), List.of("Welcome, Ada")::equals);
        await().atMost(MINUTE).until(() -> statuses(id), List.of("WAITING")::equals);

        // The next event ends the wait.
        call("POST", "/v1/track", """
                {"email": "ada@example.com", "event": "paid", "data": {"amount": 20}}
                """);
        await().atMost(MINUTE).until(() -> subjects(), List.of("Thank you, Ada", "Welcome, Ada")::equals);
        await().atMost(MINUTE).until(() -> statuses(id), List.of("COMPLETED")::equals);
    }

    /** Of the executions, one for each contact that entered the workflow. */
    private static List<String> statuses(String workflow) throws Exception {
        return call("GET", "/workflows/" + workflow + "/executions", "").getJsonArray("data").stream()
                .map(execution -> ((JsonObject) execution).getString("status"))
                .toList();
    }

    /** Of the emails in the mail catcher, newest first. */
    private static List<String> subjects() throws Exception {
        return new JsonArray(exchange("GET", "/dev/mailbox/messages", ""))
                .stream()
                        .map(email -> ((JsonObject) email).getString("subject"))
                        .toList();
    }

    private static JsonObject call(String method, String path, String json) throws Exception {
        return new JsonObject(exchange(method, path, json));
    }

    private static String exchange(String method, String path, String json) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(server.baseUrl() + path))
                .header("Authorization", "Bearer " + server.secretKey(0))
                .header("Content-Type", "application/json")
                .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
                .build();
        var response = CLIENT.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return response.body();
    }
}
