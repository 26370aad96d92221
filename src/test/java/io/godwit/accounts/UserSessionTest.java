package io.godwit.accounts;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A user's sessions one by one, their idle time, and what an old session alone may not do. */
@GodwitServer("GODWIT_ACCOUNTS_IDLE=1h")
class UserSessionTest {

    private static final String MINE = "/users/@me/sessions";
    private static final Duration LONG = Duration.ofSeconds(60);

    private static TestServer server;
    private static int number;

    private final BrowserUser person = BrowserUser.signedUp(server, "s" + ++number + "@example.com");

    private BrowserUser elsewhere() {
        var other = new BrowserUser(server, person.email(), person.password());
        var credentials = new JsonObject().put("email", person.email()).put("password", person.password());
        other.keeping(other.call("POST", "/auth/login", credentials.encode(), "User-Agent", "A phone\t1.0"));
        return other;
    }

    private static List<JsonObject> sessions(BrowserUser whose) {
        var answer = whose.get(MINE);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body())
                .getJsonArray("data").stream().map(JsonObject.class::cast).toList();
    }

    private static JsonObject current(BrowserUser whose) {
        return sessions(whose).stream()
                .filter(one -> one.getBoolean("current"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aUserSeesWhereSomebodyIsSignedIn() {
        var phone = elsewhere();

        var seen = sessions(person);

        assertThat(seen).hasSize(2);
        assertThat(seen).extracting(one -> one.getBoolean("current")).containsExactlyInAnyOrder(true, false);
        var other = current(phone);
        assertThat(other.getString("userAgent")).isEqualTo("A phone 1.0");
        assertThat(other.getString("address")).isIn("127.0.0.1", "0:0:0:0:0:0:0:1", "::1");
        assertThat(other.getInstant("createdAt")).isBefore(Instant.now());
        assertThat(other.getInstant("expiresAt")).isAfter(Instant.now().plus(Duration.ofDays(6)));
    }

    @Test
    void oneSessionIsEndedAndTheOthersGoOn() {
        var phone = elsewhere();
        var tablet = elsewhere();
        var id = current(phone).getString("id");

        var ended = person.call("DELETE", MINE + "/" + id, "");

        assertThat(ended.statusCode()).as(ended.body()).isEqualTo(200);
        assertThat(BrowserUser.setCookie(ended)).isEmpty();
        assertFailure(phone.get("/users/@me"), 401, "UNAUTHORIZED");
        assertThat(tablet.get("/users/@me").statusCode()).isEqualTo(200);
        assertFailure(person.call("DELETE", MINE + "/" + id, ""), 404, "RESOURCE_NOT_FOUND");
    }

    @Test
    void allOtherSessionsAreEndedAtOnce() {
        var phone = elsewhere();
        var tablet = elsewhere();

        var ended = person.call("DELETE", MINE, "");

        assertThat(new JsonObject(ended.body()).getJsonObject("data").getInteger("ended"))
                .isEqualTo(2);
        assertFailure(phone.get("/users/@me"), 401, "UNAUTHORIZED");
        assertFailure(tablet.get("/users/@me"), 401, "UNAUTHORIZED");
        assertThat(sessions(person)).hasSize(1);
    }

    @Test
    void whoEndsTheirOwnSessionIsSignedOut() {
        var ended = person.call("DELETE", MINE + "/" + current(person).getString("id"), "");

        assertThat(BrowserUser.setCookie(ended).orElseThrow()).startsWith("godwit_session=;");
        assertFailure(person.get("/users/@me"), 401, "UNAUTHORIZED");
    }

    @Test
    void anothersSessionIsLikeOneThatIsNot() {
        var stranger = BrowserUser.signedUp(server, "x" + person.email());
        var id = current(stranger).getString("id");

        assertFailure(person.call("DELETE", MINE + "/" + id, ""), 404, "RESOURCE_NOT_FOUND");
        assertFailure(person.call("DELETE", MINE + "/" + UUID.randomUUID(), ""), 404, "RESOURCE_NOT_FOUND");
        assertFailure(person.call("DELETE", MINE + "/nonsense", ""), 404, "RESOURCE_NOT_FOUND");
        assertThat(stranger.get("/users/@me").statusCode()).isEqualTo(200);
        assertThat(sessions(person)).hasSize(1);
    }

    @Test
    void aSessionNobodyUsesEndsAndOneInUseDoesNot() {
        var phone = elsewhere();
        unusedFor("59 minutes");

        assertThat(person.get("/users/@me").statusCode()).isEqualTo(200);
        await().atMost(LONG).until(() -> count("used_at > now() - interval '1 minute'") == 1);
        moveUsesBack("2 minutes");

        assertThat(person.get("/users/@me").statusCode()).isEqualTo(200);
        assertFailure(phone.get("/users/@me"), 401, "UNAUTHORIZED");
        assertThat(sessions(person)).hasSize(1);
    }

    private void unusedFor(String interval) {
        server.database()
                .query("UPDATE sessions SET used_at = now() - ?::interval WHERE user_id = ?::uuid", interval, userId());
    }

    private void moveUsesBack(String interval) {
        server.database()
                .query(
                        "UPDATE sessions SET used_at = used_at - ?::interval WHERE user_id = ?::uuid",
                        interval,
                        userId());
    }

    private long count(String condition) {
        return sessionsWhere(condition);
    }

    private long sessionsWhere(String condition) {
        return ((Number) server.database()
                        .value("SELECT count(*) FROM sessions WHERE user_id = ?::uuid AND " + condition, userId()))
                .longValue();
    }

    private String userId() {
        return String.valueOf(server.database().value("SELECT id FROM users WHERE email = ?", person.email()));
    }

    private void signedInLongAgo() {
        server.database()
                .query(
                        "UPDATE sessions SET created_at = now() - interval '20 minutes' WHERE user_id = ?::uuid",
                        userId());
    }

    @Test
    void aCookieAloneDeletesNoAccountLongAfterTheSignIn() {
        signedInLongAgo();

        assertFailure(person.call("DELETE", "/users/@me", ""), 403, "FORBIDDEN");

        assertThat(person.get("/users/@me").statusCode()).isEqualTo(200);
        assertThat(person.signIn().body()).contains("\"success\":true");
        assertThat(person.call("DELETE", "/users/@me", "").statusCode()).isEqualTo(200);
        assertThat(person.signIn().body()).contains("\"success\":false");
    }

    /** The next user would be the operator where none is named: a tenant of whom nobody thought. */
    @Test
    void theFirstUserStaysWhereNoOperatorIsNamed() {
        try (var empty = TestServer.start(Map.of("GODWIT_DEMO_ENABLED", "false"))) {
            var first = BrowserUser.signedUp(empty, "first@example.com");
            var next = BrowserUser.signedUp(empty, "next@example.com");

            assertFailure(first.call("DELETE", "/users/@me", ""), 400, "BAD_REQUEST");

            assertThat(next.get("/system").statusCode()).isEqualTo(403);
            assertThat(next.call("DELETE", "/users/@me", "").statusCode()).isEqualTo(200);
            assertThat(first.call("DELETE", "/users/@me", "").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void thePasswordDeletesTheAccountWheneverOneSignedIn() {
        signedInLongAgo();

        var wrong = new JsonObject().put("password", "not the password").encode();
        assertFailure(person.call("DELETE", "/users/@me", wrong), 400, "BAD_REQUEST");
        var right = new JsonObject().put("password", person.password()).encode();

        assertThat(person.call("DELETE", "/users/@me", right).statusCode()).isEqualTo(200);
        assertFailure(person.get("/users/@me"), 401, "UNAUTHORIZED");
    }
}
