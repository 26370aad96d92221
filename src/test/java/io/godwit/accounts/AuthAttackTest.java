package io.godwit.accounts;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Crypto;
import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks on sign-in: forged tokens, timing, floods, odd addresses. */
@GodwitServer({"GODWIT_ACCOUNTS_PASSWORD_MEMORY=8192", "GODWIT_ACCOUNTS_PASSWORD_PASSES=3"})
class AuthAttackTest {

    private static final int CROWD = 50;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Pattern HASHING =
            Pattern.compile("vertx_pool_in_use\\{[^}]*pool_name=\"accounts-passwords\"[^}]*} ([0-9.E]+)");
    private static final Pattern HASHES =
            Pattern.compile("vertx_pool_completed_total\\{[^}]*pool_name=\"accounts-passwords\"[^}]*} ([0-9.E]+)");

    private static TestServer server;

    /** With the very key of the server, so that only what is claimed is wrong. */
    @Test
    void aTokenOfOursIsGoodInItsTimeAndForSessionsOnly() {
        var claims = claims(BrowserUser.demo(server));
        var now = Instant.now().getEpochSecond();

        assertThat(status(claims, "sessions")).isEqualTo(200);
        assertThat(status(claims.copy().put("exp", now - 5), "sessions")).isEqualTo(401);
        assertThat(status(claims.copy().put("nbf", now + 600), "sessions")).isEqualTo(401);
        assertThat(status(claims.copy().put("iss", "other"), "sessions")).isEqualTo(401);
        assertThat(status(without(claims, "iss"), "sessions")).isEqualTo(401);
        assertThat(status(without(claims, "sid"), "sessions")).isEqualTo(401);
        assertThat(status(claims.copy().put("id", RouteCatalog.SOME_ID), "sessions"))
                .isEqualTo(401);
        assertThat(status(claims, "cursors")).isEqualTo(401);
        assertThat(status(claims.copy().put("padding", "x".repeat(5_000)), "sessions"))
                .isEqualTo(401);
    }

    /** The hash is what takes the time, and there is one of it on each of these ways. */
    @Test
    void asMuchIsHashedForAKnownAddressAsForAnUnknownOne() {
        var known = BrowserUser.signedUp(server, "known@example.com");
        var guest = new BrowserUser(server, "guest@example.com", "whatever it is");
        server.database()
                .query("INSERT INTO users (id, email, type) VALUES (gen_random_uuid(), ?, 'OIDC')", guest.email());
        var before = settledHashes();

        var wrong = hashesOf(() -> known.signIn("wrong password"));
        var unknown = hashesOf(() -> new BrowserUser(server, "unknown@example.com", "wrong password").signIn());
        var withoutPassword = hashesOf(guest::signIn);
        var taken = hashesOf(() -> new BrowserUser(server, known.email(), "some password").signUp());
        var free = hashesOf(() -> new BrowserUser(server, "free@example.com", "some password").signUp());

        assertThat(List.of(wrong, unknown, withoutPassword, taken, free)).containsOnly(1L);
        askForReset(known.email());
        askForReset("unknown@example.com");
        assertThat(hashes() - before).isEqualTo(5);
    }

    /** Hashing has its own threads; if it did not, who tracks would wait for all those in front to be hashed. */
    @Test
    void aCrowdThatSignsInKeepsNobodyFromTracking() {
        var body = new JsonObject().put("email", "demo@example.test").put("password", "wrong password");
        var event = new JsonObject().put("email", "ada@example.com").put("event", "seen");
        var before = settledHashes();
        var tracked = 0;

        var crowd = IntStream.range(0, CROWD)
                .mapToObj(ignored -> CompletableFuture.supplyAsync(() -> server.post("/auth/login", "", body)))
                .toList();
        var all = CompletableFuture.allOf(crowd.toArray(CompletableFuture[]::new));
        while (!all.isDone()) {
            assertThat(server.post("/v1/track", server.secretKey(0), event).statusCode())
                    .isEqualTo(200);
            tracked++;
        }

        assertThat(crowd).allMatch(answer -> answer.join().statusCode() == 200);
        assertThat(tracked).isGreaterThan(5);
        await().atMost(TIMEOUT).until(() -> hashes() == before + CROWD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@example.com,b@example.com",
                "a@example.com b@example.com",
                "a@example.com\nBcc: b@example.com",
                "a@example.com\r\nBcc: b@example.com",
                "\"a@example.com\n\"@example.com",
                "Ada <a@example.com>",
                "\u017fam@example.com",
                "\u0130@example.com",
                "\u212ad@example.com",
                "a@[127.0.0.1]",
                "a@localhost"
            })
    void whatIsNotOneAddressIsRefused(String email) {
        for (var path : List.of("/auth/login", "/auth/signup", "/auth/request-password-reset")) {
            var body = new JsonObject().put("email", email).put("password", "some password");
            assertFailure(server.post(path, "", body), 422, "VALIDATION_ERROR");
            var many = new JsonArray().add("a@example.com").add(email);
            assertFailure(server.post(path, "", body.put("email", many)), 422, "VALIDATION_ERROR");
        }
    }

    /** However it is written, the mail goes where the account is. */
    @Test
    void aMailGoesToTheStoredAddressAndNoOther() {
        BrowserUser.signedUp(server, "ada@kelvin.example");
        BrowserUser.signedUp(server, "ada@xn--strae-oqa.example");

        askForReset("ADA@\u212aelvin.example");
        askForReset("ada@stra\u00dfe.example");
        askForReset("ada@kelvin.example.evil.test");

        var letters = new CaughtMessages(server);
        letters.token("ada@kelvin.example", "Choose a new password");
        await().atMost(TIMEOUT).until(() -> server.database().count("SELECT count(*) FROM outbox") == 0);
        var mails =
                new JsonArray(server.get("/dev/mailbox/messages?limit=100", "").body());
        assertThat(mails.stream()
                        .map(JsonObject.class::cast)
                        .filter(mail -> mail.getString("subject").equals("Choose a new password"))
                        .map(mail -> mail.getValue("to").toString())
                        .filter(to -> !to.contains("known@example.com")))
                .isNotEmpty()
                .allMatch(to -> to.contains("ada@kelvin.example") || to.contains("ada@xn--strae-oqa.example"))
                .noneMatch(to -> to.contains("evil"));
    }

    private static void askForReset(String email) {
        var answer = server.post("/auth/request-password-reset", "", new JsonObject().put("email", email));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    /** Returns how many were made for it, the count being written a moment after the answer. */
    private static long hashesOf(Supplier<HttpResponse<String>> call) {
        var before = hashes();
        assertThat(call.get().statusCode()).isEqualTo(200);
        await().atMost(TIMEOUT).until(() -> hashes() > before);
        return hashes() - before;
    }

    /** The hashes once those of earlier calls are counted, too. */
    private static long settledHashes() {
        await().atMost(TIMEOUT).until(() -> metric(HASHING) == 0);
        return hashes();
    }

    private static long hashes() {
        return metric(HASHES);
    }

    private static long metric(Pattern metric) {
        var found = metric.matcher(server.get("/metrics", "").body());
        if (!found.find()) {
            throw new AssertionError("The hashes of passwords are not counted any more");
        }
        return (long) Double.parseDouble(found.group(1));
    }

    private static int status(JsonObject claims, String purpose) {
        var cookie = "godwit_session=" + signed(claims, purpose);
        return server.call("GET", "/users/@me", "", "", "Cookie", cookie).statusCode();
    }

    private static JsonObject claims(BrowserUser person) {
        var payload = person.cookie().split("=", 2)[1].split("\\.", -1)[1];
        return new JsonObject(new String(Base64.getUrlDecoder().decode(payload), StandardCharsets.UTF_8));
    }

    private static JsonObject without(JsonObject claims, String name) {
        var fewer = claims.copy();
        fewer.remove(name);
        return fewer;
    }

    private static String signed(JsonObject claims, String purpose) {
        var hex = HexFormat.of();
        var key = Crypto.of(hex.parseHex("11".repeat(32)), hex.parseHex("22".repeat(32)))
                .sign(purpose, new byte[0]);
        var body = base64("{\"typ\":\"JWT\",\"alg\":\"HS256\"}".getBytes(StandardCharsets.UTF_8)) + "."
                + base64(claims.encode().getBytes(StandardCharsets.UTF_8));
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return body + "." + base64(mac.doFinal(body.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
