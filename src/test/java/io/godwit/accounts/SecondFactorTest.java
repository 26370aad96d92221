package io.godwit.accounts;

import static io.godwit.kit.AuthenticatorApp.begin;
import static io.godwit.kit.AuthenticatorApp.confirm;
import static io.godwit.kit.AuthenticatorApp.data;
import static io.godwit.kit.AuthenticatorApp.enrol;
import static io.godwit.kit.AuthenticatorApp.state;
import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.io.BaseEncoding;
import io.godwit.kit.AuthenticatorApp;
import io.godwit.kit.Browser;
import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.ChromiumProgram;
import io.godwit.kit.HttpBrowser;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.nodes.OAuthNode;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A code of an authenticator app beside the password, or beside a provider's word. */
@CloseFields
class SecondFactorTest {

    private static final String MINE = "/users/@me/second-factor";
    private static final int GUESSES = 5;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static OAuthNode world;
    private static TestServer server;
    private static int number;

    private final BrowserUser person = verified("f" + ++number + "@example.com");

    @BeforeAll
    static void start() {
        world = OAuthNode.start(Map.of("GODWIT_ACCOUNTS_LOGIN_CODES", String.valueOf(GUESSES)));
        server = world.server;
    }

    @Test
    void whoConfirmedACodeIsAskedForOne() {
        var app = enrol(person);

        var halfway = person.signIn();
        var body = new JsonObject(halfway.body());

        assertThat(halfway.statusCode()).isEqualTo(200);
        assertThat(body.getBoolean("success")).isFalse();
        assertThat(body.getString("data")).contains("code");
        assertThat(body.getJsonObject("secondFactor").getInteger("expiresIn")).isEqualTo(300);
        assertThat(BrowserUser.setCookie(halfway)).isEmpty();
        var answer = person.keeping(complete(ticket(halfway), app.code(1)));
        assertThat(new JsonObject(answer.body()).getJsonObject("data").getString("email"))
                .isEqualTo(person.email());
        assertThat(state(person).getBoolean("enabled")).isTrue();
        assertThat(state(person).getInteger("recoveryCodes")).isEqualTo(10);
    }

    /** They are shown only now. */
    @Test
    void recoveryCodesAreShownAlsoWhenTheWrongCodesCannotBeForgotten() {
        server.database().query("""
                        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
                        BEGIN RAISE EXCEPTION 'Not now'; END $$
                        """);
        server.database()
                .query("CREATE TRIGGER refused BEFORE DELETE ON throttles FOR EACH ROW EXECUTE FUNCTION refuse()");
        try {
            assertThat(enrol(person).recoveryCodes()).hasSize(10);
        } finally {
            server.database().query("DROP FUNCTION refuse() CASCADE");
        }
    }

    @Test
    void whatIsNotConfirmedIsNotAskedFor() {
        begin(person, person.password());

        assertFailure(confirm(person, "000000x"), 400, "BAD_REQUEST");
        assertThat(person.signIn().body()).contains("\"success\":true");
        assertThat(state(person).getBoolean("enabled")).isFalse();
    }

    @Test
    void anAppIsToldBySecretAndAddress() {
        var first = begin(person, person.password());
        var offer = data(begin(person, person.password()));

        assertThat(offer.getString("secret"))
                .matches("[A-Z2-7]{32}")
                .isNotEqualTo(data(first).getString("secret"));
        assertThat(offer.getString("uri"))
                .isEqualTo("otpauth://totp/Godwit:" + person.email().replace("@", "%40") + "?secret="
                        + offer.getString("secret") + "&issuer=Godwit");
    }

    @Test
    void aCodeOpensOnce() {
        var app = enrol(person);
        var code = app.code(1);
        complete(ticket(person.signIn()), code);

        var again = complete(ticket(person.signIn()), code);
        var earlier = complete(ticket(person.signIn()), app.code(0));

        for (var answer : List.of(again, earlier)) {
            assertThat(new JsonObject(answer.body()).getBoolean("success")).isFalse();
            assertThat(BrowserUser.setCookie(answer)).isEmpty();
        }
    }

    @Test
    void ofManyWithOneCodeAtOnceOneComesIn() {
        var app = enrol(person);
        var code = app.code(1);
        var tokens = IntStream.range(0, GUESSES)
                .mapToObj(ignored -> ticket(person.signIn()))
                .toList();

        var answers =
                tokens.stream()
                        .map(token -> CompletableFuture.supplyAsync(() -> complete(token, code)))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();

        assertThat(answers.stream().filter(answer -> answer.body().contains("\"success\":true")))
                .hasSize(1);
    }

    @Test
    void aTicketOpensNothingAloneAndOnlyOnceAndNotForLong() {
        var app = enrol(person);
        var token = ticket(person.signIn());

        assertFailure(person.withCookie("godwit_session=" + token).get("/users/@me"), 401, "UNAUTHORIZED");
        assertFailure(complete(token, ""), 422, "VALIDATION_ERROR");
        assertThat(complete(token, app.code(1)).body()).contains("\"success\":true");
        assertThat(complete(token, app.recoveryCodes().get(0)).body()).contains("took too long");
        var late = ticket(person.signIn());
        server.database().query("UPDATE account_tokens SET expires_at = now() - interval '1 second'");
        assertThat(complete(late, app.recoveryCodes().get(0)).body()).contains("took too long");
        assertThat(complete("0".repeat(64), app.recoveryCodes().get(0)).body()).contains("took too long");
    }

    @Test
    void aNewPasswordEndsSignInsThatWaitForACode() {
        var app = enrol(person);
        var token = ticket(person.signIn());

        var change = new JsonObject().put("currentPassword", person.password()).put("newPassword", "another password");
        assertThat(person.post("/users/@me/password", change).statusCode()).isEqualTo(200);

        assertThat(complete(token, app.recoveryCodes().get(0)).body()).contains("took too long");
    }

    @Test
    void whoLostTheAppComesInWithARecoveryCodeOnce() {
        var app = enrol(person);
        var code = app.recoveryCodes().get(3);

        var answer = complete(
                ticket(person.signIn()), " " + code.toLowerCase(Locale.ROOT).replace("-", " "));
        var again = complete(ticket(person.signIn()), code);

        assertThat(answer.body()).contains("\"success\":true");
        assertThat(again.body()).contains("\"success\":false");
        assertThat(state(person.withCookie(
                                BrowserUser.setCookie(answer).orElseThrow().split(";", 2)[0]))
                        .getInteger("recoveryCodes"))
                .isEqualTo(9);
    }

    /** Else anybody could guess on; the owner has another way. */
    @Test
    void whoGuessesIsStoppedAndTheOwnerHasRecoveryCodes() {
        var app = enrol(person);

        var guesses = IntStream.range(0, GUESSES)
                .mapToObj(ignored -> complete(ticket(person.signIn()), "00000x"))
                .toList();
        var beyond = complete(ticket(person.signIn()), app.code(1));
        var owner = complete(ticket(person.signIn()), app.recoveryCodes().get(0));
        var after = complete(ticket(person.signIn()), app.code(1));

        assertThat(guesses).allMatch(answer -> answer.body().contains("\"success\":false"));
        assertFailure(beyond, 429, "RATE_LIMIT_EXCEEDED");
        assertThat(beyond.headers().firstValueAsLong("Retry-After").orElse(0)).isPositive();
        assertThat(owner.body()).contains("\"success\":true");
        assertThat(after.body()).contains("\"success\":true");
    }

    @Test
    void noSessionAloneGivesOrTakesIt() {
        assertFailure(begin(person, "not the password"), 400, "BAD_REQUEST");
        assertFailure(person.post(MINE, new JsonObject()), 422, "VALIDATION_ERROR");
        var app = enrol(person);

        assertFailure(disable(person, "not the password", app.code(1)), 400, "BAD_REQUEST");
        assertFailure(disable(person, person.password(), "00000x"), 400, "BAD_REQUEST");
        assertFailure(begin(person, person.password()), 409, "CONFLICT");
        assertThat(disable(person, person.password(), app.code(1)).statusCode()).isEqualTo(200);
        assertThat(person.signIn().body()).contains("\"success\":true");
        var mails = new CaughtMessages(server);
        await().atMost(TIMEOUT)
                .until(() -> mails.to(person.email(), "News about your account").size() == 2);
        assertThat(world.count(
                        "SELECT count(*) FROM recovery_codes JOIN users ON id = user_id WHERE email = ?",
                        person.email()))
                .isZero();
    }

    /** Else who signs up with another's address could keep its owner out for ever. */
    @Test
    void onlyWhoHasVerifiedTheAddressGetsIt() {
        var squatter = BrowserUser.signedUp(server, "squatted" + number + "@example.com");

        assertFailure(begin(squatter, squatter.password()), 403, "EMAIL_VERIFICATION_REQUIRED");
    }

    @Test
    void secretAndRecoveryCodesAreNotInTheDatabase() {
        var app = enrol(person);
        var hex = BaseEncoding.base16().lowerCase();

        var rows = server.database()
                        .query("SELECT second_factors::text AS row FROM second_factors")
                        .toString()
                + server.database().query("SELECT recovery_codes::text AS row FROM recovery_codes");

        assertThat(rows).contains(idOf(person)).doesNotContain(hex.encode(app.secret()));
        assertThat(app.recoveryCodes()).hasSize(10).doesNotHaveDuplicates().allSatisfy(code -> assertThat(rows)
                .doesNotContain(hex.encode(code.getBytes(StandardCharsets.US_ASCII)))
                .doesNotContain(hex.encode(code.replace("-", "").getBytes(StandardCharsets.US_ASCII))));
    }

    @Test
    void aProvidersWordIsNotEnoughEither() {
        var app = enrol(person);
        var surfer = new HttpBrowser();

        var page = world.comeIn(surfer, "s-" + person.email(), person.email());

        assertThat(surfer.cookie("godwit_session")).isEmpty();
        var token = surfer.visited(server.baseUrl() + "/auth/second-factor")
                .getQuery()
                .replace("token=", "");
        assertThat(page.body()).contains("name=\"code\"", "value=\"" + token + "\"");
        var form = server.baseUrl() + "/auth/forms/second-factor";
        assertThat(surfer.submit(form, "token=" + token + "&code=00000x").statusCode())
                .isEqualTo(400);
        assertFailure(
                server.call(
                        "POST",
                        "/auth/forms/second-factor",
                        "",
                        "token=" + token + "&code=" + app.code(1),
                        "Content-Type",
                        "application/x-www-form-urlencoded",
                        "Sec-Fetch-Site",
                        "cross-site"),
                403,
                "FORBIDDEN");
        assertThat(surfer.submit(form, "token=" + token + "&code=" + app.code(1))
                        .body())
                .contains("You are signed in");
        assertThat(world.me(surfer).getString("email")).isEqualTo(person.email());
    }

    /** The same with a browser's own mind about cookies, redirects, forms and what a page may load. */
    @Test
    void aBrowserGoesTheWholeWay() {
        var program = ChromiumProgram.installed();
        assumeTrue(program.isPresent(), "There is no chromium on this machine");
        var app = enrol(person);
        world.prepare("oidc", "b-" + person.email(), Map.of("email", person.email(), "email_verified", true));

        try (var browser = Browser.start(program.get())) {
            browser.open(world.outbound("oidc"));
            browser.click("input[name=code]");
            browser.type(app.code(1));
            browser.click("button");

            browser.await("document.querySelector('h1')?.innerText === 'You are signed in'");
            browser.open(server.baseUrl() + "/users/@me");
            assertThat(browser.text("body")).contains(person.email());
            assertThat(browser.complaints()).isEmpty();
        }
    }

    /** They have none, and the provider has vouched for them. */
    @Test
    void whoHasNoPasswordNeedsNone() {
        var surfer = new HttpBrowser();
        world.comeIn(surfer, "n-" + person.email(), "n-" + person.email());
        var guest = person.withCookie(
                "godwit_session=" + surfer.cookie("godwit_session").orElseThrow());

        var secret = data(guest.post(MINE, new JsonObject())).getString("secret");
        var app = new AuthenticatorApp(BaseEncoding.base32().decode(secret), List.of());

        assertThat(confirm(guest, app.code(0)).statusCode()).isEqualTo(200);
        assertThat(guest.post(MINE + "/disable", new JsonObject().put("code", app.code(1)))
                        .statusCode())
                .isEqualTo(200);
    }

    /** Their session may be a stolen cookie's. */
    @Test
    void whoHasNoPasswordMustHaveSignedInAMomentAgo() {
        var surfer = new HttpBrowser();
        world.comeIn(surfer, "o-" + person.email(), "o-" + person.email());
        var guest = person.withCookie(
                "godwit_session=" + surfer.cookie("godwit_session").orElseThrow());
        server.database()
                .query(
                        "UPDATE sessions SET created_at = now() - interval '20 minutes' WHERE user_id ="
                                + " (SELECT id FROM users WHERE email = ?)",
                        "o-" + person.email());

        assertFailure(guest.post(MINE, new JsonObject()), 403, "FORBIDDEN");
    }

    /** An intruder with the password of an account may have set it up to keep the owner out. */
    @Test
    void aNewPasswordTakesAFactorOfTheLastDaysAlongAndLeavesAnOlderOne() {
        var mails = new CaughtMessages(server);
        enrol(person);
        reset(mails, "a new password", 1);
        assertThat(person.signIn("a new password").body()).contains("\"success\":true");
        assertThat(state(person).getBoolean("enabled")).isFalse();

        var again = new BrowserUser(server, person.email(), "a new password").withCookie(person.cookie());
        enrol(again);
        server.database()
                .query(
                        "UPDATE second_factors SET created_at = now() - interval '8 days' WHERE user_id = ?::uuid",
                        idOf(person));
        reset(mails, "a newer password", 2);

        assertThat(person.signIn("a newer password").body()).contains("secondFactor");
    }

    private void reset(CaughtMessages mails, String password, int nth) {
        server.post("/auth/request-password-reset", "", new JsonObject().put("email", person.email()));
        var token = mails.token(person.email(), "Choose a new password", nth);
        var body = new JsonObject().put("token", token).put("newPassword", password);
        assertThat(server.post("/auth/reset-password", "", body).statusCode()).isEqualTo(200);
    }

    private static BrowserUser verified(String email) {
        var person = BrowserUser.signedUp(server, email);
        server.database().query("UPDATE users SET email_verified = true WHERE email = ?", email);
        return person;
    }

    private static HttpResponse<String> disable(BrowserUser person, String password, String code) {
        return person.post(
                MINE + "/disable", new JsonObject().put("password", password).put("code", code));
    }

    private static HttpResponse<String> complete(String token, String code) {
        var body = new JsonObject().put("token", token).put("code", code);
        return server.post("/auth/login/second-factor", "", body);
    }

    private static String ticket(HttpResponse<String> halfway) {
        return new JsonObject(halfway.body()).getJsonObject("secondFactor").getString("token");
    }

    private static String idOf(BrowserUser person) {
        return String.valueOf(server.database().value("SELECT id FROM users WHERE email = ?", person.email()));
    }
}
