package io.godwit.smtp.catcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The mail catcher from {@code POST /v1/send} to {@code /dev/mailbox}, on a server that keeps four mails. */
@CloseFields
class CaughtMessageRoutesTest {

    private static final String MESSAGES = "/dev/mailbox/messages";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int KEPT = 4;

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start(Map.of("GODWIT_MAIL_CATCHER_KEEP", String.valueOf(KEPT)));
    }

    @BeforeEach
    void clear() {
        server.call("DELETE", MESSAGES, "", "");
    }

    @Test
    void aMailIsShownWithAllItsMembers() {
        var before = Instant.now().minusSeconds(1);

        send(mail("Grüße \uD83D\uDC26", "<p>Hallo <b>Ada</b></p>")
                .put("headers", new JsonObject().put("X-Reason", "ü")));

        var mail = only();
        assertThat(mail.fieldNames())
                .contains("id", "from", "to", "subject", "html", "text", "headers", "attachments", "raw");
        assertThat(UUID.fromString(mail.getString("id"))).isNotNull();
        assertThat(mail.getInstant("receivedAt")).isBetween(before, Instant.now());
        assertThat(mail.getString("from")).isEqualTo("Zoë <hello@example.test>");
        assertThat(mail.getString("to")).contains("ada@example.com");
        assertThat(mail.getString("subject")).isEqualTo("Grüße \uD83D\uDC26");
        assertThat(mail.getString("html")).isEqualTo("<p>Hallo <b>Ada</b></p>");
        assertThat(mail.getString("text")).contains("Hallo Ada");
        assertThat(mail.getJsonObject("headers").getString("X-Reason")).isEqualTo("ü");
        assertThat(mail.getJsonObject("headers").fieldNames()).contains("Message-ID", "Date", "DKIM-Signature");
        assertThat(mail.getJsonArray("attachments")).isEmpty();
        assertThat(mail.getString("raw")).startsWith("DKIM-Signature:").contains("\r\nMIME-Version: 1.0\r\n");
        assertThat(mail.getJsonObject("envelope").getString("to")).isEqualTo("ada@example.com");
    }

    @Test
    void oneMailIsAnsweredLikeItsPlaceInTheList() {
        send(mail("One", "<p>One</p>"));

        var listed = only();

        assertThat(json(get("/" + listed.getString("id")))).isEqualTo(listed);
    }

    @Test
    void theListIsNewestFirstAndCanBeShortened() {
        List.of("First", "Second", "Third").forEach(subject -> {
            send(mail(subject, "<p>" + subject + "</p>"));
            await().atMost(TIMEOUT).until(() -> subjects("").contains(subject));
        });

        assertThat(subjects("")).containsExactly("Third", "Second", "First");
        assertThat(subjects("?limit=2")).containsExactly("Third", "Second");
        assertThat(list("?heads=true")).allSatisfy(head -> assertThat(head.fieldNames())
                .contains("id", "from", "to", "subject", "receivedAt", "size")
                .doesNotContain("html", "text", "raw", "attachments"));
        assertThat(get("?limit=0").statusCode()).isEqualTo(422);
        assertThat(get("?heads=perhaps").statusCode()).isEqualTo(422);
    }

    @Test
    void theSourceIsTheMessageAsItWentOverTheWire() {
        send(mail("Source", "<p>.dots\n.\n..two</p>"));

        var mail = only();
        var raw = server.bytes(MESSAGES + "/" + mail.getString("id") + "/raw");

        assertThat(new String(raw, UTF_8)).isEqualTo(mail.getString("raw"));
        assertThat(raw).hasSize(mail.getInteger("size"));
        assertThat(get("/" + mail.getString("id") + "/raw").headers().firstValue("content-type"))
                .contains("text/plain; charset=utf-8");
        assertThat(mail.getString("html")).isEqualTo("<p>.dots\r\n.\r\n..two</p>");
    }

    @Test
    void attachmentsAreDownloadsWhateverTheySayTheyAre() {
        var page = "<script>alert(1)</script>".getBytes(UTF_8);
        send(mail("Files", "<p>See the files</p>")
                .put("attachments", new JsonArray().add(file("Grüße \uD83D\uDC26.html", "text/html", page))));

        var file = only().getJsonArray("attachments").getJsonObject(0);
        var answer = server.get(file.getString("url"), "");

        assertThat(file.getString("filename")).isEqualTo("Grüße \uD83D\uDC26.html");
        assertThat(file.getString("contentType")).isEqualTo("text/html");
        assertThat(file.getInteger("size")).isEqualTo(page.length);
        assertThat(file.getBoolean("inline")).isFalse();
        assertThat(server.bytes(file.getString("url"))).isEqualTo(page);
        assertThat(answer.headers().firstValue("content-type")).contains("application/octet-stream");
        assertThat(answer.headers().firstValue("content-disposition"))
                .contains("attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%F0%9F%90%A6.html");
        assertThat(answer.headers().firstValue("x-content-type-options")).contains("nosniff");
    }

    @Test
    void picturesOfTheMailAreShownInItAndNoneForAnother() {
        send(mail("Pictures", "<img src=\"cid:logo\"><img src=\"cid:logo2\"><img src='cid:logo%402'><img src=cid:none>")
                .put(
                        "attachments",
                        new JsonArray()
                                .add(image("logo", new byte[] {1}))
                                .add(image("logo2", new byte[] {2}))
                                .add(image("logo@2", new byte[] {3}))));

        var shown = get("/" + only().getString("id") + "/html").body();

        assertThat(shown)
                .endsWith("<img src=\"data:image/png;base64,AQ==\"><img src=\"data:image/png;base64,Ag==\">"
                        + "<img src='data:image/png;base64,Aw=='><img src=cid:none>");
    }

    @Test
    void noPictureOfAnotherServerIsAskedFor() {
        send(mail(
                "Remote",
                "<img alt=\"Logo\" src=\"https://shop.example/a.png\"><IMG width=1 SRC=//shop.example/b.png>"));

        var shown = get("/" + only().getString("id") + "/html").body();

        assertThat(shown)
                .endsWith("<img alt=\"Logo\" data-src=\"https://shop.example/a.png\">"
                        + "<IMG width=1 data-src=//shop.example/b.png>");
    }

    @Test
    void theHtmlOfAMailIsFramedWithoutScriptsFormsAndConnections() {
        send(mail(
                "Hostile",
                "<script>top.location='//evil.test'</script><form action=//evil.test><img src=//evil.test/i>"));

        var answer = get("/" + only().getString("id") + "/html");

        var policy = answer.headers().firstValue("content-security-policy").orElseThrow();
        assertThat(answer.headers().firstValue("content-type")).contains("text/html; charset=utf-8");
        assertThat(policy.split(";\\s*"))
                .contains("sandbox allow-popups allow-popups-to-escape-sandbox", "default-src 'none'", "img-src data:")
                .contains("base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'");
        assertThat(policy).doesNotContain("allow-scripts", "allow-same-origin", "allow-forms", "script-src", "http");
        assertThat(answer.headers().firstValue("x-content-type-options")).contains("nosniff");
        assertThat(answer.headers().firstValue("referrer-policy")).contains("no-referrer");
    }

    @Test
    void theNewestAreKept() throws IOException {
        for (var number = 1; number <= KEPT + 3; number++) {
            var subject = "Number " + number;
            send(mail(subject, "<p>n</p>"));
            await().atMost(TIMEOUT).until(() -> subjects("?limit=1").contains(subject));
        }

        assertThat(subjects("")).containsExactly("Number 7", "Number 6", "Number 5", "Number 4");
        try (var files = Files.list(server.dataDir().resolve("mailbox"))) {
            assertThat(files).hasSize(KEPT);
        }
    }

    @Test
    void theyOutliveARestart() {
        send(mail("Before the restart", "<p>Still here</p>"));
        var before = only();

        server.restart();

        assertThat(only()).isEqualTo(before);
    }

    @Test
    void clearingLeavesNothing() throws IOException {
        send(mail("Gone", "<p>Gone</p>"));
        var id = only().getString("id");

        var answer = server.call("DELETE", MESSAGES, "", "");

        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(list("")).isEmpty();
        for (var path : List.of("/" + id, "/" + id + "/html", "/" + id + "/raw", "/" + id + "/attachments/0")) {
            assertThat(get(path).statusCode()).isEqualTo(404);
            assertThat(get(path).body()).contains("RESOURCE_NOT_FOUND");
        }
        assertThat(server.dataDir().resolve("mailbox")).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "-1", "x", "99999", "..%2f0"})
    void anAttachmentThatIsNotThereIsNotFound(String number) {
        send(mail("No file", "<p>No file</p>"));

        assertThat(get("/" + only().getString("id") + "/attachments/" + number).statusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.test", "localhost.evil.test", "127.0.0.1.evil.test", "192.168.1.7", "[2001:db8::1]"})
    void aStrangersNameThatPointsHereIsRefused(String host) {
        for (var path : List.of("/dev/mailbox", "/dev/mailbox/mailbox.js", MESSAGES, "/api" + MESSAGES)) {
            assertThat(asHost(host, "GET " + path)).startsWith("HTTP/1.1 403").contains("FORBIDDEN");
        }
        assertThat(asHost(host, "DELETE " + MESSAGES)).startsWith("HTTP/1.1 403");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080", "mail.localhost"})
    void thisMachineIsLetInByEachOfItsNames(String host) {
        assertThat(asHost(host, "GET " + MESSAGES)).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For: 203.0.113.7",
                "Forwarded: for=203.0.113.7",
                "X-Real-IP: 203.0.113.7",
                "Via: 1.1 a",
                "CDN-Loop: a",
                "X-Azure-ClientIP: 203.0.113.7",
                "X-Varnish: 1",
                "X-Amzn-Trace-Id: Root=1",
                "X-Forwarded-Client-Cert: a"
            })
    void whatAProxyForwardsIsForeign(String header) {
        assertThat(server.raw("GET " + MESSAGES + " HTTP/1.1\r\nHost: localhost\r\n" + header
                        + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
    }

    /** As nginx passes requests on that has only {@code proxy_pass http://localhost:8080}. */
    @Test
    void whatAProxyPassesOnWithoutAWordIsForeign() {
        assertThat(server.raw("GET " + MESSAGES + " HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .contains(" 403 ");
    }

    @Test
    void theSettingsCanOpenItToAll() {
        var settings = Map.of("GODWIT_MAIL_CATCHER_PUBLIC", "true", "GODWIT_PUBLIC_URL", "https://mail.example.com");
        try (var open = TestServer.start(settings)) {
            for (var host : List.of("mail.example.com", "192.168.1.7:8080", "localhost:8080")) {
                assertThat(readBy(open, host)).startsWith("HTTP/1.1 200");
            }
            assertThat(readBy(open, "evil.example")).startsWith("HTTP/1.1 403");
        }
    }

    /** It may hold what opens an account. */
    @Test
    void aCaughtMessageAndTheJournalAreForTheServersAccountAlone() throws IOException {
        send(mail("Private", "<p>Private</p>"));
        only();

        for (var folder : List.of("mailbox", "journal")) {
            var path = server.dataDir().resolve(folder);
            assertThat(mode(path)).isEqualTo("rwx------");
            try (var files = Files.list(path)) {
                assertThat(files).isNotEmpty().allSatisfy(file -> assertThat(mode(file))
                        .isEqualTo("rw-------"));
            }
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void thereIsNoMailboxWhereMailGoesOut() {
        try (var sending =
                TestServer.start(Map.of("GODWIT_MAIL_CATCHER_ENABLED", "", "GODWIT_MAIL_HOST", "127.0.0.1"))) {
            for (var path : List.of("/dev/mailbox", MESSAGES)) {
                assertThat(sending.get(path, "").statusCode()).isEqualTo(404);
                assertThat(sending.get(path, "").body()).contains("ROUTE_NOT_FOUND");
            }
        }
    }

    private static String readBy(TestServer open, String host) {
        return open.raw("GET " + MESSAGES + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    }

    private static String asHost(String host, String request) {
        return server.raw(request + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    }

    static JsonObject mail(String subject, String body) {
        return new JsonObject()
                .put("to", "ada@example.com")
                .put("from", new JsonObject().put("name", "Zoë").put("email", "hello@example.test"))
                .put("subject", subject)
                .put("tracking", false)
                .put("body", body);
    }

    private static JsonObject file(String name, String type, byte[] bytes) {
        return new JsonObject()
                .put("filename", name)
                .put("contentType", type)
                .put("content", Base64.getEncoder().encodeToString(bytes));
    }

    private static JsonObject image(String contentId, byte[] bytes) {
        return file("picture.png", "image/png", bytes)
                .put("disposition", "inline")
                .put("contentId", contentId);
    }

    private static void send(JsonObject mail) {
        assertThat(server.post("/v1/send", server.secretKey(0), mail).statusCode())
                .isEqualTo(200);
    }

    private static JsonObject only() {
        await().atMost(TIMEOUT).until(() -> list("").size() == 1);
        return list("").get(0);
    }

    private static List<String> subjects(String query) {
        return list(query).stream().map(mail -> mail.getString("subject")).toList();
    }

    private static List<JsonObject> list(String query) {
        return new JsonArray(get(query).body())
                .stream().map(JsonObject.class::cast).toList();
    }

    private static JsonObject json(HttpResponse<String> answer) {
        return new JsonObject(answer.body());
    }

    private static HttpResponse<String> get(String rest) {
        return server.get(MESSAGES + rest, "");
    }
}
