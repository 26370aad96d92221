package io.godwit.system;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests what the state of an installation says, and who may read it. */
@GodwitServer
class SystemRoutesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static TestServer server;
    private static BrowserUser operator;

    @BeforeAll
    static void signIn() {
        operator = BrowserUser.demo(server);
    }

    private static JsonObject system() {
        var answer = operator.get("/system");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    private static JsonObject named(JsonArray all, String name) {
        return all.stream()
                .map(JsonObject.class::cast)
                .filter(one -> name.equals(one.getString("name")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theFirstUserIsTheOperatorAndNobodyElse() {
        var other = BrowserUser.signedUp(server, "colleague" + UUID.randomUUID() + "@example.com");

        assertThat(new JsonObject(operator.get("/users/@me").body()).getBoolean("operator"))
                .isTrue();
        assertThat(new JsonObject(other.get("/users/@me").body()).getBoolean("operator"))
                .isFalse();
        assertFailure(other.get("/system"), 403, "FORBIDDEN");
        assertFailure(other.post("/system/transport/test", new JsonObject()), 403, "FORBIDDEN");
    }

    @Test
    void aKeyIsNoOperator() {
        assertFailure(server.get("/system", server.secretKey(0)), 404, "RESOURCE_NOT_FOUND");
    }

    @Test
    void theNodeSaysWhatItDoesAndHowLoadedItIs() {
        await().atMost(TIMEOUT).until(() -> !system().getJsonArray("nodes").isEmpty());

        var node = system().getJsonArray("nodes").getJsonObject(0);
        assertThat(node.getBoolean("alive")).isTrue();
        assertThat(node.getBoolean("self")).isTrue();
        assertThat(node.getJsonArray("roles")).contains("http", "send");
        assertThat(node.getLong("memoryMax")).isPositive();
        assertThat(node.getLong("diskTotal")).isGreaterThanOrEqualTo(node.getLong("diskFree"));
    }

    @Test
    void everyQueueIsThereAlsoWhenItIsEmpty() {
        assertThat(system().getJsonArray("queues"))
                .extracting(queue -> ((JsonObject) queue).getString("name"))
                .containsExactly("emails", "campaigns", "workflows", "webhooks", "jobs", "reports", "billing");
    }

    @Test
    void anEmailForLaterIsScheduledAndNotDue() {
        var before = named(system().getJsonArray("queues"), "emails").getLong("scheduled");
        var mail = new JsonObject()
                .put("to", "later@example.com")
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Later")
                .put("body", "<p>Later</p>")
                .put("scheduledAt", Instant.now().plus(Duration.ofDays(2)).toString());
        assertThat(server.post("/v1/send", server.secretKey(0), mail).statusCode())
                .isEqualTo(200);

        assertThat(named(system().getJsonArray("queues"), "emails").getLong("scheduled"))
                .isEqualTo(before + 1);
    }

    @Test
    void aCampaignThatWasSentIsInNoQueue() {
        server.post(
                "/v1/track",
                server.secretKey(0),
                new JsonObject().put("email", "reader@example.com").put("event", "signed_up"));
        var campaign = new JsonObject(server.post(
                                "/campaigns",
                                server.secretKey(0),
                                new JsonObject()
                                        .put("name", "News")
                                        .put("subject", "News")
                                        .put("body", "<p>News</p>")
                                        .put("from", "hello@" + server.domain(0))
                                        .put("audienceType", "ALL"))
                        .body())
                .getString("id");
        assertThat(server.post("/campaigns/" + campaign + "/send", server.secretKey(0), new JsonObject())
                        .body())
                .contains("SENDING");

        await().atMost(TIMEOUT).until(() -> new JsonObject(server.get("/campaigns/" + campaign, server.secretKey(0))
                        .body())
                .getString("status")
                .equals("SENT"));
        await().atMost(TIMEOUT).untilAsserted(() -> {
            var queue = named(system().getJsonArray("queues"), "campaigns");
            assertThat(queue.getLong("scheduled") + queue.getLong("due")).isZero();
        });
    }

    @Test
    void theDatabaseTellsItsSizeAndItsMigrations() {
        var found = system();

        var database = found.getJsonObject("database");
        assertThat(database.getLong("bytes")).isPositive();
        assertThat(named(database.getJsonArray("tables"), "events").getLong("bytes"))
                .isPositive();
        assertThat(found.getJsonArray("migrations").getJsonObject(0).getString("version"))
                .isEqualTo(found.getString("schemaVersion"));
    }

    @Test
    void settingsNameTheirSourceAndHideSecrets() {
        var settings = system().getJsonArray("settings");

        var port = named(settings, "http.port");
        assertThat(port.getString("source")).isEqualTo("environment");
        assertThat(port.getString("variable")).isEqualTo("GODWIT_HTTP_PORT");
        assertThat(named(settings, "sending.lease").getString("source")).isEqualTo("default");
        for (var name : List.of("secrets.signing-key", "secrets.encryption-key", "database.url")) {
            var secret = named(settings, name);
            assertThat(secret.getValue("value")).as(name).isNull();
            assertThat(secret.getBoolean("secret")).as(name).isTrue();
            assertThat(secret.getBoolean("set")).as(name).isTrue();
        }
        assertThat(settings.encode()).doesNotContain("11".repeat(32), "22".repeat(32));
    }

    @Test
    void theRetentionIsThere() {
        assertThat(named(system().getJsonArray("retention"), "events").getString("kept"))
                .isEqualTo("400d");
    }

    @Test
    void aWarningOfTheLogIsSeen() {
        var sentence = "Something to look at " + UUID.randomUUID();
        LoggerFactory.getLogger("io.godwit.Sample").warn(sentence);
        LoggerFactory.getLogger("io.godwit.Sample").warn(sentence);

        var line = await().atMost(TIMEOUT)
                .until(
                        () -> system().getJsonArray("warnings").stream()
                                .map(JsonObject.class::cast)
                                .filter(each -> sentence.equals(each.getString("message")))
                                .findFirst(),
                        found -> found.isPresent())
                .orElseThrow();
        assertThat(line.getLong("count")).isEqualTo(2);
        assertThat(line.getString("source")).isEqualTo("Sample");
    }

    @Test
    void theMailServerIsTriedOnRequest() {
        var answer = operator.post("/system/transport/test", new JsonObject());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(new JsonObject(answer.body()).getBoolean("ok"))
                .as(answer.body())
                .isTrue();
        assertThat(system().getJsonObject("transport").getString("kind")).isEqualTo("catcher");
    }
}
