package io.godwit.accounts;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Stops clients that guess passwords, and not the owner of the account. */
class PasswordGuessingTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Test
    void guessesFromManyNetworksAreSlowedDownAndTheOwnerIsToldAndPasses() {
        var settings = Map.of("GODWIT_ACCOUNTS_LOGIN_PER_HOUR", "10", "GODWIT_HTTP_TRUSTED_PROXIES", "127.0.0.1");
        try (var strict = TestServer.start(settings)) {
            var owner = BrowserUser.signedUp(strict, "spread@example.com");
            var device = owner.signIn().headers().allValues("Set-Cookie").stream()
                    .filter(cookie -> cookie.startsWith("godwit_device="))
                    .findFirst()
                    .orElseThrow()
                    .split(";", 2)[0];

            var statuses = IntStream.range(0, 20)
                    .mapToObj(each -> guess(strict, owner.email(), "wrong " + each, "192.0.2." + (each + 1)))
                    .map(HttpResponse::statusCode)
                    .toList();

            assertThat(statuses.stream().filter(status -> status == 200)).hasSizeBetween(10, 12);
            assertThat(statuses.get(19)).isEqualTo(429);
            var body = new JsonObject().put("email", owner.email()).put("password", owner.password());
            var known = strict.call(
                    "POST", "/auth/login", "", body.encode(), "X-Forwarded-For", "192.0.2.99", "Cookie", device);
            assertThat(known.body()).contains("\"success\":true");
            await().atMost(TIMEOUT)
                    .until(() -> new CaughtMessages(strict)
                                    .to(owner.email(), "News about your account")
                                    .size()
                            == 1);
        }
    }

    @Test
    void aKnownDevicePassesWhereTheGuessesOfTheNetworkAreUsedUp() {
        var settings = Map.of("GODWIT_ACCOUNTS_LOGIN_PER_ADDRESS", "5");
        try (var strict = TestServer.start(settings)) {
            var owner = BrowserUser.signedUp(strict, "office@example.com");
            var device = owner.signIn().headers().allValues("Set-Cookie").get(1).split(";", 2)[0];
            IntStream.range(0, 8)
                    .forEach(each -> new BrowserUser(strict, "x" + each + "@example.com", "wrong one").signIn());
            var body = new JsonObject().put("email", owner.email()).put("password", owner.password());

            assertFailure(owner.withCookie("").signIn(), 429, "RATE_LIMIT_EXCEEDED");
            assertThat(strict.call("POST", "/auth/login", "", body.encode(), "Cookie", device)
                            .body())
                    .contains("\"success\":true");
            assertFailure(
                    strict.call(
                            "POST",
                            "/auth/login",
                            "",
                            body.copy().put("email", "x1@example.com").encode(),
                            "Cookie",
                            device),
                    429,
                    "RATE_LIMIT_EXCEEDED");
        }
    }

    @Test
    void whoGuessesIsStoppedAndTheOwnerIsNot() {
        var settings = Map.of(
                "GODWIT_ACCOUNTS_LOGIN_PER_ACCOUNT",
                "5",
                "GODWIT_ACCOUNTS_LOGIN_PER_ADDRESS",
                "12",
                "GODWIT_HTTP_TRUSTED_PROXIES",
                "127.0.0.1");
        try (var strict = TestServer.start(settings)) {
            var owner = BrowserUser.signedUp(strict, "guessed@example.com");

            var guesses = IntStream.range(0, 20)
                    .mapToObj(number -> CompletableFuture.supplyAsync(
                            () -> guess(strict, "guessed@example.com", "wrong " + number, "192.0.2.1")))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();

            assertThat(guesses.stream().filter(answer -> answer.statusCode() == 200))
                    .hasSize(5);
            assertFailure(
                    guess(strict, "guessed@example.com", owner.password(), "192.0.2.1"), 429, "RATE_LIMIT_EXCEEDED");
            assertThat(guess(strict, "guessed@example.com", owner.password(), "192.0.2.2")
                            .body())
                    .contains("\"success\":true");
            assertFailure(guess(strict, "other@example.com", "wrong", "192.0.2.1"), 429, "RATE_LIMIT_EXCEEDED");
        }
    }

    /** A sign-in that succeeds is not counted. */
    @Test
    void whoSignsInOftenIsNoGuesser() {
        try (var strict = TestServer.start(
                Map.of("GODWIT_ACCOUNTS_LOGIN_PER_ACCOUNT", "3", "GODWIT_ACCOUNTS_LOGIN_PER_ADDRESS", "3"))) {
            var owner = BrowserUser.signedUp(strict, "often@example.com");

            var answers =
                    IntStream.range(0, 10).mapToObj(ignored -> owner.signIn()).toList();

            assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(200);
        }
    }

    private static HttpResponse<String> guess(TestServer server, String email, String password, String from) {
        var body = new JsonObject().put("email", email).put("password", password);
        return server.call("POST", "/auth/login", "", body.encode(), "X-Forwarded-For", from);
    }
}
