package io.godwit.live;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.EventStream;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.JobApi;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests what a page that follows a project hears of. */
@GodwitServer
class LiveChangesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static TestServer server;

    private static String key() {
        return server.secretKey(0);
    }

    private static String email(String to) {
        var sent = server.post(
                "/v1/send",
                key(),
                new JsonObject()
                        .put("to", to)
                        .put("from", "hello@" + server.domain(0))
                        .put("subject", "Hello")
                        .put("body", "<p>Hello</p>"));
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
        return new JsonObject(sent.body())
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
    }

    private static String created(String path, JsonObject body) {
        var made = server.post(path, key(), body);
        assertThat(made.statusCode()).as(made.body()).isIn(200, 201);
        var answer = new JsonObject(made.body());
        return answer.containsKey("id")
                ? answer.getString("id")
                : answer.getJsonObject("data").getString("id");
    }

    private static String statusOf(String email) {
        return new JsonObject(server.get("/emails/" + email, key()).body()).getString("status");
    }

    @Test
    void anEmailIsHeardOfWhenItIsAcceptedAndWhenItIsSent() {
        try (var stream = EventStream.of(server, 0, "email,activity")) {
            var id = email("ada@example.com");

            stream.next(event -> event.isChangeOf("email", id));
            stream.nextChange("activity");
            await().atMost(TIMEOUT).until(() -> statusOf(id).equals("SENT"));
            assertThat(stream.status()).isEqualTo(200);
        }
    }

    @Test
    void aUserFollowsSeveralProjectsOnOneStreamAndNoneOfOthers() {
        var user = BrowserUser.demo(server);
        var stranger = BrowserUser.signedUp(server, "stranger" + UUID.randomUUID() + "@example.com");
        var foreign = new JsonObject(stranger.post("/users/@me/projects", new JsonObject().put("name", "Foreign"))
                .body());
        var foreignId = foreign.getJsonObject("data", foreign).getString("id");
        var second = server.projectId(1);
        var topics = "template," + second + "/contact," + foreignId + "/contact";
        var address = server.baseUrl() + "/projects/" + server.projectId(0) + "/stream?topics=" + topics;
        try (var stream = EventStream.open(address, "Cookie", user.cookie())) {
            stream.next(event -> event.name().equals("left") && event.isOf(foreignId));
            stream.next(event -> event.name().equals("followed") && event.isOf(second));

            for (var call : List.of(
                    stranger.in(foreignId, "POST", "/contacts", contact()),
                    user.in(second, "POST", "/contacts", contact()))) {
                assertThat(call.statusCode()).as(call.body()).isBetween(200, 299);
            }
            created("/templates", template());

            assertThat(stream.nextChange("contact").isOf(second)).isTrue();
            assertThat(stream.next(event -> event.isChangeOf("template")).isOf(second))
                    .isFalse();
            assertThat(stream.events()).noneMatch(event -> event.isChangeOf("contact") && event.isOf(foreignId));
        }
    }

    private static String contact() {
        return new JsonObject().put("email", "followed@example.com").encode();
    }

    @Test
    void aProjectBeforeATopicIsAnId() {
        var answer = server.get("/projects/" + server.projectId(0) + "/stream?topics=nonsense/email", key());

        assertFailure(answer, 422, "VALIDATION_ERROR");
    }

    @Test
    void whoeverFollowsOneThingHearsOfThatAlone() {
        var followed = created("/templates", template());
        var other = created("/templates", template());
        try (var stream = EventStream.of(server, 0, "template:" + followed)) {
            change(other);
            change(followed);

            stream.next(event -> event.isChangeOf("template", followed));
            assertThat(stream.events()).noneMatch(event -> event.isChangeOf("template", other));
        }
    }

    private static void change(String template) {
        var answer = server.call("PATCH", "/templates/" + template, key(), "{\"subject\":\"Other\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static JsonObject template() {
        return new JsonObject()
                .put("name", "Welcome " + UUID.randomUUID())
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>")
                .put("from", "hello@" + server.domain(0))
                .put("type", "TRANSACTIONAL");
    }

    @Test
    void anInvitationThatIsDeclinedIsHeardOf() {
        var invited = BrowserUser.signedUp(server, "invited" + UUID.randomUUID() + "@example.com");
        var members = "/projects/" + server.projectId(0) + "/members";
        BrowserUser.demo(server)
                .in(
                        server.projectId(0),
                        "POST",
                        members,
                        new JsonObject().put("email", invited.email()).encode());
        var offered = new JsonObject(invited.get("/users/@me/invitations").body())
                .getJsonArray("data")
                .getJsonObject(0)
                .getString("id");
        try (var stream = EventStream.of(server, 0, "member")) {
            var answer = invited.call("DELETE", "/users/@me/invitations/" + offered, "");

            assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
            stream.nextChange("member");
        }
    }

    @Test
    void deletedEventsAreHeardOf() {
        var tracked = server.post(
                "/v1/track", key(), new JsonObject().put("event", "gone_soon").put("email", "ada@example.com"));
        assertThat(tracked.statusCode()).as(tracked.body()).isEqualTo(200);
        await().atMost(TIMEOUT)
                .until(() -> server.get("/events/names", key()).body().contains("gone_soon"));
        try (var stream = EventStream.of(server, 0, "activity")) {
            var answer = server.call("DELETE", "/events/gone_soon", key(), "");

            assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
            stream.nextChange("activity");
        }
    }

    @Test
    void anotherProjectsChangesAreNotHeard() {
        try (var own = EventStream.of(server, 0, "email");
                var foreign = EventStream.of(server, 1, "email")) {
            email("ada@example.com");

            own.nextChange("email");
            assertThat(foreign.events()).noneMatch(event -> event.name().equals("changed"));
        }
    }

    @Test
    void aTrackedEventIsHeardOfAsActivityAndAsAChangeOfItsContact() {
        try (var stream = EventStream.of(server, 0, "activity,contact")) {
            var answer = server.post(
                    "/v1/track",
                    key(),
                    new JsonObject().put("email", "t@example.com").put("event", "met"));
            var contact = new JsonObject(answer.body()).getJsonObject("data").getString("contact");

            stream.nextChange("activity");
            stream.next(event -> event.isChangeOf("contact", contact));
        }
    }

    @Test
    void anImportIsHeardOfUntilItHasEnded() {
        try (var stream = EventStream.of(server, 0, "job")) {
            var jobs = new JobApi(server.baseUrl(), key());
            var id = jobs.queueImport("email\nimported@example.com\n");

            jobs.ended(id);
            stream.next(event -> event.isChangeOf("job", id));
        }
    }

    @Test
    void aCampaignIsHeardOfWhileItIsSent() {
        created("/contacts", new JsonObject().put("email", "reader@example.com").put("subscribed", true));
        var campaign = created(
                "/campaigns",
                new JsonObject()
                        .put("name", "July")
                        .put("subject", "Hello")
                        .put("body", "<p>Hello</p>")
                        .put("from", "hello@" + server.domain(0))
                        .put("audienceType", "ALL"));
        try (var stream = EventStream.of(server, 0, "campaign:" + campaign)) {
            server.post("/campaigns/" + campaign + "/send", key(), new JsonObject());

            stream.next(event -> event.isChangeOf("campaign", campaign));
            stream.forget();
            await().atMost(TIMEOUT).until(() -> statusOfCampaign(campaign).equals("SENT"));
            stream.next(event -> event.isChangeOf("campaign", campaign));
        }
    }

    private static String statusOfCampaign(String id) {
        return new JsonObject(server.get("/campaigns/" + id, key()).body())
                .getJsonObject("data")
                .getString("status");
    }

    @Test
    void everythingMadeByARequestIsHeardOf() {
        try (var stream = EventStream.of(server, 0, "contact,segment,domain,workflow,suppression,project,member")) {
            var segment = new JsonObject().put("name", "Listed").put("type", "STATIC");
            created("/contacts", new JsonObject().put("email", "new@example.com"));
            created("/segments", segment);
            created("/domains", new JsonObject().put("domain", "live.example.org"));
            created("/workflows", workflow());
            server.post(
                    "/suppressions",
                    key(),
                    new JsonObject().put("email", "no@example.com").put("reason", "BOUNCE"));
            server.call("PATCH", "/users/@me/projects/" + server.projectId(0), key(), "{\"name\":\"Shop\"}");
            server.post(
                    "/projects/" + server.projectId(0) + "/members",
                    key(),
                    new JsonObject().put("email", "colleague@example.com"));

            for (var topic : new String[] {"contact", "segment", "domain", "workflow", "suppression", "project"}) {
                stream.nextChange(topic);
            }
            stream.nextChange("member");
        }
    }

    private static JsonObject workflow() {
        return new JsonObject()
                .put("name", "Welcome")
                .put("triggerType", "EVENT")
                .put("eventName", "joined");
    }

    @Test
    void aTopicThatDoesNotExistIsRefusedByItsName() {
        var answer = server.get("/projects/" + server.projectId(0) + "/stream?topics=email,nonsense", key());

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("nonsense");
    }
}
