package io.godwit.accounts;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signing up, in and out, and what a cookie opens. */
@GodwitServer
class SignInTest {

    private static final String MINE = "/users/@me";

    private static TestServer server;

    @Test
    void theDemoUserSignsInWithThePasswordOfTheFile() {
        var person = new BrowserUser(server, "Demo@Example.test", server.password());

        var answer = person.signIn();

        assertThat(answer.statusCode()).isEqualTo(200);
        var data = new JsonObject(answer.body()).getJsonObject("data");
        assertThat(data.fieldNames()).containsExactlyInAnyOrder("id", "email");
        assertThat(data.getString("email")).isEqualTo("demo@example.test");
        var me = new JsonObject(person.get(MINE).body());
        assertThat(me.getString("id")).isEqualTo(data.getString("id"));
        assertThat(me.getString("type")).isEqualTo("PASSWORD");
        assertThat(me.getBoolean("emailVerified")).isTrue();
        assertThat(me.getBoolean("hasPassword")).isTrue();
        assertThat(me.getInstant("createdAt")).isBefore(Instant.now());
    }

    @Test
    void aNewcomerSignsUpAndIsSignedIn() {
        var person = new BrowserUser(server, "newcomer@example.com", "correct horse");

        var answer = person.signUp();

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(new JsonObject(answer.body()).getBoolean("success")).isTrue();
        var me = new JsonObject(person.get(MINE).body());
        assertThat(me.getString("email")).isEqualTo("newcomer@example.com");
        assertThat(me.getBoolean("emailVerified")).isFalse();
        assertThat(server.database()
                        .value("SELECT password_hash FROM users WHERE email = 'newcomer@example.com'")
                        .toString())
                .startsWith("$argon2id$")
                .doesNotContain("correct");
    }

    @Test
    void aTakenAddressIsRefusedWithoutASession() {
        BrowserUser.signedUp(server, "taken@example.com");
        var second = new BrowserUser(server, "TAKEN@example.com", "another password");

        var answer = second.signUp();

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(new JsonObject(answer.body()).getBoolean("success")).isFalse();
        assertThat(BrowserUser.setCookie(answer)).isEmpty();
        assertThat(second.signIn().body()).contains("\"success\":false");
    }

    @Test
    void anUnknownAddressAndAWrongPasswordAreAnsweredAlike() {
        BrowserUser.signedUp(server, "known@example.com");

        var wrong = new BrowserUser(server, "known@example.com", "wrong password").signIn();
        var unknown = new BrowserUser(server, "unknown@example.com", "wrong password").signIn();

        assertThat(wrong.statusCode()).isEqualTo(unknown.statusCode()).isEqualTo(200);
        assertThat(wrong.body()).isEqualTo(unknown.body()).contains("\"success\":false");
        assertThat(BrowserUser.setCookie(wrong)).isEmpty();
    }

    @Test
    void theCookieIsOutOfReachOfScriptsAndOtherSites() {
        var answer = new BrowserUser(server, "demo@example.test", server.password()).signIn();

        var attributes = List.of(BrowserUser.setCookie(answer).orElseThrow().split("; ?"));
        assertThat(attributes.get(0)).startsWith("godwit_session=");
        assertThat(attributes).contains("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=604800");
        assertThat(attributes).noneMatch(attribute -> attribute.startsWith("Domain"));
        assertThat(payload(BrowserUser.setCookie(answer).orElseThrow()).fieldNames())
                .contains("id", "sid", "exp");
    }

    @Test
    void onHttpsTheCookieIsSecure() {
        try (var secure = TestServer.start(Map.of("GODWIT_PUBLIC_URL", "https://mail.example.org"))) {
            var answer = new BrowserUser(secure, "demo@example.test", secure.password()).signIn();

            assertThat(BrowserUser.setCookie(answer)).hasValueSatisfying(cookie -> assertThat(cookie)
                    .startsWith("__Host-godwit_session=")
                    .contains("; Secure")
                    .contains("; Path=/;"));
        }
    }

    /** A page of a neighbouring subdomain can plant a cookie for both hosts, but none of this name. */
    @Test
    void onHttpsACookieThatANeighbourHasPlantedOpensNothing() {
        try (var secure = TestServer.start(Map.of("GODWIT_PUBLIC_URL", "https://mail.example.org"))) {
            var attacker = new BrowserUser(secure, "demo@example.test", secure.password());
            attacker.signIn();
            var own = attacker.cookie();
            var planted = own.replace("__Host-", "");

            assertFailure(attacker.withCookie(planted).get(MINE), 401, "MISSING_AUTH");
            assertThat(attacker.withCookie(planted + "x; " + own).get(MINE).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aCookieOpensNothingAfterLogout() {
        var person = BrowserUser.demo(server);
        var other = BrowserUser.demo(server);

        var answer = person.signOut();

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("true");
        assertThat(BrowserUser.setCookie(answer))
                .hasValueSatisfying(cookie ->
                        assertThat(cookie).startsWith("godwit_session=;").contains("Max-Age=0"));
        assertFailure(person.get(MINE), 401, "UNAUTHORIZED");
        assertThat(other.get(MINE).statusCode()).isEqualTo(200);
        assertThat(new BrowserUser(server, "nobody@example.com", "x").signOut().statusCode())
                .isEqualTo(200);
    }

    @Test
    void aCookieOpensNothingAfterItsUserIsGone() {
        var person = BrowserUser.signedUp(server, "leaving@example.com");

        var answer = person.call("DELETE", MINE, "");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertFailure(person.get(MINE), 401, "UNAUTHORIZED");
        assertThat(person.signIn().body()).contains("\"success\":false");
    }

    @Test
    void whoOwnsAProjectCannotGo() {
        var demo = BrowserUser.demo(server);

        var answer = demo.call("DELETE", MINE, "");

        assertFailure(answer, 400, "BAD_REQUEST");
        assertThat(demo.get(MINE).statusCode()).isEqualTo(200);
    }

    @Test
    void aCookieSetBeforeSignInIsNotTheSessionAfterIt() {
        var person = BrowserUser.demo(server);
        var before = person.cookie();

        person.signIn();

        assertThat(person.cookie()).isNotEqualTo(before);
        assertThat(payload(person.cookie()).getString("sid"))
                .isNotEqualTo(payload(before).getString("sid"));
    }

    @ParameterizedTest
    @MethodSource("badTokens")
    void aTokenThatIsNotOursIsRefused(String token) {
        var person = BrowserUser.demo(server).withCookie("godwit_session=" + token);

        assertFailure(person.get(MINE), 401, "UNAUTHORIZED");
        assertFailure(person.in(server.projectId(0), "GET", "/contacts", ""), 401, "UNAUTHORIZED");
        assertFailure(server.get("/contacts", token.replaceAll("\\s", "")), 401, "INVALID_API_KEY");
    }

    static Stream<String> badTokens() {
        var good = BrowserUser.demo(server).cookie().substring("godwit_session=".length());
        var parts = good.split("\\.", -1);
        var claims = payload("godwit_session=" + good);
        var key = "11".repeat(32);
        return Stream.of(
                base64("{\"alg\":\"none\",\"typ\":\"JWT\"}") + "." + parts[1] + ".",
                base64("{\"alg\":\"none\",\"typ\":\"JWT\"}") + "." + parts[1] + "." + parts[2],
                base64("{\"alg\":\"RS256\",\"typ\":\"JWT\"}") + "." + parts[1] + "." + parts[2],
                base64("{\"alg\":\"HS512\",\"typ\":\"JWT\"}") + "." + parts[1] + "." + parts[2],
                signed("{\"alg\":\"HS256\",\"typ\":\"JWT\"}", claims, key),
                signed("{\"alg\":\"HS256\",\"kid\":\"../../../../dev/null\"}", claims, ""),
                signed("{\"alg\":\"HS256\",\"jku\":\"https://evil.test/keys\"}", claims, "evil"),
                signed("{\"alg\":\"HS256\",\"jwk\":{\"kty\":\"oct\",\"k\":\"ZXZpbA\"}}", claims, "evil"),
                good.substring(0, good.length() - 2),
                parts[0] + "." + base64(claims.copy().put("exp", 1).encode()) + "." + parts[2],
                parts[0] + "." + base64(claims.copy().put("iss", "other").encode()) + "." + parts[2],
                parts[0] + "." + parts[1],
                "..",
                "garbage",
                "a".repeat(5_000));
    }

    /** Tokens that are signed rightly but say too little, or is of another time. */
    @Test
    void aTokenWithoutItsSessionIsRefused() {
        var person = BrowserUser.demo(server);
        server.database().query("UPDATE sessions SET expires_at = now() - interval '1 second'");

        assertFailure(person.get(MINE), 401, "UNAUTHORIZED");
        assertThat(person.signIn().statusCode()).isEqualTo(200);
        assertThat(person.get(MINE).statusCode()).isEqualTo(200);
    }

    @Test
    void anotherSiteCannotActWithTheCookie() {
        var person = BrowserUser.demo(server);
        var project = server.projectId(0);
        var body = "{\"email\":\"csrf@example.com\"}";

        for (var headers : List.of(
                new String[] {"Origin", "https://evil.test", "X-Project-Id", project},
                new String[] {"Origin", "null", "X-Project-Id", project},
                new String[] {"Origin", server.baseUrl() + ".evil.test", "X-Project-Id", project},
                new String[] {"Origin", "", "Content-Type", "text/plain", "X-Project-Id", project},
                new String[] {"Sec-Fetch-Site", "cross-site", "Origin", "", "X-Project-Id", project})) {
            assertFailure(person.call("POST", "/contacts", body, headers), 403, "FORBIDDEN");
        }
        assertFailure(
                server.call(
                        "POST",
                        "/contacts",
                        "",
                        "email=csrf@example.com",
                        "Cookie",
                        person.cookie(),
                        "Content-Type",
                        "application/x-www-form-urlencoded",
                        "X-Project-Id",
                        project),
                403,
                "FORBIDDEN");
        assertFailure(person.call("POST", "/auth/login", "{}", "Origin", "https://evil.test"), 403, "FORBIDDEN");
        assertFailure(
                person.call("GET", "/auth/logout", "", "Sec-Fetch-Site", "cross-site", "Origin", ""), 403, "FORBIDDEN");
        assertThat(person.get(MINE).statusCode()).isEqualTo(200);
        assertThat(server.database().count("SELECT count(*) FROM contacts WHERE email = 'csrf@example.com'"))
                .isZero();
    }

    @Test
    void whoSignsInWithAFormIsToldToSendJson() {
        for (var type : List.of("application/x-www-form-urlencoded", "text/plain")) {
            assertFailure(
                    server.call("POST", "/auth/login", "", "{}", "Content-Type", type), 415, "UNSUPPORTED_MEDIA_TYPE");
        }
        assertFailure(server.call("POST", "/auth/login", "", "{}", "Sec-Fetch-Site", "cross-site"), 403, "FORBIDDEN");
    }

    @Test
    void aMemberWorksInTheProjectTheyName() {
        var person = BrowserUser.demo(server);

        var made = person.in(server.projectId(1), "POST", "/contacts", "{\"email\":\"mine@example.com\"}");

        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        assertThat(server.get("/contacts?search=mine@example.com", server.secretKey(1))
                        .body())
                .contains("mine@example.com");
        assertThat(server.get("/contacts?search=mine@example.com", server.secretKey(0))
                        .body())
                .doesNotContain("mine@example.com");
        assertFailure(person.get("/contacts"), 400, "BAD_REQUEST");
    }

    @Test
    void aLinkNamesTheProjectOfAReadInItsQuery() {
        var person = BrowserUser.demo(server);
        var project = server.projectId(1);
        person.in(project, "POST", "/contacts", "{\"email\":\"linked@example.com\"}");

        var read = person.get("/contacts?search=linked@example.com&project=" + project);

        assertThat(read.statusCode()).as(read.body()).isEqualTo(200);
        assertThat(read.body()).contains("linked@example.com");
        assertFailure(person.get("/contacts?project=nothing"), 404, "RESOURCE_NOT_FOUND");
        assertFailure(person.in(server.projectId(0), "GET", "/contacts?project=" + project, ""), 400, "BAD_REQUEST");
        var written = person.post("/contacts?project=" + project, new JsonObject().put("email", "p@example.com"));
        assertFailure(written, 400, "BAD_REQUEST");
        var stranger = BrowserUser.signedUp(server, "link-stranger@example.com");
        assertFailure(stranger.get("/contacts?project=" + project), 404, "RESOURCE_NOT_FOUND");
    }

    @Test
    void whoIsNoMemberFindsNoProject() {
        var stranger = BrowserUser.signedUp(server, "stranger@example.com");

        var foreign = stranger.in(server.projectId(0), "GET", "/contacts", "");
        var unknown = stranger.in("0badc0de-0000-7000-8000-00000000beef", "GET", "/contacts", "");
        var nothing = stranger.in("nothing", "GET", "/contacts", "");

        for (var answer : List.of(foreign, unknown, nothing)) {
            assertFailure(answer, 404, "RESOURCE_NOT_FOUND");
        }
    }

    @Test
    void aKeyBeatsTheCookie() {
        var person = BrowserUser.demo(server);

        var answer = server.call(
                "GET", "/contacts", server.secretKey(0), "", "Cookie", person.cookie(), "X-Project-Id", "nothing");
        var wrong = server.call("GET", MINE, "sk_" + "0".repeat(64), "", "Cookie", person.cookie());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertFailure(wrong, 401, "INVALID_API_KEY");
    }

    @Test
    void theCallsOfServersTakeNoCookie() {
        var person = BrowserUser.demo(server);

        for (var path : List.of("/v1/send", "/v1/verify", "/v1/track")) {
            assertFailure(person.in(server.projectId(0), "POST", path, "{}"), 401, "MISSING_AUTH");
        }
    }

    @Test
    void aKeyIsNoUser() {
        assertFailure(server.get(MINE, server.secretKey(0)), 404, "RESOURCE_NOT_FOUND");
        assertFailure(server.get(MINE, ""), 401, "MISSING_AUTH");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 257, 1_000_000})
    void aPasswordHasSixToTwoHundredAndFiftySixCharacters(int length) {
        var answer = new BrowserUser(server, "length@example.com", "x".repeat(length)).signUp();

        assertThat(answer.statusCode()).isIn(413, 422);
        assertThat(server.database().count("SELECT count(*) FROM users WHERE email = 'length@example.com'"))
                .isZero();
    }

    /** Bcrypt would take these for one. */
    @Test
    void everyCharacterOfALongPasswordCounts() {
        var start = "x".repeat(72);
        new BrowserUser(server, "long@example.com", start + "a").signUp();

        assertThat(new BrowserUser(server, "long@example.com", start + "b")
                        .signIn()
                        .body())
                .contains("\"success\":false");
        assertThat(new BrowserUser(server, "long@example.com", start + "a")
                        .signIn()
                        .body())
                .contains("\"success\":true");
    }

    @Test
    void theProvidersThatCanBeUsedAreTold() {
        var answer = server.get("/auth/oauth-config", "");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(new JsonObject(answer.body()).getJsonObject("data").getBoolean("github"))
                .isFalse();
        for (var provider : List.of("github", "google", "oidc")) {
            assertFailure(server.get("/oauth/" + provider + "/outbound", ""), 404, "RESOURCE_NOT_FOUND");
        }
    }

    private static JsonObject payload(String cookie) {
        var token = cookie.substring(cookie.indexOf('=') + 1).split(";", 2)[0];
        return new JsonObject(new String(Base64.getUrlDecoder().decode(token.split("\\.")[1]), StandardCharsets.UTF_8));
    }

    private static String signed(String header, JsonObject claims, String key) {
        var body = base64(header) + "." + base64(claims.encode());
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec((key.isEmpty() ? "\0" : key).getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            var signature = mac.doFinal(body.getBytes(StandardCharsets.UTF_8));
            return body + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
