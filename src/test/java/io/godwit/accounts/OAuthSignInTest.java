package io.godwit.accounts;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.HttpBrowser;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.nodes.OAuthNode;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signing in by GitHub, Google and another OpenID provider, and those who would like to. */
@CloseFields
class OAuthSignInTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static OAuthNode world;
    private static TestServer server;

    private final HttpBrowser surfer = new HttpBrowser();
    private final String subject = UUID.randomUUID().toString();
    private final String email = "u" + subject + "@example.com";

    @BeforeAll
    static void start() {
        world = OAuthNode.start(Map.of());
        server = world.server;
    }

    @ParameterizedTest
    @CsvSource({"oidc, OIDC", "google, GOOGLE_OAUTH"})
    void aNewcomerComesInByAnOpenIdProvider(String provider, String type) {
        var answer = world.comeIn(surfer, provider, subject, verified(email));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("You are signed in");
        var me = world.me(surfer);
        assertThat(me.getString("email")).isEqualTo(email);
        assertThat(me.getString("type")).isEqualTo(type);
        assertThat(me.getBoolean("emailVerified")).isTrue();
        assertThat(me.getBoolean("hasPassword")).isFalse();
        var asked = surfer.visited(world.openId.baseUrl().toString()).getQuery();
        assertThat(asked)
                .contains("code_challenge_method=S256", "nonce=", "response_type=code", "client_id=" + OAuthNode.CLIENT)
                .contains("scope=openid+email", "redirect_uri=" + world.callback(provider));
    }

    @Test
    void aNewcomerComesInByGitHub() {
        world.gitHub.signIn(583_231, "octocat", email, true);

        surfer.open(world.outbound("github"));

        var me = world.me(surfer);
        assertThat(me.getString("email")).isEqualTo(email);
        assertThat(me.getString("type")).isEqualTo("GITHUB_OAUTH");
    }

    /** Names and addresses are given away and taken over; the number stays. */
    @Test
    void whoComesAgainIsTheSameWhateverTheyAreCalledNow() {
        world.gitHub.signIn(77, "before", email, true);
        surfer.open(world.outbound("github"));
        var first = world.me(surfer).getString("id");
        world.comeIn(new HttpBrowser(), subject, "other-" + email);

        world.gitHub.signIn(77, "after", "moved-" + email, false);
        surfer.open(world.outbound("github"));
        var again = new HttpBrowser();
        world.comeIn(again, "oidc", subject, Map.of());

        assertThat(world.me(surfer).getString("id")).isEqualTo(first);
        assertThat(world.me(surfer).getString("email")).isEqualTo(email);
        assertThat(world.me(again).getString("email")).isEqualTo("other-" + email);
    }

    @Test
    void anAddressTheProviderHasNotVerifiedIsNoAddress() {
        for (var claims : List.of(
                Map.<String, Object>of("email", email),
                Map.<String, Object>of("email", email, "email_verified", false),
                Map.<String, Object>of("email", email, "email_verified", "yes"),
                Map.<String, Object>of("email_verified", true))) {
            refuse(world.comeIn(surfer, "oidc", subject, claims), "no verified email address");
        }
        world.gitHub.signIn(78, "unverified", email, false);
        refuse(surfer.open(world.outbound("github")), "no verified email address");
        assertThat(world.count("SELECT count(*) FROM users WHERE email LIKE ?", "%" + email))
                .isZero();
        assertThat(world.count("SELECT count(*) FROM identities WHERE subject IN (?, '78')", subject))
                .isZero();
    }

    @Test
    void anAccountIsJoinedWhenBothSidesHaveVerifiedItsAddress() {
        var person = BrowserUser.signedUp(server, email);
        refuse(world.comeIn(surfer, subject, email), "not verified yet");
        assertThat(world.count("SELECT count(*) FROM identities WHERE subject = ?", subject))
                .isZero();
        server.database().query("UPDATE users SET email_verified = true WHERE email = ?", email);

        world.comeIn(surfer, subject, email.toUpperCase(java.util.Locale.ROOT));

        assertThat(world.me(surfer).getString("id")).isEqualTo(person.id());
        assertThat(world.me(surfer).getString("type")).isEqualTo("PASSWORD");
        await().atMost(TIMEOUT)
                .until(() -> new CaughtMessages(server)
                                .to(email, "News about your account")
                                .size()
                        == 1);
        assertThat(person.signIn().body()).contains("\"success\":true");
    }

    @Test
    void whoTookOverAnAddressDoesNotInheritTheAccount() {
        world.comeIn(new HttpBrowser(), subject, email);

        refuse(world.comeIn(surfer, "another-" + subject, email), "belongs to another user of Corp");
        assertThat(world.count("SELECT count(*) FROM identities WHERE subject LIKE ?", "%" + subject))
                .isEqualTo(1);
    }

    /** A subject is one of its issuer; the same word elsewhere is somebody else. */
    @Test
    void aSubjectIsNobodyAtAnotherProvider() {
        world.comeIn(new HttpBrowser(), subject, email);

        world.comeIn(surfer, "google", subject, verified("other-" + email));

        assertThat(world.me(surfer).getString("email")).isEqualTo("other-" + email);
    }

    @Test
    void anAnswerNobodyAskedForOpensNothing() {
        var callback = world.callback("oidc");
        for (var query : List.of(
                "",
                "?code=abc",
                "?code=abc&state=",
                "?code=abc&state=" + "0".repeat(64),
                "?code=abc&state=" + "x".repeat(3_000),
                "?state=%2e%2e%2f&error=access_denied")) {
            refuse(surfer.look(callback + query), "not begun in this browser");
        }
        assertThat(surfer.cookie("godwit_session")).isEmpty();
    }

    /** So that nobody is signed in as somebody else by a link. */
    @Test
    void anAnswerIsForTheBrowserThatAsked() {
        world.prepare("oidc", subject, verified(email));
        var way = new HttpBrowser();
        var callback = HttpBrowser.location(way.look(world.leave(way, "oidc"))).orElseThrow();
        world.leave(surfer, "oidc");

        refuse(new HttpBrowser().look(callback), "not begun in this browser");
        refuse(surfer.look(callback), "not begun in this browser");
        assertThat(way.look(callback).statusCode()).isEqualTo(200);
        assertThat(world.me(way).getString("email")).isEqualTo(email);
    }

    @Test
    void anAnswerIsTakenOnceAndByItsOwnProviderAndInTime() {
        world.prepare("oidc", subject, verified(email));
        var callback =
                HttpBrowser.location(surfer.look(world.leave(surfer, "oidc"))).orElseThrow();

        refuse(surfer.look(callback.replace("/oidc/", "/google/")), "not begun in this browser");
        assertThat(surfer.look(callback).statusCode()).isEqualTo(200);
        refuse(surfer.look(callback), "not begun in this browser");

        var late =
                HttpBrowser.location(surfer.look(world.leave(surfer, "google"))).orElseThrow();
        server.database().query("UPDATE oauth_flows SET expires_at = now() - interval '1 second'");
        refuse(surfer.look(late), "not begun in this browser");
        assertThat(world.count("SELECT count(*) FROM users WHERE email = ?", email))
                .isEqualTo(1);
    }

    /** The state and its proof are what a thief of the database would need; neither is in it. */
    @Test
    void theDatabaseHoldsNoState() {
        var state = world.leave(surfer, "oidc").replaceAll(".*state=([0-9a-f]+).*", "$1");

        var rows = server.database().query("SELECT oauth_flows::text AS row FROM oauth_flows");

        assertThat(state).hasSize(64);
        assertThat(rows.toString()).doesNotContain(state);
    }

    static Stream<Arguments> lies() {
        var now = Instant.now().getEpochSecond();
        return Stream.of(
                arguments("iss", "https://evil.test"),
                arguments("aud", "somebody-else"),
                arguments("aud", List.of()),
                arguments("aud", List.of(OAuthNode.CLIENT, "somebody-else")),
                arguments("azp", "somebody-else"),
                arguments("nonce", "another"),
                arguments("nonce", ""),
                arguments("sub", ""),
                arguments("sub", "s".repeat(256)),
                arguments("exp", now - 120),
                arguments("iat", now + 600),
                arguments("nbf", now + 600));
    }

    @ParameterizedTest
    @MethodSource("lies")
    void aTokenWithOneWrongClaimOpensNothing(String claim, Object value) {
        var claims = new java.util.HashMap<>(verified(email));
        claims.put(claim, value);

        var answer = world.comeIn(surfer, "oidc", subject, claims);

        refuse(answer, "did not say who you are");
        assertThat(world.count("SELECT count(*) FROM users WHERE email = ?", email))
                .isZero();
    }

    @Test
    void aCodeThatIsNotTheProvidersOpensNothing() {
        var callback =
                HttpBrowser.location(surfer.look(world.leave(surfer, "oidc"))).orElseThrow();

        refuse(surfer.look(callback.replaceAll("code=[^&]+", "code=stolen")), "did not say who you are");
    }

    @Test
    void whoSaysNoAtTheProviderIsToldSo() {
        var state = world.leave(surfer, "github").replaceAll(".*state=([0-9a-f]+).*", "$1");

        var answer = surfer.look(world.callback("github") + "?error=access_denied&code=x&state=" + state);

        refuse(answer, "GitHub did not let you in");
    }

    @Test
    void thePathOneWasOnTheWayToIsKept() {
        world.prepare("oidc", subject, verified(email));

        var end = surfer.open(world.outbound("oidc") + "?next=%2Fhealth%3Fa%3Db");

        assertThat(end.statusCode()).isEqualTo(200);
        assertThat(surfer.visited(server.baseUrl() + "/health")).hasToString(server.baseUrl() + "/health?a=b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.test",
                "/%5Cevil.test",
                "%5C%5Cevil.test",
                "https:%2F%2Fevil.test",
                "evil.test",
                "%40evil.test",
                "/a%0d%0aSet-Cookie:x",
                "/a%20b",
                "javascript:alert(1)"
            })
    void noOtherSiteIsLedTo(String next) {
        var answer = surfer.look(world.outbound("oidc") + "?next=" + next);

        assertFailure(answer, 422, "VALIDATION_ERROR");
        assertThat(HttpBrowser.location(answer)).isEmpty();
    }

    @Test
    void whatAPageMayOfferIsTold() {
        var email = new JsonObject(server.get("/auth/oauth-config", "").body()).getJsonObject("data");
        var config = server.get("/config", "").body();

        assertThat(email.getMap())
                .containsOnly(
                        Map.entry("github", true),
                        Map.entry("google", true),
                        Map.entry("oidc", true),
                        Map.entry("oidcDisplayName", "Corp"));
        assertThat(new JsonObject(config).getJsonObject("features").getJsonObject("authProviders"))
                .isEqualTo(email);
        assertThat(config).doesNotContain("canary", OAuthNode.CLIENT);
    }

    @Test
    void anUnknownProviderIsNotFound() {
        for (var step : List.of("outbound", "callback")) {
            assertFailure(server.get("/oauth/gitlab/" + step, ""), 404, "RESOURCE_NOT_FOUND");
        }
    }

    private static Map<String, Object> verified(String email) {
        return Map.of("email", email, "email_verified", true);
    }

    private static void refuse(HttpResponse<String> answer, String sentence) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains(sentence);
        assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(HttpBrowser.location(answer)).isEmpty();
    }
}
