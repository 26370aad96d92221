package io.godwit.projects;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests what users do with their projects: make, set up, key, empty and delete them. */
@GodwitServer
class ProjectRoutesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static TestServer server;
    private static int number;

    @Test
    void aUserMakesAProjectAndItsKeysOpenIt() {
        var person = contact();

        var answer = person.post("/users/@me/projects", new JsonObject().put("name", " My shop "));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        var project = new JsonObject(answer.body());
        assertThat(project.fieldNames())
                .contains("id", "name", "public", "secret", "disabled", "customer", "subscription", "tracking")
                .contains("language", "createdAt", "updatedAt", "role", "billingLimitCampaigns");
        assertThat(project.getString("name")).isEqualTo("My shop");
        assertThat(project.getString("role")).isEqualTo("OWNER");
        assertThat(server.get("/contacts", project.getString("secret")).statusCode())
                .isEqualTo(200);
        assertThat(new JsonArray(person.get("/users/@me/projects").body())).containsExactly(project);
    }

    @Test
    void aListShowsEachTheirOwn() {
        var demo = BrowserUser.demo(server);

        var mine = new JsonArray(demo.get("/users/@me/projects").body());
        var keys = new JsonArray(
                server.get("/users/@me/projects", server.secretKey(1)).body());

        assertThat(ids(mine)).containsExactly(server.projectId(0), server.projectId(1));
        assertThat(ids(keys)).containsExactly(server.projectId(1));
        assertThat(new JsonArray(contact().get("/users/@me/projects").body())).isEmpty();
        assertFailure(
                server.post("/users/@me/projects", server.secretKey(0), new JsonObject().put("name", "x")),
                403,
                "FORBIDDEN");
        assertThat(new JsonObject(server.get("/projects", server.secretKey(0)).body())
                        .getJsonObject("data")
                        .getString("defaultSenderDomain"))
                .isEqualTo("example.test");
        assertThat(new JsonObject(demo.get("/projects").body()).getJsonArray("data"))
                .hasSize(2);
        assertThat(new JsonObject(demo.get("/projects/" + server.projectId(1)).body())
                        .getJsonObject("data")
                        .getString("id"))
                .isEqualTo(server.projectId(1));
    }

    /** The fault of the product: whoever may read the list has the secret key. */
    @Test
    void theSecretKeyIsNotForEveryMember() {
        var owner = contact();
        var member = contact();
        var project = make(owner);
        owner.post("/projects/" + id(project) + "/members", new JsonObject().put("email", member.email()));
        member.acceptInvitations();

        var seen = new JsonArray(member.get("/users/@me/projects").body()).getJsonObject(0);

        assertThat(seen.getString("role")).isEqualTo("MEMBER");
        assertThat(seen.getString("public")).isEqualTo(project.getString("public"));
        assertThat(seen.getString("secret")).isNull();
    }

    @Test
    void settingsAreChangedAloneAndCheckedAll() {
        var owner = contact();
        var project = make(owner);
        var path = "/users/@me/projects/" + id(project);

        var changed = new JsonObject(owner.call("PATCH", path, "{\"tracking\":\"DISABLED\",\"language\":\"pt-BR\"}")
                .body());

        assertThat(changed.getString("tracking")).isEqualTo("DISABLED");
        assertThat(changed.getString("language")).isEqualTo("pt-BR");
        assertThat(changed.getString("name")).isEqualTo(project.getString("name"));
        for (var wrong : List.of(
                "{\"name\":\"\"}",
                "{\"name\":\" \"}",
                "{\"name\":\"" + "x".repeat(101) + "\"}",
                "{\"name\":\"a\\u200bb\"}",
                "{\"name\":\"\\uff21\"}",
                "{\"name\":\"a\\nb\"}",
                "{\"tracking\":\"SOMETIMES\"}",
                "{\"language\":\"EN\"}",
                "{\"language\":\"english\"}")) {
            assertFailure(owner.call("PATCH", path, wrong), 422, "VALIDATION_ERROR");
        }
    }

    @Test
    void setupTellsHowFarAProjectIs() {
        var demo = BrowserUser.demo(server);
        demo.in(server.projectId(1), "POST", "/contacts", "{\"email\":\"setup@example.com\"}");

        var mine = new JsonObject(
                demo.get("/projects/" + server.projectId(1) + "/setup-state").body());
        var keys = new JsonObject(server.get("/projects/" + server.projectId(1) + "/setup-state", server.secretKey(1))
                .body());

        assertThat(mine.getJsonObject("data")).isEqualTo(keys.getJsonObject("data"));
        assertThat(mine.getJsonObject("data").getBoolean("hasVerifiedDomain")).isTrue();
        assertThat(mine.getJsonObject("data").getLong("contactCount")).isPositive();
        assertThat(mine.getJsonObject("data").fieldNames())
                .containsExactlyInAnyOrder(
                        "hasSubscription",
                        "hasVerifiedDomain",
                        "contactCount",
                        "lastCampaignSentAt",
                        "hasEnabledWorkflow",
                        "hasEmail",
                        "hasSendingCampaign",
                        "hasPlanned");
        assertThat(mine.getJsonObject("data").getBoolean("hasEmail")).isFalse();
    }

    /** With a cookie. */
    @Test
    void aMemberReplacesTheKeys() {
        var owner = contact();
        var project = make(owner);
        var path = "/users/@me/projects/" + id(project) + "/regenerate-keys";

        var answer = owner.post(path, new JsonObject());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertFailure(server.get("/contacts", project.getString("secret")), 401, "INVALID_API_KEY");
        assertThat(server.get("/contacts", new JsonObject(answer.body()).getString("secret"))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aKeyReachesAsFarAsItsScope() {
        var demo = BrowserUser.demo(server);
        var send = key(demo, "send");
        var track = key(demo, "track");
        var read = key(demo, "read");
        var full = key(demo, "full");
        var mail = new JsonObject()
                .put("to", "scope@example.com")
                .put("from", "hello@example.test")
                .put("subject", "s")
                .put("body", "b");
        var event = new JsonObject().put("email", "scope@example.com").put("event", "seen");

        assertThat(List.of(statuses(send, mail, event), statuses(track, mail, event)))
                .containsExactly(List.of(200, 401, 401, 401), List.of(401, 200, 401, 401));
        assertThat(List.of(statuses(read, mail, event), statuses(full, mail, event)))
                .containsExactly(List.of(401, 401, 200, 401), List.of(200, 200, 200, 201));
        assertThat(new JsonArray(server.get("/users/@me/projects", read).body())
                        .getJsonObject(0)
                        .getString("secret"))
                .isNull();
        assertFailure(server.get("/projects/" + server.projectId(0) + "/keys", read), 403, "FORBIDDEN");
    }

    private static List<Integer> statuses(String key, JsonObject mail, JsonObject event) {
        return List.of(
                server.post("/v1/send", key, mail).statusCode(),
                server.post("/v1/track", key, event).statusCode(),
                server.get("/contacts", key).statusCode(),
                server.post("/contacts", key, new JsonObject().put("email", "c" + ++number + "@example.com"))
                        .statusCode());
    }

    @Test
    void aFurtherKeyIsRevokedAloneAndRotationLeavesIt() {
        var owner = contact();
        var project = make(owner);
        var path = "/projects/" + id(project) + "/keys";
        var made = new JsonObject(
                        owner.post(path, new JsonObject().put("label", "Shop")).body())
                .getJsonObject("data");
        var key = made.getString("key");
        owner.post("/users/@me/projects/" + id(project) + "/regenerate-keys", new JsonObject());
        assertThat(server.get("/contacts", key).statusCode()).isEqualTo(200);
        var listed = new JsonObject(owner.get(path).body()).getJsonArray("data");

        var answer = owner.call("DELETE", path + "/" + made.getString("id"), "");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertFailure(server.get("/contacts", key), 401, "INVALID_API_KEY");
        assertThat(listed).hasSize(3);
        assertThat(listed.encode()).doesNotContain(key).contains(key.substring(0, 10));
        var first = listed.stream()
                .map(JsonObject.class::cast)
                .filter(one -> one.getBoolean("first"))
                .findFirst();
        assertFailure(owner.call("DELETE", path + "/" + first.orElseThrow().getString("id"), ""), 409, "CONFLICT");
        assertFailure(owner.call("DELETE", path + "/" + made.getString("id"), ""), 404, "RESOURCE_NOT_FOUND");
    }

    /** Everything the project holds goes, and nothing of its neighbour. */
    @Test
    void aResetDeletesTheDataOfTheProjectAndTouchesNoOther() {
        try (var own = TestServer.start()) {
            var demo = BrowserUser.demo(own);
            for (var project : List.of(0, 1)) {
                fill(own, project, 120);
            }
            await().atMost(TIMEOUT).until(() -> own.database().count("SELECT count(*) FROM outbox") == 0);
            var before = holdings(own, own.projectId(1));

            var answer = demo.post("/users/@me/projects/" + own.projectId(0) + "/reset", new JsonObject());

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(new JsonObject(answer.body()).getString("message")).isEqualTo("The project is reset");
            assertThat(holdings(own, own.projectId(0)).keySet())
                    .containsExactlyInAnyOrder("api_keys", "audit", "domains", "memberships");
            assertThat(holdings(own, own.projectId(1))).isEqualTo(before);
            assertThat(own.get("/projects/" + own.projectId(0) + "/audit", own.secretKey(0))
                            .body())
                    .contains("\"action\":\"project.reset\"");
            assertThat(new JsonObject(own.get("/contacts", own.secretKey(0)).body()).getLong("total"))
                    .isZero();
            assertThat(own.post("/v1/send", own.secretKey(0), mail(own, 0, "after@example.com"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aResetForgetsWhatItOnceAnsweredAndKeepsTheSecretOfCalls() {
        var project = make(contact());
        var key = project.getString("secret");
        var contact = "{\"email\":\"again@example.com\"}";
        server.call("POST", "/contacts", key, contact, "Idempotency-Key", "once");
        var secret = server.get("/webhooks/secret", key).body();

        server.post("/users/@me/projects/" + id(project) + "/reset", key, new JsonObject());

        server.call("POST", "/contacts", key, contact, "Idempotency-Key", "once");
        assertThat(server.get("/contacts", key).body()).contains("\"total\":1");
        assertThat(server.get("/webhooks/secret", key).body()).isEqualTo(secret);
    }

    @Test
    void aDeletedProjectIsClosedAtOnceAndGoneSoon() {
        try (var own = TestServer.start(Map.of("GODWIT_SENDING_PER_SECOND", "5"))) {
            var demo = BrowserUser.demo(own);
            var gone = own.projectId(0);
            var secret = own.secretKey(0);
            fill(own, 0, 200);
            fill(own, 1, 1);

            var answer = demo.call("DELETE", "/users/@me/projects/" + gone, "");
            var sent = caught(own);

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertFailure(own.post("/v1/send", secret, mail(own, 0, "late@example.com")), 401, "INVALID_API_KEY");
            assertFailure(demo.in(gone, "GET", "/contacts", ""), 404, "RESOURCE_NOT_FOUND");
            assertThat(ids(new JsonArray(demo.get("/users/@me/projects").body())))
                    .containsExactly(own.projectId(1));
            await().atMost(TIMEOUT)
                    .until(() -> own.database().count("SELECT count(*) FROM projects WHERE id = ?::uuid", gone) == 0);
            assertThat(holdings(own, gone)).isEmpty();
            assertThat(caught(own)).isLessThan(sent + 30);
            assertThat(own.get("/contacts", own.secretKey(1)).body()).contains("\"total\":1");
        }
    }

    @Test
    void aDisabledProjectIsReadAndNotWritten() {
        var owner = contact();
        var project = make(owner);
        var secret = project.getString("secret");
        server.database().query("UPDATE projects SET disabled = true WHERE id = ?::uuid", id(project));
        server.database().query("UPDATE installation SET keys_version = keys_version + 1");

        await().atMost(TIMEOUT)
                .until(() -> server.post("/contacts", secret, new JsonObject().put("email", "a@example.com"))
                                .statusCode()
                        == 403);
        assertFailure(
                owner.in(id(project), "POST", "/contacts", "{\"email\":\"a@example.com\"}"), 403, "PROJECT_DISABLED");
        assertFailure(
                owner.post("/users/@me/projects/" + id(project) + "/reset", new JsonObject()), 403, "PROJECT_DISABLED");
        assertFailure(owner.call("DELETE", "/users/@me/projects/" + id(project), ""), 403, "PROJECT_DISABLED");
        assertFailure(
                owner.post("/users/@me/projects", new JsonObject().put("name", "Another")), 403, "PROJECT_DISABLED");
        assertThat(server.get("/contacts", secret).statusCode()).isEqualTo(200);
        assertThat(owner.call("PATCH", "/users/@me/projects/" + id(project), "{\"name\":\"x\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(owner.post("/users/@me/projects/" + id(project) + "/regenerate-keys", new JsonObject())
                        .statusCode())
                .isEqualTo(200);
    }

    private static void fill(TestServer server, int project, int count) {
        var key = server.secretKey(project);
        IntStream.range(0, count)
                .mapToObj(each -> CompletableFuture.supplyAsync(
                        () -> server.post("/v1/send", key, mail(server, project, "p" + each + "@example.com"))))
                .toList()
                .forEach(CompletableFuture::join);
        server.post(
                "/v1/track",
                key,
                new JsonObject().put("email", "p0@example.com").put("event", "seen"));
        server.post(
                "/templates",
                key,
                RouteCatalog.PATH_TO_BODY.get("/templates").copy().putNull("from"));
        server.post("/segments", key, RouteCatalog.PATH_TO_BODY.get("/segments"));
    }

    private static JsonObject mail(TestServer server, int project, String to) {
        return new JsonObject()
                .put("to", to)
                .put("from", "hello@" + server.domain(project))
                .put("subject", "s")
                .put("body", "b")
                .put("data", new JsonObject().put("plan", "pro"));
    }

    private static int caught(TestServer server) {
        return new JsonArray(server.get("/dev/mailbox/messages?limit=1000", "").body()).size();
    }

    /** Counts the rows of the project in each table that has any. Deltas are folded as time goes by. */
    private static Map<String, Long> holdings(TestServer server, String project) {
        var tables = server.database()
                .query(
                        "SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema,"
                                + " table_name) WHERE table_schema = 'public' AND column_name = 'project_id' AND table_type = 'BASE"
                                + " TABLE' AND table_name NOT LIKE '%delta%' AND table_name NOT LIKE 'event_%' AND table_name NOT IN"
                                + " ('contact_counts', 'key_uses', 'send_rate_buckets', 'job_fairness')");
        var held = new java.util.TreeMap<String, Long>();
        for (var table : tables) {
            var name = table.get("table_name").toString();
            var count =
                    server.database().count("SELECT count(*) FROM " + name + " WHERE project_id = ?::uuid", project);
            if (count > 0) {
                held.put(name, count);
            }
        }
        return held;
    }

    private static String key(BrowserUser owner, String scope) {
        var answer = owner.post(
                "/projects/" + server.projectId(0) + "/keys",
                new JsonObject().put("label", scope).put("scope", scope));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return new JsonObject(answer.body()).getJsonObject("data").getString("key");
    }

    private static BrowserUser contact() {
        return BrowserUser.signedUp(server, "someone" + ++number + "@example.com");
    }

    private static JsonObject make(BrowserUser owner) {
        HttpResponse<String> answer = owner.post("/users/@me/projects", new JsonObject().put("name", "Shop"));
        return new JsonObject(answer.body());
    }

    private static String id(JsonObject project) {
        return project.getString("id");
    }

    private static List<String> ids(JsonArray projects) {
        return projects.stream()
                .map(project -> ((JsonObject) project).getString("id"))
                .toList();
    }
}
