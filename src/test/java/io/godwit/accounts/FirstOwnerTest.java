package io.godwit.accounts;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The link of the console that signs the first owner in. */
@CloseFields
class FirstOwnerTest {

    private static final String CHOSEN = "a password I chose myself";

    private TestServer server;
    private BrowserUser owner;

    @BeforeEach
    void start() {
        server = TestServer.start();
        owner = new BrowserUser(server, "demo@example.test", server.password());
    }

    @Test
    void theLinkSignsTheOwnerInOnceAndSetsThePassword() {
        var token = printedToken();

        var answer = owner.keeping(enter(token, CHOSEN));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(new JsonObject(answer.body()).getJsonObject("data").getString("email"))
                .isEqualTo("demo@example.test");
        assertThat(new JsonArray(owner.get("/users/@me/projects").body())).hasSize(2);
        assertThat(owner.signIn(CHOSEN).body()).contains("\"success\":true");
        assertThat(owner.signIn(server.password()).body()).contains("\"success\":false");
        assertFailure(enter(token, CHOSEN), 400, "BAD_REQUEST");
        server.restart();
        assertThat(server.demoFile().containsKey("signInUrl")).isFalse();
    }

    @Test
    void eachStartPrintsAnotherLinkUntilThePasswordIsChosenAndOldLinksEndThen() {
        var first = printedToken();
        server.restart();
        var second = printedToken();

        var withoutPassword = owner.keeping(enter(first, ""));

        assertThat(withoutPassword.statusCode()).as(withoutPassword.body()).isEqualTo(200);
        assertThat(second).isNotEqualTo(first);
        assertFailure(enter(second, CHOSEN), 400, "BAD_REQUEST");
        server.restart();
        var third = printedToken();
        var change = new JsonObject().put("currentPassword", server.password()).put("newPassword", CHOSEN);
        assertThat(owner.post("/users/@me/password", change).statusCode()).isEqualTo(200);
        assertFailure(enter(third, CHOSEN), 400, "BAD_REQUEST");
    }

    @Test
    void aLinkThatIsUnknownExpiredOrOpenedElsewhereOpensNothing() {
        var token = printedToken();

        assertFailure(enter("0".repeat(64), CHOSEN), 400, "BAD_REQUEST");
        assertFailure(enter("short", CHOSEN), 422, "VALIDATION_ERROR");
        assertFailure(enter(token, "password"), 422, "VALIDATION_ERROR");
        var body = new JsonObject().put("token", token).put("password", CHOSEN);
        assertFailure(
                owner.call("POST", "/auth/first-owner", body.encode(), "Origin", "https://evil.example"),
                403,
                "FORBIDDEN");
        server.database().query("UPDATE account_tokens SET expires_at = now() WHERE purpose = 'FIRST_OWNER'");
        assertFailure(enter(token, CHOSEN), 400, "BAD_REQUEST");
        assertThat(server.database().count("SELECT count(*) FROM sessions")).isZero();
    }

    @Test
    void theLinkTellsTheAddressOfTheOwnerAndIsNotUsedUpByThat() {
        var token = printedToken();

        var answer = owner.post("/auth/token-owner", new JsonObject().put("token", token));

        assertThat(answer.body()).contains("\"email\":\"demo@example.test\"");
        assertThat(enter(token, CHOSEN).statusCode()).isEqualTo(200);
    }

    @Test
    void theTokenIsStoredAsAHashOnly() {
        var token = printedToken();

        assertThat(server.database()
                        .count("SELECT count(*) FROM account_tokens WHERE hash = sha256('" + token + "'::bytea)"))
                .isEqualTo(1);
    }

    @Test
    void theLinkOfAnOwnerWithASecondFactorAsksForItsCode() {
        server.database().query("""
                INSERT INTO second_factors (user_id, secret, confirmed)
                SELECT id, ''::bytea, true FROM users WHERE email = 'demo@example.test'
                """);

        var answer = new JsonObject(enter(printedToken(), "").body());

        assertThat(answer.getBoolean("success")).isFalse();
        assertThat(answer.getJsonObject("secondFactor").getString("token")).hasSize(64);
    }

    private String printedToken() {
        return server.demoFile().getString("signInUrl").split("token=", 2)[1];
    }

    private HttpResponse<String> enter(String token, String password) {
        var body = new JsonObject().put("token", token);
        return owner.post("/auth/first-owner", password.isEmpty() ? body : body.put("password", password));
    }
}
