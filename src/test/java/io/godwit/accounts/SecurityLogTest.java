package io.godwit.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.godwit.kit.AuthenticatorApp;
import io.godwit.kit.BrowserUser;
import io.godwit.kit.HttpBrowser;
import io.godwit.kit.TestServer;
import io.godwit.kit.nodes.OAuthNode;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Events about security are written with fixed keys and counted; a proxy nobody declared is told to the operator. */
class SecurityLogTest {

    private static OAuthNode node;
    private static TestServer server;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final ListAppender<ILoggingEvent> LINES = new ListAppender<>();

    @BeforeAll
    static void start() {
        node = OAuthNode.start(Map.of("GODWIT_ACCOUNTS_LOGIN_CODES", "2"));
        server = node.server;
        LINES.start();
        logger().addAppender(LINES);
    }

    @AfterAll
    static void stop() {
        logger().detachAppender(LINES);
        node.close();
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger("security");
    }

    @Test
    void signInsRefusalsAndChangesAreWrittenAndCounted() {
        var person = BrowserUser.signedUp(server, "logged@example.com");
        var id = person.id();
        person.signIn("a wrong password");
        person.signIn();
        server.get("/contacts", "sk_" + "0".repeat(64));
        person.post("/users/@me/projects", new JsonObject().put("name", "Shop"));

        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(keys())
                .anySatisfy(keys -> assertThat(keys)
                        .containsEntry("event", "sign_in")
                        .containsEntry("outcome", "success")
                        .containsEntry("user", id)
                        .containsKeys("client", "request"))
                .anySatisfy(keys ->
                        assertThat(keys).containsEntry("event", "sign_in").containsEntry("outcome", "refused"))
                .anySatisfy(keys -> assertThat(keys)
                        .containsEntry("event", "access")
                        .containsEntry("outcome", "refused")
                        .containsEntry("code", "INVALID_API_KEY"))
                .anySatisfy(keys -> assertThat(keys)
                        .containsEntry("event", "project_change")
                        .containsEntry("action", "project.created")
                        .containsEntry("user", id)));
        assertThat(keys().toString()).doesNotContain("logged@example.com").doesNotContain("a wrong password");
        assertThat(server.get("/metrics", "").body())
                .contains("godwit_security_events_total{event=\"sign_in\",outcome=\"refused\"}");
    }

    @Test
    void aSignInWithASecondFactorIsNoneBeforeTheCodeAndAWrongCodeIsWritten() {
        var person = verified("factor@example.com");
        var id = person.id();
        var app = AuthenticatorApp.enrol(person);
        var opened = signIns(id, "success", "password");

        var token = token(person.signIn());
        complete(token, "00000x");
        var right = complete(token, app.code(1));
        complete(token(person.signIn()), "00000x");
        complete(token(person.signIn()), "00000x");
        complete(token(person.signIn()), "00000x");

        assertThat(right.statusCode()).isEqualTo(200);
        await().atMost(TIMEOUT).until(() -> signIns(id, "limited", "second_factor") == 1);
        assertThat(signIns(id, "success", "password")).isEqualTo(opened);
        assertThat(signIns(id, "pending", "password")).isEqualTo(4);
        assertThat(signIns(id, "refused", "second_factor")).isEqualTo(3);
        assertThat(signIns(id, "success", "second_factor")).isOne();
        assertThat(keys()).anySatisfy(keys -> assertThat(keys)
                .containsEntry("event", "second_factor")
                .containsEntry("action", "enabled")
                .containsEntry("user", id));
        assertThat(keys().toString()).doesNotContain("00000x").doesNotContain(token);
    }

    @Test
    void aSignInByAProviderIsWrittenWithTheProvider() {
        var surfer = new HttpBrowser();
        node.comeIn(surfer, "s-logged", "by-provider@example.com");
        var id = node.me(surfer).getString("id");

        server.call("GET", "/oauth/oidc/callback?state=" + "0".repeat(64) + "&code=x", "", "");

        await().atMost(TIMEOUT).until(() -> signIns(id, "success", "oidc") == 1);
        assertThat(keys()).anySatisfy(keys -> assertThat(keys)
                .containsEntry("event", "sign_in")
                .containsEntry("outcome", "refused")
                .containsEntry("method", "oidc"));
    }

    @Test
    void aRoleThatChangesIsWrittenAndUsesOfKeysAreCounted() {
        var owner = verified("role-owner@example.com");
        var member = verified("role-member@example.com");
        var project = new JsonObject(owner.post("/users/@me/projects", new JsonObject().put("name", "Roles"))
                        .body())
                .getString("id");
        owner.post(
                "/projects/" + project + "/members",
                new JsonObject().put("email", member.email()).put("role", "MEMBER"));
        member.acceptInvitations();

        var changed = owner.call("PATCH", "/projects/" + project + "/members/" + member.id(), "{\"role\":\"ADMIN\"}");

        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(keys()).anySatisfy(keys -> assertThat(keys)
                .containsEntry("event", "project_change")
                .containsEntry("action", "member.changed")
                .containsEntry("project", project)));
        server.get("/contacts", server.secretKey(0));
        assertThat(server.get("/metrics", "").body())
                .contains("godwit_security_events_total{event=\"key_use\",outcome=\"success\"}");
    }

    @Test
    void aKeyThatIsUsedIsWrittenOnceForEachNetworkOfItsClients() {
        try (var behind = TestServer.start(Map.of("GODWIT_HTTP_TRUSTED_PROXIES", "127.0.0.1"))) {
            var secret = keyId(behind, "SECRET");
            var open = keyId(behind, "PUBLIC");

            for (var client : List.of("192.0.2.1", "192.0.2.2", "192.0.2.1")) {
                behind.call("GET", "/contacts", behind.secretKey(0), "", "X-Forwarded-For", client);
                behind.call(
                        "POST",
                        "/v1/track",
                        behind.publicKey(0),
                        "{\"email\":\"ada@example.com\",\"event\":\"seen\"}",
                        "X-Forwarded-For",
                        client);
            }

            assertThat(keyUses(secret))
                    .extracting(keys -> keys.get("client"))
                    .containsExactly("192.0.2.1", "192.0.2.2");
            assertThat(keyUses(secret)).allSatisfy(keys -> assertThat(keys)
                    .containsEntry("outcome", "success")
                    .containsEntry("project", behind.projectId(0))
                    .containsEntry("caller", "SECRET_KEY")
                    .containsEntry("scope", "FULL")
                    .containsKey("request"));
            assertThat(keyUses(open)).singleElement().satisfies(keys -> assertThat(keys)
                    .containsEntry("caller", "PUBLIC_KEY")
                    .containsEntry("scope", "TRACK"));
            assertThat(keys().toString()).doesNotContain(behind.secretKey(0)).doesNotContain(behind.publicKey(0));
        }
    }

    private static String keyId(TestServer behind, String kind) {
        return String.valueOf(behind.database()
                .value(
                        "SELECT id FROM api_keys WHERE project_id = ?::uuid AND kind = ? AND label IS NULL",
                        behind.projectId(0),
                        kind));
    }

    private static List<Map<String, String>> keyUses(String key) {
        return keys().stream()
                .filter(keys -> "key_use".equals(keys.get("event")) && key.equals(keys.get("key")))
                .toList();
    }

    private static long signIns(String user, String outcome, String method) {
        return keys().stream()
                .filter(keys ->
                        Map.of("event", "sign_in", "outcome", outcome, "method", method, "user", user)
                                .entrySet()
                                .stream()
                                .allMatch(entry -> entry.getValue().equals(keys.get(entry.getKey()))))
                .count();
    }

    private static BrowserUser verified(String email) {
        var person = BrowserUser.signedUp(server, email);
        server.database().query("UPDATE users SET email_verified = true WHERE email = ?", email);
        return person;
    }

    private static String token(HttpResponse<String> halfway) {
        return new JsonObject(halfway.body()).getJsonObject("secondFactor").getString("token");
    }

    private static HttpResponse<String> complete(String token, String code) {
        return server.post(
                "/auth/login/second-factor",
                "",
                new JsonObject().put("token", token).put("code", code));
    }

    @Test
    void aProxyNobodyDeclaredIsToldToTheOperator() {
        assertThat(health().containsKey("warnings")).isFalse();

        server.call("GET", "/health/live", "", "", "X-Forwarded-For", "192.0.2.1");
        server.call("POST", "/auth/login", "", "{}", "X-Forwarded-For", "192.0.2.1");

        assertThat(health().getJsonArray("warnings").getString(0)).contains("GODWIT_HTTP_TRUSTED_PROXIES");
    }

    @Test
    void aDeclaredProxyIsNothingToTell() {
        try (var behind = TestServer.start(Map.of("GODWIT_HTTP_TRUSTED_PROXIES", "127.0.0.1"))) {
            behind.call("POST", "/auth/login", "", "{}", "X-Forwarded-For", "192.0.2.1");

            assertThat(new JsonObject(behind.get("/health", "").body()).containsKey("warnings"))
                    .isFalse();
        }
    }

    private static JsonObject health() {
        return new JsonObject(server.get("/health", "").body());
    }

    private static List<Map<String, String>> keys() {
        return List.copyOf(LINES.list).stream()
                .map(line -> line.getKeyValuePairs().stream()
                        .collect(Collectors.toMap(pair -> pair.key, pair -> String.valueOf(pair.value))))
                .toList();
    }
}
