package io.godwit.accounts;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verified addresses, forgotten and changed passwords, and those who guess. */
@GodwitServer
class PasswordTest {

    private static final String CONFIRM = "Confirm your email address";
    private static final String CHOOSE = "Choose a new password";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static TestServer server;
    private static CaughtMessages mails;

    @BeforeAll
    static void start() {
        mails = new CaughtMessages(server);
    }

    @Test
    void theLinkInTheMailVerifiesTheAddressOnce() {
        var person = BrowserUser.signedUp(server, "verify@example.com");
        var token = mails.token(person.email(), CONFIRM);

        var answer = verify(person, token);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(new JsonObject(person.get("/users/@me").body()).getBoolean("emailVerified"))
                .isTrue();
        assertFailure(verify(person, token), 400, "BAD_REQUEST");
        assertThat(person.post("/auth/request-verification", new JsonObject()).statusCode())
                .isEqualTo(200);
        assertThat(mails.to(person.email(), CONFIRM)).hasSize(1);
    }

    /** Somebody else may have signed up with the address and chosen the password. */
    @Test
    void thePageBehindTheLinkAsksForThePasswordThatSomebodyElseMayHaveChosen() {
        var hijacker = BrowserUser.signedUp(server, "victim@example.com");
        var token = mails.token(hijacker.email(), CONFIRM);

        var wrong = server.post(
                "/auth/verify-email", "", new JsonObject().put("token", token).put("password", "not the password"));

        assertFailure(wrong, 422, "VALIDATION_ERROR");
        assertThat(new JsonObject(hijacker.get("/users/@me").body()).getBoolean("emailVerified"))
                .isFalse();
        assertThat(server.get("/auth/verify-email?token=" + token, "").body())
                .contains("type=\"password\"")
                .doesNotContain("minlength");
    }

    @Test
    void aClientThatSendsTheLinkAloneConfirmsTheAddress() {
        var person = BrowserUser.signedUp(server, "client@example.com");

        assertThat(verify(mails.token(person.email(), CONFIRM)).statusCode()).isEqualTo(200);
    }

    @Test
    void theLinkAndThePasswordConfirmAnAddressOnAnotherDevice() {
        var person = BrowserUser.signedUp(server, "phone@example.com");
        var token = mails.token(person.email(), CONFIRM);

        var answer = server.post(
                "/auth/verify-email", "", new JsonObject().put("token", token).put("password", person.password()));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(new JsonObject(person.get("/users/@me").body()).getBoolean("emailVerified"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "seven77",
                "password",
                "PASSWORD1",
                "12345678",
                "qwertyuiop",
                "1qaz2wsx",
                "michael1",
                "password ",
                " Password1 ",
                "\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18"
            })
    void aShortOrCommonPasswordIsRefusedWhereverOneIsChosen(String weak) {
        var person = BrowserUser.signedUp(server, "weak" + Math.abs(weak.hashCode()) + "@example.com");
        request(person.email());
        var token = mails.token(person.email(), CHOOSE);

        assertFailure(new BrowserUser(server, "fresh@example.com", weak).signUp(), 422, "VALIDATION_ERROR");
        assertFailure(reset(token, weak), 422, "VALIDATION_ERROR");
        assertFailure(change(person, person.password(), weak), 422, "VALIDATION_ERROR");
    }

    @Test
    void anAccountWithAnOldWeakPasswordStillSignsIn() {
        var person = BrowserUser.signedUp(server, "oldweak@example.com");
        var hash = com.password4j.Password.hash("123456")
                .addRandomSalt()
                .with(com.password4j.Argon2Function.getInstance(8192, 1, 1, 32, com.password4j.types.Argon2.ID))
                .getResult();
        server.database().query("UPDATE users SET password_hash = ? WHERE email = ?", hash, person.email());

        assertThat(person.signIn("123456").body()).contains("\"success\":true");
    }

    @Test
    void aTokenThatCannotBeOneIsRefused() {
        assertFailure(verify("short"), 422, "VALIDATION_ERROR");
        assertFailure(verify("0".repeat(64)), 400, "BAD_REQUEST");
    }

    @Test
    void anotherLinkCanBeAskedForThreeTimesAnHour() {
        var person = BrowserUser.signedUp(server, "again@example.com");

        var answers = IntStream.range(0, 4)
                .mapToObj(ignored -> person.post("/auth/request-verification", new JsonObject()))
                .toList();

        assertThat(answers).extracting(HttpResponse::statusCode).containsExactly(200, 200, 200, 429);
        assertThat(answers.get(3).headers().firstValueAsLong("Retry-After").orElse(0))
                .isBetween(3_000L, 3_600L);
        assertThat(verify(person, mails.token(person.email(), CONFIRM, 4)).statusCode())
                .isEqualTo(200);
        assertFailure(server.post("/auth/request-verification", "", new JsonObject()), 401, "MISSING_AUTH");
    }

    /** Mail programs follow links by themselves: a page changes nothing, its button does. */
    @Test
    void theLinkLeadsToAPageWhoseButtonDoesIt() {
        var person = BrowserUser.signedUp(server, "page@example.com");
        request(person.email());
        var token = mails.token(person.email(), CHOOSE);

        var page = server.get("/auth/reset-password?token=" + token, "");
        var refused = form("token=" + token + "&newPassword=short");
        var sent = form("token=" + token + "&newPassword=from+the+page");
        var again = form("token=" + token + "&newPassword=from+the+page");

        assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(page.body())
                .contains(
                        token,
                        "readonly autocomplete=\"username\"",
                        "value=\"page@example.com\"",
                        "action=\"forms/reset-password\"",
                        "minlength=\"" + PasswordHasher.MIN_LENGTH + "\"");
        assertThat(server.get("/auth/reset-password?token=%22%3E%3Cscript%3E", "")
                        .body())
                .doesNotContain("<script>");
        assertThat(List.of(refused.statusCode(), sent.statusCode(), again.statusCode()))
                .containsExactly(422, 200, 400);
        assertThat(person.signIn("from the page").body()).contains("\"success\":true");
    }

    @Test
    void theLinkOfAForgottenPasswordTellsWhoseItIsUntilItIsUsed() {
        var person = BrowserUser.signedUp(server, "whose@example.com");
        request(person.email());
        var token = mails.token(person.email(), CHOOSE);

        var before = server.post("/auth/token-owner", "", new JsonObject().put("token", token));
        reset(token, "another sentence of mine");

        assertThat(before.body()).contains("\"email\":\"whose@example.com\"");
        for (var other : List.of(token, mails.token(person.email(), CONFIRM))) {
            var answer = server.post("/auth/token-owner", "", new JsonObject().put("token", other));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("\"email\":null");
        }
    }

    private static HttpResponse<String> form(String fields) {
        return server.call(
                "POST",
                "/auth/forms/reset-password",
                "",
                fields,
                "Content-Type",
                "application/x-www-form-urlencoded",
                "Origin",
                "null");
    }

    @Test
    void aForgottenPasswordIsReplacedOnceAndEndsEverySession() {
        var person = BrowserUser.signedUp(server, "forgot@example.com");
        request(person.email());
        var token = mails.token(person.email(), CHOOSE);

        var answers = IntStream.range(0, 20)
                .mapToObj(number -> CompletableFuture.supplyAsync(() -> reset(token, "new password " + number)))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();

        assertThat(answers)
                .extracting(HttpResponse::statusCode)
                .containsOnly(200, 400)
                .containsOnlyOnce(200);
        assertFailure(person.get("/users/@me"), 401, "UNAUTHORIZED");
        assertThat(person.signIn().body()).contains("\"success\":false");
        assertThat(IntStream.range(0, 20)
                        .filter(number ->
                                person.signIn("new password " + number).body().contains("\"success\":true")))
                .hasSize(1);
        assertThat(new JsonObject(person.get("/users/@me").body()).getBoolean("emailVerified"))
                .isTrue();
    }

    @Test
    void aTokenIsItselfAndNothingElse() {
        var person = BrowserUser.signedUp(server, "itself@example.com");
        request(person.email());
        var token = mails.token(person.email(), CHOOSE);

        assertFailure(reset(token.toUpperCase(java.util.Locale.ROOT), "new password"), 400, "BAD_REQUEST");
        assertFailure(reset("0".repeat(64), "new password"), 400, "BAD_REQUEST");
        assertFailure(verify(token), 400, "BAD_REQUEST");
        assertFailure(reset(token, "short"), 422, "VALIDATION_ERROR");
        server.database().query("UPDATE account_tokens SET expires_at = now() WHERE purpose = 'RESET'");
        assertFailure(reset(token, "new password"), 400, "BAD_REQUEST");
        assertThat(person.signIn().body()).contains("\"success\":true");
    }

    /** Neither the token nor the password is to be found, once the mail is gone. */
    @Test
    void onlyHashesAreKept() {
        var person = BrowserUser.signedUp(server, "hashes@example.com");
        request(person.email());
        var token = mails.token(person.email(), CHOOSE);
        await().atMost(TIMEOUT).until(() -> server.database().count("SELECT count(*) FROM outbox") == 0);

        var tables = List.of("account_tokens", "users", "sessions", "emails", "contents", "throttles", "events");
        for (var table : tables) {
            assertThat(server.database()
                            .query("SELECT t::text AS row FROM " + table + " t")
                            .toString())
                    .as(table)
                    .doesNotContain(token, person.password());
        }
        assertThat(server.database().count("SELECT count(*) FROM account_tokens"))
                .isPositive();
    }

    @Test
    void askingForANewPasswordTellsNothingAndMailsThreeTimesAnHour() {
        var person = BrowserUser.signedUp(server, "often@example.com");

        var known = IntStream.range(0, 10)
                .mapToObj(ignored -> request(person.email()))
                .toList();
        var unknown = request("nobody-there@example.com");

        assertThat(known).extracting(HttpResponse::statusCode).containsOnly(200);
        assertThat(known).extracting(HttpResponse::body).containsOnly(unknown.body());
        mails.token(person.email(), CHOOSE, 3);
        await().atMost(TIMEOUT).until(() -> server.database().count("SELECT count(*) FROM outbox") == 0);
        assertThat(mails.to(person.email(), CHOOSE)).hasSize(3);
        assertThat(server.database().count("SELECT count(*) FROM emails WHERE to_email = 'nobody-there@example.com'"))
                .isZero();
    }

    /** The table of attempts is out of the way meanwhile. */
    @Test
    void aRequestForANewPasswordThatCannotBeKeptIsRefusedForEveryAddressAlike() {
        var person = BrowserUser.signedUp(server, "unlucky@example.com");
        server.database().query("ALTER TABLE throttles RENAME TO throttles_away");
        try {
            for (var email : List.of(person.email(), "nobody@example.com")) {
                var answer = server.post("/auth/request-password-reset", "", new JsonObject().put("email", email));

                assertThat(answer.statusCode()).isEqualTo(500);
            }
        } finally {
            server.database().query("ALTER TABLE throttles_away RENAME TO throttles");
        }
        assertThat(mails.to(person.email(), CHOOSE)).isEmpty();
        server.post("/auth/request-password-reset", "", new JsonObject().put("email", person.email()));
        assertThat(mails.token(person.email(), CHOOSE)).isNotEmpty();
    }

    @Test
    void theLinkLeadsToTheConfiguredAddressWhateverTheRequestSays() {
        var person = BrowserUser.signedUp(server, "poison@example.com");

        server.call(
                "POST",
                "/auth/request-password-reset",
                "",
                new JsonObject().put("email", person.email()).encode(),
                "X-Forwarded-Host",
                "evil.test",
                "Forwarded",
                "host=evil.test",
                "X-Forwarded-Proto",
                "http");

        mails.token(person.email(), CHOOSE);
        var mail = mails.to(person.email(), CHOOSE).get(0);
        assertThat(mail.getString("html"))
                .contains(server.baseUrl() + "/auth/reset-password?token=")
                .doesNotContain("evil");
    }

    @Test
    void aChangedPasswordEndsTheOtherSessions() {
        var person = BrowserUser.signedUp(server, "change@example.com");
        var elsewhere = new BrowserUser(server, person.email(), person.password());
        elsewhere.signIn();

        var wrong = change(person, "not the password", "a new password");
        var answer = person.keeping(change(person, person.password(), "a new password"));

        assertFailure(wrong, 400, "BAD_REQUEST");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(person.get("/users/@me").statusCode()).isEqualTo(200);
        assertFailure(elsewhere.get("/users/@me"), 401, "UNAUTHORIZED");
        assertThat(person.signIn().body()).contains("\"success\":false");
        assertThat(person.signIn("a new password").body()).contains("\"success\":true");
        assertFailure(
                server.post("/users/@me/password", server.secretKey(0), passwords("an old password", "a new password")),
                404,
                "RESOURCE_NOT_FOUND");
    }

    @Test
    void whereSignUpsAreClosedTheFirstUserComesInAndNobodyElse() {
        var closed = Map.of("GODWIT_ACCOUNTS_SIGNUPS", "false", "GODWIT_DEMO_ENABLED", "false");
        try (var server = TestServer.start(closed)) {
            var people = IntStream.range(0, 8)
                    .mapToObj(number -> CompletableFuture.supplyAsync(
                            () -> new BrowserUser(server, "p" + number + "@example.com", "a password").signUp()))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();

            assertThat(people).extracting(HttpResponse::statusCode).containsOnly(200);
            assertThat(people.stream().filter(answer -> answer.body().contains("\"success\":true")))
                    .hasSize(1);
            assertThat(server.database().count("SELECT count(*) FROM users")).isEqualTo(1);
        }
    }

    @Test
    void whereAddressesMustBeVerifiedAnAccountWaitsForIt() {
        try (var server = TestServer.start(Map.of("GODWIT_ACCOUNTS_VERIFY", "true"))) {
            var person = BrowserUser.signedUp(server, "waiting@example.com");

            assertFailure(person.get("/users/@me"), 403, "EMAIL_VERIFICATION_REQUIRED");
            var token = new CaughtMessages(server).token(person.email(), CONFIRM);
            verify(person, token);

            assertThat(person.get("/users/@me").statusCode()).isEqualTo(200);
        }
    }

    private static HttpResponse<String> change(BrowserUser person, String current, String fresh) {
        return person.post("/users/@me/password", passwords(current, fresh));
    }

    private static JsonObject passwords(String current, String fresh) {
        return new JsonObject().put("currentPassword", current).put("newPassword", fresh);
    }

    private static HttpResponse<String> request(String email) {
        return server.post("/auth/request-password-reset", "", new JsonObject().put("email", email));
    }

    private static HttpResponse<String> reset(String token, String password) {
        return server.post(
                "/auth/reset-password", "", new JsonObject().put("token", token).put("newPassword", password));
    }

    private static HttpResponse<String> verify(BrowserUser person, String token) {
        return person.post("/auth/verify-email", new JsonObject().put("token", token));
    }

    private static HttpResponse<String> verify(String token) {
        return server.post("/auth/verify-email", "", new JsonObject().put("token", token));
    }
}
