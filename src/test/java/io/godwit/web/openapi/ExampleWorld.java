package io.godwit.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.JobApi;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Makes the things that the examples of the OpenAPI document are about: each one anew, so that examples do not meet. */
record ExampleWorld(TestServer server) {

    static final String PASSWORD = "a horse with seven hats";

    /** The value of a parameter of a path, or of a member that names something. */
    String id(String operation, String path, String name) {
        return switch (name) {
            case "contactId" -> contact();
            case "templateId" -> make("/templates", template());
            case "jobId" -> job(path);
            case "projectId", "project" -> server.projectId(0);
            case "invitationId" -> invitation();
            case "keyId" -> key();
            case "userId" -> member();
            case "eventName" -> event(operation);
            case "email" -> path.startsWith("/suppressions") ? suppressed() : contactEmail();
            case "field" -> field();
            case "token" -> "0f".repeat(32);
            default -> byPath(operation, path);
        };
    }

    private String byPath(String operation, String path) {
        if (path.startsWith("/contacts")) {
            return contact();
        } else if (path.startsWith("/templates")) {
            return make("/templates", template());
        } else if (path.startsWith("/segments")) {
            return make("/segments", segment(operation));
        } else if (path.startsWith("/campaigns")) {
            return campaign(operation);
        } else if (path.startsWith("/domains")) {
            return make("/domains", new JsonObject().put("domain", "d" + UUID.randomUUID() + ".example.org"));
        } else if (path.startsWith("/previews")) {
            return make("/previews", new JsonObject().put("subject", "Hello").put("body", "<p>Hello</p>"));
        } else if (path.startsWith("/emails")) {
            return email(operation);
        } else if (path.startsWith("/jobs")) {
            return job(path);
        } else if (path.contains("/projects/")) {
            return server.projectId(0);
        }
        throw new AssertionError("Say what " + operation + " is about");
    }

    JsonObject post(String path, JsonObject body) {
        var answer = server.post(path, server.secretKey(0), body);
        assertThat(answer.statusCode()).as(path + " " + answer.body()).isBetween(200, 299);
        return new JsonObject(answer.body());
    }

    private String make(String path, JsonObject body) {
        return post(path, body).getString("id");
    }

    static String someone() {
        return "someone" + UUID.randomUUID().toString().replace("-", "") + "@example.com";
    }

    String contact() {
        return make("/contacts", new JsonObject().put("email", someone()));
    }

    private String contactEmail() {
        var email = someone();
        make("/contacts", new JsonObject().put("email", email));
        return email;
    }

    private String suppressed() {
        var email = someone();
        post("/suppressions", new JsonObject().put("email", email));
        return email;
    }

    private String field() {
        post("/contacts", new JsonObject().put("email", someone()).put("data", new JsonObject().put("plan", "pro")));
        return "data.plan";
    }

    private String event(String operation) {
        post("/v1/track", new JsonObject().put("email", someone()).put("event", operation));
        return operation;
    }

    private static JsonObject template() {
        return new JsonObject()
                .put("name", "Welcome")
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>")
                .put("type", "TRANSACTIONAL");
    }

    private static JsonObject segment(String operation) {
        var segment = new JsonObject().put("name", operation + UUID.randomUUID());
        var condition = new JsonObject()
                .put("field", "data.plan")
                .put("operator", "equals")
                .put("value", "pro");
        var filters = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition));
        return operation.contains("Members")
                ? segment.put("type", "STATIC")
                : segment.put("filters", filters).put("trackMembership", true);
    }

    /** In the state from which the operation leads on. */
    private String campaign(String operation) {
        contact();
        var id = make(
                "/campaigns",
                new JsonObject()
                        .put("name", "July")
                        .put("subject", "News")
                        .put("body", "<p>News</p>")
                        .put("from", "hello@example.test")
                        .put("audienceType", "ALL"));
        if (operation.equals("cancelCampaign")) {
            post("/campaigns/" + id + "/send", new JsonObject().put("scheduledFor", tomorrow()));
        }
        return id;
    }

    /** A waiting one where the operation changes it. */
    private String email(String operation) {
        var send = new JsonObject()
                .put("to", someone())
                .put("from", "hello@example.test")
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
        if (operation.equals("rescheduleEmail") || operation.equals("cancelEmail")) {
            send.put("scheduledAt", tomorrow());
        }
        var id = post("/v1/send", send).getJsonArray("emails").getJsonObject(0).getString("email");
        if (operation.equals("resendEmail")) {
            await().atMost(JobApi.TIMEOUT).until(() -> List.of("SENT", "DELIVERED")
                    .contains(new JsonObject(server.get("/emails/" + id, server.secretKey(0))
                                    .body())
                            .getString("status")));
        }
        return id;
    }

    private static String tomorrow() {
        return Instant.now().plus(Duration.ofDays(1)).toString();
    }

    private String job(String path) {
        var jobs = new JobApi(server.baseUrl(), server.secretKey(0));
        return path.startsWith("/contacts/import")
                ? jobs.queueImport("email\nada@example.com\n")
                : jobs.queueBulk("subscribe", new JsonObject().put("contactIds", new JsonArray().add(contact())));
    }

    private String invitation() {
        var email = someone();
        post("/projects/" + server.projectId(0) + "/members", new JsonObject().put("email", email));
        return new JsonObject(server.get("/projects/" + server.projectId(0) + "/invitations", server.secretKey(0))
                        .body())
                .getJsonArray("data").stream()
                        .map(JsonObject.class::cast)
                        .filter(each -> each.getString("email").equals(email))
                        .findFirst()
                        .orElseThrow()
                        .getString("id");
    }

    private String key() {
        var asked = new JsonObject().put("label", "Shop").put("scope", "send");
        return post("/projects/" + server.projectId(0) + "/keys", asked)
                .getJsonObject("data")
                .getString("id");
    }

    private String member() {
        return invited(true).id();
    }

    /** A user who is invited to the project, and has accepted if it is so said. */
    BrowserUser invited(boolean accepts) {
        var email = someone();
        post("/projects/" + server.projectId(0) + "/members", new JsonObject().put("email", email));
        return verified(email, accepts);
    }

    /** A member of the project of another owner. */
    BrowserUser member(BrowserUser owner, String project) {
        var email = someone();
        assertThat(owner.in(
                                project,
                                "POST",
                                "/projects/" + project + "/members",
                                new JsonObject().put("email", email).encode())
                        .statusCode())
                .isEqualTo(200);
        return verified(email, true);
    }

    private BrowserUser verified(String email, boolean accepts) {
        var user = verified(email);
        if (accepts) {
            user.acceptInvitations();
        }
        return user;
    }

    BrowserUser user() {
        return verified(someone());
    }

    private BrowserUser verified(String email) {
        var user = new BrowserUser(server, email, PASSWORD);
        assertThat(user.signUp().body()).contains("\"success\":true");
        var token = new CaughtMessages(server).token(email, "Confirm your email address");
        assertThat(user.post("/auth/verify-email", new JsonObject().put("token", token))
                        .statusCode())
                .isEqualTo(200);
        return user;
    }

    WorkflowApi workflows() {
        return new WorkflowApi(server, 0);
    }
}
