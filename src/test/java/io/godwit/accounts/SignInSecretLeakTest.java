package io.godwit.accounts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.google.common.io.BaseEncoding;
import io.godwit.kit.AuthenticatorApp;
import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.HttpBrowser;
import io.godwit.kit.net.GitHubDouble;
import io.godwit.kit.nodes.OAuthNode;
import io.godwit.logging.JsonLogEncoder;
import io.godwit.logging.ProcessLog;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * For all that opens an account: everything about signing in is done, and then its secrets are looked for in what an
 * operator keeps. A provider that says what would spoil a log is one short line in it.
 */
class SignInSecretLeakTest {

    private static final String MINE = "/users/@me/second-factor";
    private static final String NOISE = "\n{\"level\":\"ERROR\"}\u001b[31m" + "x".repeat(100_000);
    private static final Vertx VERTX = Vertx.vertx();
    private static final ListAppender<ILoggingEvent> LOGS = new ListAppender<>();

    /** Secrets that neither a log nor the database may hold; those with a shape of their own are added as they are made. */
    private static final List<String> SECRETS = new ArrayList<>(
            List.of(OAuthNode.SECRET, GitHubDouble.SECRET, "canary-password", "canary-second-password", "canary-code"));

    private static OAuthNode world;
    private static HttpServer noisy;

    @BeforeAll
    static void doEverything() {
        noisy = VERTX.createHttpServer()
                .requestHandler(request -> request.response()
                        .end(new JsonObject().put("issuer", NOISE).encode()))
                .listen(0, "localhost")
                .await();
        ProcessLog.setLevel("TRACE");
        LOGS.start();
        root().addAppender(LOGS);
        world = OAuthNode.start(Map.of("GODWIT_ACCOUNTS_OAUTH_GOOGLE_URL", "http://localhost:" + noisy.actualPort()));
        byProviders();
        byPasswordAndCode();
        world.server.get("/oauth/google/outbound", "");
    }

    @AfterAll
    static void stop() {
        world.close();
        root().detachAppender(LOGS);
        ProcessLog.setLevel("INFO");
        VERTX.close().await();
    }

    private static void byProviders() {
        var surfer = new HttpBrowser();
        world.comeIn(surfer, "canary-subject", "canary-guest@example.com");
        world.gitHub.signIn(41, "canary-login", "canary-hub@example.com", true);
        surfer.open(world.outbound("github"));
        for (var provider : List.of("oidc", "github")) {
            var back = surfer.visited(world.callback(provider)).getQuery();
            SECRETS.addAll(List.of(value(back, "state"), value(back, "code")));
            var forged = world.leave(surfer, provider);
            surfer.look(world.callback(provider) + "?code=canary-code&state=" + value(forged, "state"));
        }
        SECRETS.addAll(List.of(
                surfer.cookie("godwit_session").orElseThrow(),
                surfer.cookie("godwit_oauth").orElseThrow()));
        world.comeIn(surfer, "oidc", "canary-liar", Map.of("iss", "canary-issuer", "email", "canary-liar@example.com"));
    }

    private static void byPasswordAndCode() {
        var server = world.server;
        var person = new BrowserUser(server, "canary-user@example.com", "canary-password");
        person.signUp();
        server.database().query("UPDATE users SET email_verified = true WHERE email = ?", person.email());
        var password = new JsonObject().put("password", person.password());
        var secret = data(person.post(MINE, password).body()).getString("secret");
        var app = new AuthenticatorApp(BaseEncoding.base32().decode(secret), List.of());
        var codes = data(person.post(MINE + "/confirm", new JsonObject().put("code", app.code(0)))
                .body());
        var recovery = codes.getJsonArray("recoveryCodes").getString(0);
        var token = new JsonObject(person.signIn().body())
                .getJsonObject("secondFactor")
                .getString("token");
        var complete = new JsonObject().put("token", token);
        server.post("/auth/login/second-factor", "", complete.copy().put("code", "canary-code"));
        person.keeping(
                server.post("/auth/login/second-factor", "", complete.copy().put("code", recovery)));
        person.post("/auth/request-password-reset", new JsonObject().put("email", person.email()));
        var reset = new CaughtMessages(server).token(person.email(), "Choose a new password");
        person.post(
                "/auth/reset-password",
                new JsonObject().put("token", reset).put("newPassword", "canary-second-password"));
        var hook =
                server.post("/webhooks/secret/rotate", server.secretKey(0), "").body();
        SECRETS.addAll(List.of(secret, recovery, recovery.replace("-", ""), token, reset));
        SECRETS.add(person.cookie().split("=", 2)[1]);
        SECRETS.add(hook.replaceAll("(?s).*(whsec_[A-Za-z0-9+/=]+).*", "$1"));
    }

    @Test
    void theLogTellsNothingAndEveryLineIsShort() {
        var encoder = new JsonLogEncoder();
        encoder.start();

        var lines = List.copyOf(LOGS.list).stream()
                .map(event -> new String(encoder.encode(event), UTF_8).strip())
                .toList();

        assertThat(lines)
                .filteredOn(line -> line.contains("A sign-in provider failed"))
                .hasSizeGreaterThan(3)
                .anyMatch(line -> line.contains("calls itself"))
                .allMatch(line -> line.length() < 2_000);
        assertThat(lines)
                .noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("canary"))
                .noneMatch(line -> line.contains("\n") || line.contains("\u001b"))
                .noneMatch(line -> SECRETS.stream().anyMatch(line::contains));
    }

    @Test
    void theMetricsTellNothing() {
        var metrics = world.server.get("/metrics", "").body();

        assertThat(metrics).contains("godwit_").doesNotContain("canary").doesNotContain(SECRETS);
    }

    @Test
    void theDatabaseKeepsNoSecret() {
        var tables = world.server
                .database()
                .query(
                        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'");
        var hex = BaseEncoding.base16().lowerCase();

        assertThat(SECRETS).hasSize(18).doesNotContain("");
        for (var table : tables) {
            var rows = world.server
                    .database()
                    .query("SELECT t::text AS row FROM " + table.get("table_name") + " t")
                    .toString();
            assertThat(SECRETS)
                    .as(String.valueOf(table))
                    .noneMatch(rows::contains)
                    .noneMatch(secret -> rows.contains(hex.encode(secret.getBytes(UTF_8))));
        }
    }

    private static JsonObject data(String body) {
        return new JsonObject(body).getJsonObject("data");
    }

    private static String value(String query, String name) {
        return query.replaceAll("(?s).*\\b" + name + "=([^&]+).*", "$1");
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }
}
