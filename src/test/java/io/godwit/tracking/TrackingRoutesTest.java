package io.godwit.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opens and clicks, from the mail that came out to the counts and events. */
@GodwitServer({"GODWIT_HTTP_TRUSTED_PROXIES=127.0.0.1", "GODWIT_TRACKING_PER_DAY=5"})
class TrackingRoutesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String CONTACT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    private static final Pattern PIXEL = Pattern.compile("<img src=\"([^\"]*/o/[^\"]*)\"");
    private static final Pattern LINK = Pattern.compile("<a href=\"([^\"]*/c/[^\"]*)\"");

    private static TestServer server;
    private static String key;

    /** A mail that was sent, and what its reader got. */
    private record Sent(String id, String html, String text) {

        String image() {
            return first(PIXEL);
        }

        List<String> links() {
            return LINK.matcher(html).results().map(found -> found.group(1)).toList();
        }

        private String first(Pattern pattern) {
            var found = pattern.matcher(html);
            assertThat(found.find()).as(html).isTrue();
            return found.group(1);
        }
    }

    @BeforeAll
    static void start() {
        key = server.secretKey(0);
    }

    @Test
    void anOpenIsCountedAndTold() {
        var sent = send("<p>Hello</p>", new JsonObject());

        var image = visit(sent.image(), CONTACT);

        assertThat(image.statusCode()).isEqualTo(200);
        assertThat(image.headers().firstValue("Content-Type")).contains("image/gif");
        assertThat(image.headers().firstValue("Cache-Control")).contains("no-store");
        var email = awaitEmail(sent, "OPENED");
        assertThat(email.getInteger("opens")).isEqualTo(1);
        assertThat(email.getString("openedAt")).isNotNull();
        var event = event(sent, "email.open");
        assertThat(event.getString("emailId")).isEqualTo(sent.id());
        assertThat(event.getJsonObject("data").getString("subject")).isEqualTo("Hello");
        assertThat(event.getJsonObject("data").getInteger("opens")).isEqualTo(1);
        assertThat(event.getJsonObject("data").getBoolean("isFirstOpen")).isTrue();
    }

    @Test
    void aClickLeadsOnAndImpliesAnOpen() {
        var sent = send("<p><a href=\"https://shop.example.com/?a=1&amp;b=%20c#d\">Shop</a></p>", new JsonObject());

        var answer = visit(sent.links().get(0), CONTACT);

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location")).contains("https://shop.example.com/?a=1&b=%20c#d");
        var email = awaitEmail(sent, "CLICKED");
        assertThat(email.getInteger("opens")).isEqualTo(1);
        assertThat(email.getInteger("clicks")).isEqualTo(1);
        assertThat(event(sent, "email.click").getJsonObject("data").getString("link"))
                .isEqualTo("https://shop.example.com/?a=1&b=%20c#d");
        assertThat(event(sent, "email.open").getJsonObject("data").getBoolean("isFirstOpen"))
                .isTrue();
    }

    /** A token of 2026-11-22, of a project that is gone. */
    @Test
    void aLinkOfAnEmailSentBeforeTheTokensChangedLeadsOn() {
        var address = "https://shop.example.com/sale?a=1&b=2";
        var target = Base64.getUrlEncoder().withoutPadding().encodeToString(address.getBytes(StandardCharsets.UTF_8));
        var token = "AQUAAAAAAAAAAQAAAAAAAAACAAAAAAAAAAMAAAAAAAAABAAAAAAAAAAFAAAAAAAAAAYrMKq5Vs-faWBDqoElV0b2";

        var answer = visit(server.baseUrl() + "/c/" + token + "/" + target, CONTACT);

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location")).contains(address);
    }

    @Test
    void whatAClientDoesAgainWithinAMinuteIsCountedAndMakesNoEvent() {
        var sent = send("<p><a href=\"https://shop.example.com/\">Shop</a></p>", new JsonObject());
        visit(sent.image(), CONTACT);
        var first = awaitEmail(sent, "OPENED").getString("openedAt");

        visit(sent.image(), CONTACT);
        visit(sent.image(), CONTACT);
        visit(sent.links().get(0), CONTACT);
        visit(sent.links().get(0), CONTACT);

        await().atMost(TIMEOUT).untilAsserted(() -> {
            var email = email(sent);
            assertThat(email.getInteger("opens")).isEqualTo(3);
            assertThat(email.getInteger("clicks")).isEqualTo(2);
            assertThat(email.getString("openedAt")).isEqualTo(first);
        });
        assertThat(event(sent, "email.open").getJsonObject("data").getBoolean("isFirstOpen"))
                .isTrue();
        assertThat(event(sent, "email.click").getJsonObject("data").getBoolean("isFirstClick"))
                .isTrue();
    }

    @Test
    void anotherClientsHitIsAnEventOfItsOwn() {
        var sent = send("<p>Hello</p>", new JsonObject());

        visit(sent.image(), CONTACT, "192.0.2.1");
        visit(sent.image(), CONTACT, "198.51.100.1");

        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(events(sent, "email.open")).hasSize(2));
        assertThat(email(sent).getInteger("opens")).isEqualTo(2);
    }

    @Test
    void beyondFiveEventsOfAKindInADayHitsAreOnlyCounted() {
        var sent = send("<p><a href=\"https://shop.example.com/\">Shop</a></p>", new JsonObject());
        for (var client = 1; client <= 8; client++) {
            visit(sent.image(), CONTACT, "192.0.2." + client);
        }
        for (var client = 1; client <= 7; client++) {
            visit(sent.links().get(0), CONTACT, "192.0.2." + client);
        }

        awaitCounts(sent, 8, 7);

        assertThat(events(sent, "email.open")).hasSize(5);
        assertThat(events(sent, "email.click")).hasSize(5);
        assertThat(server.database().count("SELECT count(*) FROM hits WHERE email_id = ?::uuid", sent.id()))
                .isEqualTo(10);
    }

    @Test
    void anotherDayAcceptsEventsAgain() {
        var sent = send("<p>Hello</p>", new JsonObject());
        for (var client = 1; client <= 6; client++) {
            visit(sent.image(), CONTACT, "192.0.2." + client);
        }
        awaitCounts(sent, 6, 0);
        server.database().query("UPDATE emails SET events_day = events_day - 1 WHERE id = ?::uuid", sent.id());

        visit(sent.image(), CONTACT, "192.0.2.7");

        awaitCounts(sent, 7, 0);
        assertThat(events(sent, "email.open")).hasSize(6);
    }

    private static void awaitCounts(Sent sent, int opens, int clicks) {
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(
                        List.of(email(sent).getInteger("opens"), email(sent).getInteger("clicks")))
                .containsExactly(opens, clicks));
    }

    /** A later act of a person shows that the machine's hit had been looked at by then. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Mozilla/5.0",
                "curl/8.5.0",
                "Mozilla/5.0 (compatible; SomeScanner/1.0)",
                "Mozilla/5.0 (Linux; CUBOT X18; SomeBot/1.0)",
                "facebookexternalhit/1.1"
            })
    void whatMachinesDoIsRecordedAndNotCounted(String machine) {
        var sent = send("<p><a href=\"https://shop.example.com/\">Shop</a></p>", new JsonObject());

        visit(sent.image(), machine);
        visit(sent.links().get(0), machine);
        visit(sent.image(), CONTACT);

        assertOneOpenAndTwoHitsOfMachines(sent);
    }

    private static void assertOneOpenAndTwoHitsOfMachines(Sent sent) {
        var email = awaitEmail(sent, "OPENED");
        assertThat(email.getInteger("opens")).isEqualTo(1);
        assertThat(email.getInteger("clicks")).isZero();
        assertThat(server.database()
                        .count("SELECT count(*) FROM hits WHERE email_id = ?::uuid AND origin <> 'HUMAN'", sent.id()))
                .isEqualTo(2);
    }

    /** A scanner may pass for a browser; only the method tells that it does not want to see anything. */
    @Test
    void aRequestForTheHeadAloneIsAMachines() {
        var sent = send("<p><a href=\"https://shop.example.com/\">Shop</a></p>", new JsonObject());

        assertThat(request("HEAD", sent.image(), CONTACT, "127.0.0.1").statusCode())
                .isEqualTo(200);
        assertThat(request("HEAD", sent.links().get(0), CONTACT, "127.0.0.1").statusCode())
                .isEqualTo(302);
        visit(sent.image(), CONTACT);

        assertOneOpenAndTwoHitsOfMachines(sent);
    }

    @Test
    void aPhoneWithTheSyllableBotInItsNameIsAPersons() {
        var sent = send("<p><a href=\"https://shop.example.com/\">Shop</a></p>", new JsonObject());

        visit(
                sent.links().get(0),
                "Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus Build/PPR1) AppleWebKit/537.36 (KHTML, like Gecko)"
                        + " Chrome/120.0.0.0 Mobile Safari/537.36");

        assertThat(awaitEmail(sent, "CLICKED").getInteger("clicks")).isEqualTo(1);
    }

    @Test
    void aLinkLeadsNowhereButWhereItWasSignedFor() {
        var sent = send("<p><a href=\"https://shop.example.com/\">Shop</a></p>", new JsonObject());
        var other = send("<p><a href=\"https://other.example.com/\">Other</a></p>", new JsonObject());
        var link = sent.links().get(0);
        var evil = other.links().get(0).substring(other.links().get(0).lastIndexOf('/'));

        for (var forged : List.of(
                link.substring(0, link.lastIndexOf('/')) + evil,
                link.substring(0, link.length() - 1),
                link + "A",
                link.replace("/c/", "/c/A"),
                sent.image().replace("/o/", "/c/") + "/" + "aHR0cHM6Ly9ldmlsLnRlc3Qv",
                sent.image() + "A")) {
            var answer = visit(forged, CONTACT);

            assertThat(answer.statusCode()).as(forged).isEqualTo(404);
            assertThat(answer.headers().firstValue("Location")).isEmpty();
        }
    }

    @Test
    void theTextPartShowsTheAuthorsAddresses() {
        var sent = send("<p><a href=\"https://shop.example.com/\">Shop</a></p>", new JsonObject());

        assertThat(sent.text()).contains("https://shop.example.com/").doesNotContain("/c/");
    }

    @Test
    void onlyWebAddressesAreFollowed() {
        var body = "<a href=\"mailto:a@example.com\">M</a><a href=\"#top\">T</a><a href=\"tel:+1\">P</a>"
                + "<a href=\"{{unsubscribeUrl}}\">U</a><a href=\"javascript:alert(1)\">J</a>";

        var sent = send(body, new JsonObject());

        assertThat(sent.links()).isEmpty();
        assertThat(sent.html())
                .contains("mailto:a@example.com", "#top", "tel:+1", "/unsubscribe/", "javascript:alert(1)");
    }

    @Test
    void aCallOrItsProjectMayWantNoTracking() {
        var html = "<p><a href=\"https://shop.example.com/\">Shop</a></p>";
        assertThat(send(html, new JsonObject().put("tracking", false)).html()).isEqualTo(html);

        server.database().query("UPDATE projects SET tracking = 'DISABLED' WHERE id = ?::uuid", server.projectId(0));
        try {
            assertThat(send(html, new JsonObject()).html()).isEqualTo(html);
            assertThat(send(html, new JsonObject().put("tracking", true)).links())
                    .hasSize(1);

            server.database()
                    .query("UPDATE projects SET tracking = 'MARKETING_ONLY' WHERE id = ?::uuid", server.projectId(0));
            assertThat(send(html, new JsonObject()).html()).isEqualTo(html);
        } finally {
            server.database().query("UPDATE projects SET tracking = 'ENABLED' WHERE id = ?::uuid", server.projectId(0));
        }
    }

    @Test
    void threeLinksOfAMailAtOnceAreAScanners() {
        var sent = send(
                "<a href=\"https://a.example.com/\">A</a><a href=\"https://b.example.com/\">B</a>"
                        + "<a href=\"https://c.example.com/\">C</a>",
                new JsonObject());
        server.database().query("""
                        INSERT INTO hits (project_id, id, email_id, kind, link, origin, created_at, repeats)
                        SELECT ?::uuid, gen_random_uuid(), ?::uuid, 'CLICK', link, 'HUMAN', at, repeats
                          FROM (VALUES ('https://a.example.com/', now(), NULL),
                                       ('https://b.example.com/', now(), NULL),
                                       ('https://c.example.com/', now(), NULL),
                                       ('https://a.example.com/', now() + interval '3 seconds', 2)) AS hit (link, at, repeats)
                        """, server.projectId(0), sent.id());
        visit(sent.image(), CONTACT);

        awaitAllCounted(sent);
        assertThat(awaitEmail(sent, "OPENED").getInteger("clicks")).isZero();
        assertThat(server.database()
                        .count("SELECT count(*) FROM hits WHERE email_id = ?::uuid AND origin = 'SCANNER'", sent.id()))
                .isEqualTo(3);
    }

    /** The clicks are some seconds ahead, so that the loop that counts hits comes by before the third one. */
    @Test
    void threeLinksOfAMailAtOnceAreAScannersWhenTheyAreCountedBetween() {
        var sent = send("<p>Hello</p>", new JsonObject());
        var other = send("<p>Hello</p>", new JsonObject());
        click(sent, "https://a.example.com/", 5_000);
        click(sent, "https://b.example.com/", 5_100);
        visit(other.image(), CONTACT);
        awaitEmail(other, "OPENED");

        click(sent, "https://c.example.com/", 5_200);

        awaitAllCounted(sent);
        assertThat(email(sent).getInteger("clicks")).isZero();
        assertThat(email(sent).getInteger("machineClicks")).isEqualTo(3);
    }

    private static void awaitAllCounted(Sent sent) {
        await().atMost(TIMEOUT)
                .until(() -> server.database()
                                .count("SELECT count(*) FROM hits WHERE email_id = ?::uuid AND NOT counted", sent.id())
                        == 0);
    }

    /** Records a click some milliseconds from the first one that the test records. */
    private static void click(Sent sent, String link, int milliseconds) {
        server.database().query("""
                        INSERT INTO hits (project_id, id, email_id, kind, link, origin, created_at)
                        SELECT ?::uuid, gen_random_uuid(), ?::uuid, 'CLICK', ?, 'HUMAN',
                               coalesce(min(created_at) - interval '5 seconds', now()) + ?::int * interval '1 millisecond'
                          FROM hits
                         WHERE email_id = ?::uuid
                        """, server.projectId(0), sent.id(), link, milliseconds, sent.id());
    }

    private static Sent send(String html, JsonObject more) {
        var before = mails().size();
        var answer = server.post(
                "/v1/send",
                key,
                new JsonObject()
                        .put("to", "reader@example.com")
                        .put("from", "hello@" + server.domain(0))
                        .put("subject", "Hello")
                        .put("body", html)
                        .mergeIn(more));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var id = new JsonObject(answer.body())
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
        await().atMost(TIMEOUT).until(() -> mails().size() > before);
        var mail = mails().getJsonObject(0);
        return new Sent(id, mail.getString("html").strip(), mail.getString("text"));
    }

    private static JsonArray mails() {
        return new JsonArray(server.get("/dev/mailbox/messages", "").body());
    }

    private static HttpResponse<String> visit(String url, String userAgent) {
        return visit(url, userAgent, "127.0.0.1");
    }

    private static HttpResponse<String> visit(String url, String userAgent, String client) {
        return request("GET", url, userAgent, client);
    }

    private static HttpResponse<String> request(String method, String url, String userAgent, String client) {
        var path = URI.create(url).getRawPath();
        return server.call(method, path, "", "", "User-Agent", userAgent, "X-Forwarded-For", client);
    }

    private static JsonObject awaitEmail(Sent sent, String status) {
        await().atMost(TIMEOUT).until(() -> email(sent).getString("status").equals(status));
        return email(sent);
    }

    private static JsonObject email(Sent sent) {
        return new JsonObject(server.get("/emails/" + sent.id(), key).body());
    }

    private static JsonObject event(Sent sent, String name) {
        var found = events(sent, name);
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static List<JsonObject> events(Sent sent, String name) {
        return new JsonObject(server.get("/events?eventName=" + name, key).body())
                .getJsonArray("events").stream()
                        .map(JsonObject.class::cast)
                        .filter(event -> sent.id().equals(event.getString("emailId")))
                        .toList();
    }
}
