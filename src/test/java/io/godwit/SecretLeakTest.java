package io.godwit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.godwit.kit.TestServer;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.logging.JsonLogEncoder;
import io.godwit.logging.ProcessLog;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Plants secrets with the word canary in them, does everything with them that goes right and wrong, and
 * then looks for the word in everything an operator keeps or ships elsewhere. Logs are written as finely as they can be
 * set.
 */
class SecretLeakTest {

    private static final String PASSWORD = "canary-password";
    private static final String USER_PASSWORD = "canary-user-password";
    private static final byte[] FILE = "canary-file ".repeat(20).getBytes(UTF_8);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final Vertx VERTX = Vertx.vertx();
    private static final ListAppender<ILoggingEvent> LOGS = new ListAppender<>();
    private static final List<String> SECRET_PATTERNS = new ArrayList<>(List.of(
            "canary",
            base64("\0smtp\0" + PASSWORD),
            base64(PASSWORD),
            base64("canary-file canary-file ").substring(0, 20)));

    private static SmtpSink sink;
    private static TestServer server;

    @BeforeAll
    static void doEverything() {
        ProcessLog.setLevel("TRACE");
        LOGS.start();
        root().addAppender(LOGS);
        sink = SmtpSink.start(VERTX, SinkOptions.plain().login("smtp", PASSWORD));
        server = TestServer.start(settings());
        SECRET_PATTERNS.addAll(List.of(server.secretKey(0), server.publicKey(0), server.secretKey(1)));
        send();
        failToSend();
        ask();
        signIn();
        askWrongly();
        breakOurselves();
        await().atMost(TIMEOUT).until(() -> server.database().count("SELECT count(*) FROM outbox") == 0);
    }

    private static Map<String, String> settings() {
        var settings = new HashMap<String, String>();
        settings.put("GODWIT_MAIL_CATCHER_ENABLED", "");
        settings.put("GODWIT_MAIL_HOST", sink.host());
        settings.put("GODWIT_MAIL_PORT", String.valueOf(sink.port()));
        settings.put("GODWIT_MAIL_USERNAME", "smtp");
        settings.put("GODWIT_MAIL_PASSWORD", PASSWORD);
        settings.put("GODWIT_MAIL_TLS", "none");
        settings.put("GODWIT_SENDING_PACE", "1000");
        settings.put("GODWIT_DNS_SERVERS", "127.0.0.1:9");
        settings.put("GODWIT_DNS_TIMEOUT", "100ms");
        return settings;
    }

    @AfterAll
    static void stop() {
        server.close();
        sink.close();
        root().detachAppender(LOGS);
        ProcessLog.setLevel("INFO");
        VERTX.close().await();
    }

    @Test
    void theLogTellsNothing() {
        var encoder = new JsonLogEncoder();
        encoder.start();

        var lines = List.copyOf(LOGS.list).stream()
                .map(event -> new String(encoder.encode(event), UTF_8))
                .toList();

        assertThat(lines).anyMatch(line -> line.contains("An ingest call could not be written"));
        assertThat(lines).anyMatch(line -> line.contains("The mail server rejects the account"));
        assertThat(lines).filteredOn(SecretLeakTest::tells).isEmpty();
        assertThat(lines).allSatisfy(line -> assertThat(line.strip()).doesNotContain("\n", "\u001b"));
    }

    @Test
    void theMetricsTellNothing() {
        var metrics = server.get("/metrics", "").body();

        assertThat(metrics).contains("godwit_");
        assertThat(tells(metrics)).isFalse();
    }

    /** The reason of a failure is ours; an address in what the mail server said of it is the mail server's. */
    @Test
    void theErrorColumnsTellNothing() {
        var errors = server.database().query("SELECT error FROM emails WHERE error IS NOT NULL");
        var attempts = server.database().query("SELECT stage, code, enhanced, reply FROM email_attempts");

        assertThat(errors).hasSizeGreaterThan(1).noneMatch(row -> tells(row.toString()));
        assertThat(attempts).hasSizeGreaterThan(2).noneMatch(row -> tells(row.toString()));
    }

    /** Keys are there as hashes and encrypted, and what was for one mail only ended with it. */
    @Test
    void theDatabaseKeepsNoSecret() {
        var tables = server.database()
                .query(
                        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'");

        assertThat(tables).hasSizeGreaterThan(10).allSatisfy(table -> {
            var name = table.get("table_name").toString();
            var rows = server.database()
                    .query("SELECT t::text AS row FROM " + name + " t")
                    .toString();
            assertThat(rows)
                    .as(name)
                    .doesNotContain(PASSWORD, USER_PASSWORD, "canary-once", server.secretKey(0), server.publicKey(0));
        });
    }

    @Test
    void theMailItselfToldAll() {
        assertThat(sink.messages())
                .anyMatch(mail -> mail.header("Subject").orElse("").contains("canary-subject canary-once")
                        && mail.text().contains("canary-body")
                        && mail.text().contains(base64(new String(FILE, UTF_8)).substring(0, 60)));
    }

    private static void send() {
        assertThat(post("/v1/send", mail("canary-one@example.com"))).isEqualTo(200);
        assertThat(post("/v1/send", mail("canary-two@example.com").put("subscribed", false)))
                .isEqualTo(200);
        sink.awaitMessages(2);
    }

    /** At every stage, for good and for a while; the login too. */
    private static void failToSend() {
        sink.rule(SinkPoint.AUTH, 8, new SinkBehaviour.Reply("535 5.7.8 Wrong credentials"));
        sink.hangUp();
        for (var asked : List.of(
                "fail-rcpt-550+canary",
                "fail-mail-550+canary",
                "fail-dot-554+canary",
                "tempfail-rcpt-451-2times+canary",
                "tempfail-dot-452-2times+canary",
                "close-data-2times+canary",
                "close-dot-2times+canary")) {
            assertThat(post("/v1/send", mail(asked + "@example.com"))).isEqualTo(200);
        }
    }

    private static void ask() {
        var key = server.secretKey(0);
        var track = new JsonObject()
                .put("email", "canary-tracked@example.com")
                .put("event", "canary-event")
                .put("data", new JsonObject().put("canary-key", "canary-value"));
        assertThat(post("/v1/track", track)).isEqualTo(200);
        assertThat(post("/v1/verify", new JsonObject().put("email", "canary-verified@canary-domain.com")))
                .isEqualTo(200);
        server.get("/emails?to=canary-one@example.com", key);
        server.get("/emails/canary-id", key);
        server.get("/emails?limit=canary", key);
        server.post(
                "/templates",
                key,
                new JsonObject().put("name", "canary-template").put("subject", "{{#if canary"));
    }

    /** The session's token is a secret of its own to look for. */
    private static void signIn() {
        var right = new JsonObject().put("email", "canary-user@example.com").put("password", USER_PASSWORD);
        var answer = server.post("/auth/signup", "", right);
        var cookie = answer.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
        SECRET_PATTERNS.add(cookie.substring(cookie.indexOf('=') + 1));
        server.post("/auth/login", "", right.copy().put("password", "canary-wrong"));
        server.call("GET", "/users/@me", "", "", "Cookie", cookie);
        server.call("POST", "/auth/request-verification", "", "{}", "Cookie", cookie);
        server.post("/auth/request-password-reset", "", new JsonObject().put("email", "canary-user@example.com"));
        server.post(
                "/auth/reset-password",
                "",
                new JsonObject().put("token", "canary").put("newPassword", "canary-new"));
    }

    private static void askWrongly() {
        var key = server.secretKey(0);
        server.call("POST", "/v1/send", key, "{\"to\":\"canary-json@example.com\",\"subject\":\"canary");
        server.call("POST", "/v1/track", key, "\"canary-text\"");
        server.call(
                "POST",
                "/v1/send",
                key,
                new JsonObject().put("to", "canary\u0000@x").put("from", 12).encode());
        server.call(
                "POST",
                "/v1/send",
                "sk_canary" + "0".repeat(58),
                mail("a@example.com").encode());
        server.call("GET", "/emails?key=" + key + "&token=canary-query", "", "", "Cookie", "godwit_session=canary.jwt");
        server.call(
                "GET", "/canary-path%0a%1b%5b31m", key, "", "User-Agent", "canary-agent", "X-Request-ID", "canary id");
        server.raw("GET /canary HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key
                + "\r\nX: canary\u0001\r\n\r\n");
        server.raw("POST /v1/send HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n"
                + "Authorization: Bearer " + key + "\r\n\r\ncanary");
        server.post("/v1/send", key, mail("a@example.com").put("from", "hello@canary-domain.com"));
    }

    /** PostgreSQL's words about a row it refuses come with the row. */
    private static void breakOurselves() {
        server.database().query("ALTER TABLE contacts ADD CONSTRAINT poison CHECK (email NOT LIKE 'canary-poison%')");
        server.database().query("ALTER TABLE templates ADD CONSTRAINT poison CHECK (name NOT LIKE 'canary%')");
        var track = new JsonObject().put("email", "canary-poison@example.com").put("event", "canary-event");
        var template = new JsonObject()
                .put("name", "canary-template")
                .put("subject", "canary-subject")
                .put("body", "canary-body")
                .put("type", "MARKETING");

        assertThat(post("/v1/track", track)).isEqualTo(500);
        assertThat(post("/v1/send", mail("canary-poison@example.com"))).isEqualTo(500);
        assertThat(post("/templates", template)).isEqualTo(500);
    }

    private static int post(String path, JsonObject body) {
        return server.post(path, server.secretKey(0), body).statusCode();
    }

    private static JsonObject mail(String to) {
        return new JsonObject()
                .put("to", new JsonObject().put("email", to).put("name", "canary-name"))
                .put(
                        "from",
                        new JsonObject()
                                .put("email", "canary-from@example.test")
                                .put("name", "canary-sender"))
                .put("reply", "canary-reply@example.test")
                .put("subject", "canary-subject {{code}}")
                .put("body", "<p>canary-body {{code}}</p>")
                .put("headers", new JsonObject().put("X-Canary", "canary-header"))
                .put(
                        "data",
                        new JsonObject()
                                .put("plan", "canary-plan")
                                .put(
                                        "code",
                                        new JsonObject()
                                                .put("value", "canary-once")
                                                .put("persistent", false)))
                .put(
                        "attachments",
                        new JsonArray()
                                .add(new JsonObject()
                                        .put("filename", "canary.txt")
                                        .put("contentType", "text/plain")
                                        .put("content", Base64.getEncoder().encodeToString(FILE))));
    }

    private static boolean tells(String text) {
        var lower = text.toLowerCase(Locale.ROOT);
        return Stream.concat(
                        SECRET_PATTERNS.stream().filter(text::contains),
                        SECRET_PATTERNS.stream().limit(1).filter(lower::contains))
                .findAny()
                .isPresent();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }
}
