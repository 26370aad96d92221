package io.godwit.delivery;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.TestServer;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server without a relay: what operators see of its sites, and how they pause one. */
@Tag("server")
class SiteRoutesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String SITE = "mx.direct.test";

    private static Vertx vertx;
    private static DnsStub dns;
    private static SmtpSink sink;
    private static TestServer server;
    private static BrowserUser operator;

    @BeforeAll
    static void start() throws Exception {
        vertx = Vertx.vertx();
        sink = SmtpSink.start(vertx);
        dns = DnsStub.start().mx("direct.test", 10, SITE).address(SITE, sink.host());
        server = TestServer.start(Map.of(
                "GODWIT_MAIL_MODE",
                "direct",
                "GODWIT_MAIL_CATCHER_ENABLED",
                "false",
                "GODWIT_ACCOUNTS_VERIFY",
                "false",
                "GODWIT_MAIL_DIRECT_PORT",
                String.valueOf(sink.port()),
                "GODWIT_MAIL_DIRECT_ALLOW",
                "127.0.0.0/8",
                "GODWIT_DNS_SERVERS",
                dns.address()));
        operator = BrowserUser.demo(server);
    }

    @AfterAll
    static void stop() {
        server.close();
        sink.close();
        dns.close();
        vertx.close().await();
    }

    @Test
    void anEmailShowsItsDialogueAndAPausedSiteWaitsUntilItIsResumed() {
        var first = sent("first@direct.test");
        await().atMost(TIMEOUT).until(() -> email(first).getString("status"), "SENT"::equals);
        var evidence = email(first).getJsonArray("attempts").getJsonObject(0).getJsonObject("evidence");
        assertThat(evidence.getString("host")).isEqualTo(SITE);
        assertThat(evidence.getJsonArray("steps").size()).isGreaterThan(4);
        await().atMost(TIMEOUT).until(() -> site().isPresent());
        assertThat(site().orElseThrow()
                        .getJsonArray("lastReplies")
                        .getJsonObject(0)
                        .getString("reply"))
                .startsWith("250");

        assertThat(command("pause", new JsonObject().put("site", SITE).put("reason", "A test")))
                .isEqualTo(200);
        await().atMost(TIMEOUT).until(() -> site().flatMap(one -> Optional.ofNullable(one.getString("reason")))
                .isPresent());
        var second = sent("second@direct.test");
        await().atMost(TIMEOUT).until(() -> site().flatMap(one -> Optional.ofNullable(one.getLong("queued")))
                .isPresent());
        assertThat(email(second).getString("status")).isEqualTo("PENDING");
        var tomorrow = Instant.now().plus(Duration.ofDays(1)).toString();
        var third = sent(mail("third@direct.test").put("scheduledAt", tomorrow));

        assertThat(command("resume", new JsonObject().put("site", SITE))).isEqualTo(200);

        await().atMost(TIMEOUT).until(() -> email(second).getString("status"), "SENT"::equals);
        assertThat(email(third).getString("status")).isEqualTo("PENDING");
        assertThat(sink.messages())
                .extracting(SinkMessage::recipient)
                .containsExactly("first@direct.test", "second@direct.test");

        assertThat(sites("?site=" + SITE)).hasSize(1);
        assertThat(sites("?site=mx.elsewhere.test")).isEmpty();
        pauseAndResumeWithoutAnEmail();
    }

    /** No email goes to the site meanwhile, whose end would tell of it. */
    private static void pauseAndResumeWithoutAnEmail() {
        assertThat(command("pause", new JsonObject().put("site", SITE))).isEqualTo(200);
        await().atMost(TIMEOUT)
                .until(() -> "operator".equals(site().orElseThrow().getString("reason")));

        assertThat(command("resume", new JsonObject().put("site", SITE))).isEqualTo(200);

        await().atMost(TIMEOUT).until(() -> site().orElseThrow().getString("reason") == null);
        assertThat(site().orElseThrow().getJsonArray("suspensions")).isEmpty();
    }

    @Test
    void aReceiverThatIsPausedBeforeItsFirstEmailHasTheLimitsOfItsProvider() {
        assertThat(command("pause", new JsonObject().put("site", "google"))).isEqualTo(200);

        await().atMost(TIMEOUT).until(() -> !sites("?site=google").isEmpty());
        var paused = sites("?site=google").getJsonObject(0);
        assertThat(paused.getString("provider")).isEqualTo("google");
        assertThat(paused.getInteger("maxConnections")).isEqualTo(5);
        assertThat(paused.getInteger("perHour")).isEqualTo(18_000);
    }

    private static JsonArray sites(String query) {
        return new JsonObject(operator.get("/receivers" + query).body()).getJsonArray("receivers");
    }

    @Test
    void theSystemPageSaysThatEmailsGoStraightToMailHosts() {
        var transport = new JsonObject(operator.get("/system").body()).getJsonObject("transport");

        assertThat(transport.getString("kind")).isEqualTo("direct");
        assertThat(transport.getString("host")).isNull();
        assertThat(transport.getString("status")).isEqualTo("ok");
        var config = new JsonObject(operator.get("/config").body());
        assertThat(config.getJsonObject("features").getJsonObject("email").getString("provider"))
                .isEqualTo("smtp");
    }

    @Test
    void withoutAMailServerATryOfItSaysSo() {
        var tried = new JsonObject(
                operator.post("/system/transport/test", new JsonObject()).body());

        assertThat(tried.getBoolean("ok")).isFalse();
        assertThat(tried.getString("problem")).contains("There is no mail server to try");
    }

    @Test
    void onlyOperatorsSeeAndPauseSites() {
        var other = BrowserUser.signedUp(server, "colleague" + UUID.randomUUID() + "@example.com");

        assertFailure(other.get("/receivers"), 403, "FORBIDDEN");
        assertFailure(other.post("/receivers/pause", new JsonObject().put("site", "x")), 403, "FORBIDDEN");
        assertFailure(server.get("/receivers", server.secretKey(0)), 404, "RESOURCE_NOT_FOUND");
        assertThat(command("pause", new JsonObject().put("site", "x").put("minutes", 0)))
                .isEqualTo(422);
        assertThat(command("try-now", new JsonObject())).isEqualTo(422);
    }

    @Test
    void aProjectCanLeaveAnotherWayThanTheSettingsSay() {
        var choice = new JsonObject()
                .put("projectId", server.projectId(0))
                .put("domain", "other.test")
                .put("mode", "RELAY")
                .put("pool", "marketing")
                .put("fallbackPools", new JsonArray().add("default").add("reserve"));

        assertThat(put(choice).statusCode()).isEqualTo(200);
        var kept = new JsonObject(operator.get("/delivery/choices").body()).getJsonArray("choices");
        choice.remove("mode");
        choice.remove("pool");
        choice.remove("fallbackPools");
        put(choice);

        assertThat(kept.getJsonObject(0).getString("mode")).isEqualTo("RELAY");
        assertThat(kept.getJsonObject(0).getJsonArray("fallbackPools")).containsExactly("default", "reserve");
        assertThat(new JsonObject(operator.get("/delivery/choices").body()).getJsonArray("choices"))
                .isEmpty();
        choice.put("projectId", UUID.randomUUID().toString());
        assertFailure(put(choice), 404, "RESOURCE_NOT_FOUND");
    }

    private static HttpResponse<String> put(JsonObject choice) {
        return operator.call("PUT", "/delivery/choices", choice.encode());
    }

    private static int command(String name, JsonObject body) {
        return operator.post("/receivers/" + name, body).statusCode();
    }

    private static Optional<JsonObject> site() {
        return sites("").stream()
                .map(JsonObject.class::cast)
                .filter(one -> SITE.equals(one.getString("site")))
                .findFirst();
    }

    private static JsonObject mail(String to) {
        return new JsonObject()
                .put("to", to)
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
    }

    private static String sent(String to) {
        return sent(mail(to));
    }

    private static String sent(JsonObject mail) {
        var answer = server.post("/v1/send", server.secretKey(0), mail);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body())
                .getJsonObject("data")
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
    }

    private static JsonObject email(String id) {
        return new JsonObject(server.get("/emails/" + id, server.secretKey(0)).body());
    }
}
