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
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Requests that were begun with a password, and that its owner's new one overtakes. */
@GodwitServer
class OvertakenPasswordTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static TestServer server;

    /** The table of attempts is locked, so that the sign-in has read the account and not checked the password. */
    @Test
    void aSignInThatIsOvertakenByANewPasswordOpensNoSession() throws Exception {
        var owner = BrowserUser.signedUp(server, "overtaken@example.com");
        var token = resetToken(owner);
        var intruder = new BrowserUser(server, owner.email(), owner.password());
        try (var attempts = server.database().connect()) {
            attempts.setAutoCommit(false);
            attempts.createStatement().execute("LOCK TABLE throttles IN EXCLUSIVE MODE");
            var late = CompletableFuture.supplyAsync(intruder::signIn);
            await().atMost(TIMEOUT).until(() -> waiting() == 1);

            assertThat(reset(token, "a new password of mine").statusCode()).isEqualTo(200);
            attempts.rollback();

            assertThat(late.join().body()).contains("\"success\":false");
        }
        assertFailure(intruder.get("/users/@me"), 401, "MISSING_AUTH");
    }

    /** The account is locked, so that the old password is checked and the change has to wait for that of the owner. */
    @Test
    void aChangeOfThePasswordThatIsOvertakenByANewOneIsRefused() throws Exception {
        var owner = BrowserUser.signedUp(server, "raced@example.com");
        var token = resetToken(owner);
        var intruder = new BrowserUser(server, owner.email(), owner.password());
        intruder.signIn();
        var change =
                new JsonObject().put("currentPassword", owner.password()).put("newPassword", "an intruder was here");
        try (var account = server.database().connect()) {
            account.setAutoCommit(false);
            account.createStatement().execute("SELECT FROM users WHERE email = 'raced@example.com' FOR SHARE");
            var own = CompletableFuture.supplyAsync(() -> reset(token, "the owner chose this"));
            await().atMost(TIMEOUT).until(() -> waiting() == 1);
            var late = CompletableFuture.supplyAsync(() -> intruder.post("/users/@me/password", change));
            await().atMost(TIMEOUT).until(() -> waiting() == 2);

            account.rollback();

            assertThat(own.join().statusCode()).isEqualTo(200);
            assertThat(late.join().statusCode()).isEqualTo(400);
        }
        assertThat(owner.signIn("the owner chose this").body()).contains("\"success\":true");
    }

    private static String resetToken(BrowserUser owner) {
        server.post("/auth/request-password-reset", "", new JsonObject().put("email", owner.email()));
        return new CaughtMessages(server).token(owner.email(), "Choose a new password");
    }

    private static HttpResponse<String> reset(String token, String password) {
        return server.post(
                "/auth/reset-password", "", new JsonObject().put("token", token).put("newPassword", password));
    }

    private static long waiting() {
        return server.database().count("""
                SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
                """);
    }
}
