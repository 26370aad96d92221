package io.godwit.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Opens and clicks of one client that a balancer spreads over two nodes. */
@GodwitServer
@CloseFields
class TrackingNodesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    private static final Pattern PIXEL = Pattern.compile("<img src=\"([^\"]*/o/[^\"]*)\"");
    private static final Pattern LINK = Pattern.compile("<a href=\"([^\"]*/c/[^\"]*)\"");

    private static TestServer server;
    private static TestServer other;

    @BeforeAll
    static void startTheOther() {
        other = TestServer.start(Map.of(
                "GODWIT_DATABASE_URL",
                server.database().url(),
                "GODWIT_ROLES",
                "http",
                "GODWIT_HTTP_TRUSTED_PROXIES",
                "127.0.0.1"));
    }

    @Test
    void whatAClientDoesOnTwoNodesWithinAMinuteIsCountedAndMakesOneEvent() {
        var html = send();
        for (var each = 0; each < 3; each++) {
            visit(server, PIXEL, html, "127.0.0.1");
            visit(other, PIXEL, html, "127.0.0.1");
        }
        awaitCount("opens", 6);
        for (var each = 0; each < 2; each++) {
            visit(other, LINK, html, "127.0.0.1");
            visit(server, LINK, html, "127.0.0.1");
        }
        awaitCount("clicks", 4);

        assertThat(events("email.open")).isEqualTo(1);
        assertThat(events("email.click")).isEqualTo(1);
        assertThat(email().getInteger("opens")).isEqualTo(6);

        visit(other, PIXEL, html, "192.0.2.1");
        awaitCount("opens", 7);
        assertThat(events("email.open")).isEqualTo(2);
    }

    @Test
    void theRepeatedOpensOfAClientAreStoredWhenTheirNodeStops() {
        var html = send();
        try (var stopped =
                TestServer.start(Map.of("GODWIT_DATABASE_URL", server.database().url(), "GODWIT_ROLES", "http"))) {
            for (var each = 0; each < 3; each++) {
                visit(stopped, PIXEL, html, "127.0.0.1");
            }
        }

        awaitCount("opens", 3);
    }

    private static String send() {
        var before = mails().size();
        var answer = server.post(
                "/v1/send",
                server.secretKey(0),
                new JsonObject()
                        .put("to", "reader@example.com")
                        .put("from", "hello@" + server.domain(0))
                        .put("subject", "Hello")
                        .put("body", "<p><a href=\"https://shop.example.com/\">Shop</a></p>"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        await().atMost(TIMEOUT).until(() -> mails().size() > before);
        return mails().getJsonObject(0).getString("html");
    }

    private static JsonArray mails() {
        return new JsonArray(server.get("/dev/mailbox/messages", "").body());
    }

    private static void visit(TestServer node, Pattern pattern, String html, String client) {
        var found = pattern.matcher(html);
        assertThat(found.find()).as(html).isTrue();
        var path = URI.create(found.group(1)).getRawPath();
        var answer = node.call("GET", path, "", "", "User-Agent", BROWSER, "X-Forwarded-For", client);
        assertThat(answer.statusCode()).isIn(200, 302);
    }

    private static void awaitCount(String name, int count) {
        await().atMost(TIMEOUT).until(() -> email().getInteger(name) >= count);
    }

    private static JsonObject email() {
        var emails = new JsonObject(server.get("/emails", server.secretKey(0)).body()).getJsonArray("data");
        return new JsonObject(server.get("/emails/" + emails.getJsonObject(0).getString("id"), server.secretKey(0))
                .body());
    }

    private static long events(String name) {
        return server.database()
                .count(
                        "SELECT count(*) FROM events WHERE name = ? AND email_id = ?::uuid",
                        name,
                        email().getString("id"));
    }
}
