package io.godwit.workflows.executions;

import static io.godwit.kit.workflows.WorkflowApi.json;
import static io.godwit.kit.workflows.WorkflowApi.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contacts that wait at a step, and the versions of a workflow. */
@GodwitServer
class WaitingContactsTest {

    private static TestServer server;
    private WorkflowApi calls;
    private String flow;
    private String delay;

    @BeforeEach
    void draw() {
        calls = new WorkflowApi(server, 0);
        flow = calls.workflow();
        delay = calls.added(flow, "DELAY", WorkflowApi.delay());
        calls.enabled(flow);
    }

    private String path() {
        return "/workflows/" + flow + "/steps/" + delay + "/contacts";
    }

    private String start() {
        var email = "w" + UUID.randomUUID() + "@example.com";
        var contact = json(calls.post("/contacts", object("email", email)), 201).getString("id");
        json(calls.post("/workflows/" + flow + "/executions", object("contactId", contact)), 201);
        return email;
    }

    private JsonObject awaited(int count) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> json(calls.get(path()), 200).getJsonArray("data").size() == count);
        return json(calls.get(path()), 200);
    }

    private static List<String> emails(JsonObject page) {
        return page.getJsonArray("data").stream()
                .map(one -> ((JsonObject) one).getString("email"))
                .toList();
    }

    @Test
    void aContactThatWaitsIsListedWithTheTimesOfItsWait() {
        var email = start();

        var page = awaited(1);

        var waiting = page.getJsonArray("data").getJsonObject(0);
        assertThat(waiting.getString("email")).isEqualTo(email);
        assertThat(waiting.getInteger("version")).isEqualTo(1);
        assertThat(Duration.between(waiting.getInstant("since"), waiting.getInstant("until")))
                .isBetween(Duration.ofHours(23), Duration.ofHours(25));
        assertThat(waiting.getInstant("since")).isBefore(Instant.now().plusSeconds(60));
        assertThat(page.getInteger("total")).isEqualTo(1);
    }

    @Test
    void aContactThatIsTakenOutWaitsNoMore() {
        start();
        var page = awaited(1);

        var execution = page.getJsonArray("data").getJsonObject(0).getString("executionId");
        json(calls.delete("/workflows/" + flow + "/executions/" + execution), 200);

        assertThat(awaited(0).getInteger("total")).isZero();
    }

    @Test
    void aPageLeadsToTheNextOne() {
        var emails = List.of(start(), start(), start());
        awaited(3);

        var first = json(calls.get(path() + "?limit=2"), 200);
        var second = json(calls.get(path() + "?limit=2&cursor=" + first.getString("cursor")), 200);

        assertThat(emails(first)).containsExactly(emails.get(2), emails.get(1));
        assertThat(first.getBoolean("hasMore")).isTrue();
        assertThat(emails(second)).containsExactly(emails.get(0));
        assertThat(second.getBoolean("hasMore")).isFalse();
    }

    @Test
    void aStepThatIsNotOfTheWorkflowIsUnknown() {
        var other = calls.workflow();
        var foreign = "/workflows/" + other + "/steps/" + delay + "/contacts";

        RouteCatalog.assertFailure(calls.get(foreign), 404, "RESOURCE_NOT_FOUND");
        RouteCatalog.assertFailure(server.get(path(), server.secretKey(1)), 404, "RESOURCE_NOT_FOUND");
    }

    @Test
    void contactsOfAnEarlierVersionAreListedAtAStepThatIsNoMore() {
        var email = start();
        awaited(1);

        json(calls.delete("/workflows/" + flow + "/steps/" + delay + "?splice=true"), 204);

        assertThat(emails(awaited(1))).containsExactly(email);
    }

    @Test
    void theVersionsOfAWorkflowTellWhoIsOnThem() {
        start();
        awaited(1);
        json(calls.patch("/workflows/" + flow + "/steps/" + delay, object("name", "Three days")), 200);

        var versions = json(calls.get("/workflows/" + flow + "/versions"), 200);

        assertThat(versions.getInteger("total")).isEqualTo(2);
        assertThat(versions.getJsonArray("data").stream()
                        .map(JsonObject.class::cast)
                        .map(one -> one.getInteger("version") + " " + one.getBoolean("live") + " "
                                + one.getInteger("steps") + " " + one.getInteger("active")))
                .containsExactly("2 true 2 0", "1 false 2 1");
        var first = json(calls.get("/workflows/" + flow + "/versions?limit=1"), 200);
        var next = json(calls.get("/workflows/" + flow + "/versions?limit=1&cursor=" + first.getString("cursor")), 200);
        assertThat(next.getJsonArray("data").getJsonObject(0).getInteger("version"))
                .isEqualTo(1);
    }

    @Test
    void aVersionHasItsStepsWithoutSecrets() {
        var webhook = object(
                "url", "https://example.com/hook?token=s3cret", "headers", object("Authorization", "Bearer s3cret"));
        calls.added(flow, "WEBHOOK", webhook);

        var version = json(calls.get("/workflows/" + flow + "/versions/2"), 200);

        assertThat(version.getBoolean("live")).isTrue();
        assertThat(version.getJsonArray("steps")).hasSize(3);
        assertThat(version.getJsonArray("transitions")).hasSize(2);
        assertThat(version.encode()).doesNotContain("s3cret").contains("***");
        RouteCatalog.assertFailure(calls.get("/workflows/" + flow + "/versions/9"), 404, "RESOURCE_NOT_FOUND");
        RouteCatalog.assertFailure(
                server.get("/workflows/" + flow + "/versions/1", server.secretKey(1)), 404, "RESOURCE_NOT_FOUND");
        RouteCatalog.assertFailure(
                server.get("/workflows/" + flow + "/versions", server.secretKey(1)), 404, "WORKFLOW_NOT_FOUND");
    }
}
