package io.godwit;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks on a whole node that no single package can answer: keys, the limit, tracking. */
@GodwitServer
class NodeAttackTest {

    private static final int NEW_CONTACTS = 5;

    private static TestServer server;

    @Test
    void aKeyThatIsNotInItsHeaderIsNoKey() {
        var key = server.secretKey(0);
        var body = new JsonObject()
                .put("to", "ada@example.com")
                .put("key", key)
                .put("apiKey", key)
                .put("authorization", "Bearer " + key);

        for (var answer : List.of(
                server.post("/v1/send?key=" + key + "&api_key=" + key + "&access_token=" + key, "", body),
                server.call("POST", "/v1/send", "", body.encode(), "Cookie", "godwit_session=" + key + "; key=" + key),
                server.call(
                        "POST",
                        "/v1/send",
                        "",
                        body.encode(),
                        "X-Api-Key",
                        key,
                        "Proxy-Authorization",
                        "Bearer " + key),
                server.call("POST", "/v1/send", "", body.encode(), "Authorization", "Basic " + key))) {
            assertFailure(answer, 401, "MISSING_AUTH");
        }
    }

    @Test
    void ofRotationsAtOnceExactlyOnePairLives() {
        var old = server.secretKey(1);
        var path = "/users/@me/projects/" + server.projectId(1) + "/regenerate-keys";

        var answers = IntStream.range(0, 8)
                .mapToObj(ignored -> CompletableFuture.supplyAsync(() -> server.post(path, old, new JsonObject())))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();

        assertThat(answers)
                .extracting(HttpResponse::statusCode)
                .containsOnly(200, 401)
                .containsOnlyOnce(200);
        var fresh = answers.stream()
                .filter(answer -> answer.statusCode() == 200)
                .findFirst()
                .orElseThrow();
        var keys = new JsonObject(fresh.body());
        assertThat(server.get("/emails", keys.getString("secret")).statusCode()).isEqualTo(200);
        assertThat(track(keys.getString("public"), "ada@example.com", "seen").statusCode())
                .isEqualTo(200);
        assertFailure(server.get("/emails", old), 401, "INVALID_API_KEY");
        assertThat(server.database()
                        .count("SELECT count(*) FROM api_keys WHERE project_id = ?::uuid", server.projectId(1)))
                .isEqualTo(2);
    }

    @Test
    void theRequestBehindTheLastOfAMinuteIsRefused() {
        try (var limited = TestServer.start(Map.of("GODWIT_RATE_LIMIT_PER_MINUTE", "200"))) {
            var admitted = IntStream.range(0, 200)
                    .mapToObj(ignored -> limited.get("/emails?limit=1", limited.secretKey(0)))
                    .toList();

            var refused = limited.get("/emails?limit=1", limited.secretKey(0));

            assertThat(admitted).extracting(HttpResponse::statusCode).containsOnly(200);
            assertThat(admitted.get(199).headers().firstValue("RateLimit-Remaining"))
                    .contains("0");
            assertFailure(refused, 429, "RATE_LIMIT_EXCEEDED");
            assertThat(refused.headers().firstValueAsLong("Retry-After").orElse(0))
                    .isBetween(1L, 60L);
            assertThat(limited.get("/emails", limited.secretKey(1)).statusCode())
                    .isEqualTo(200);
            assertThat(limited.get("/health", "").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "email.sent",
                "email.opened",
                "email.anything",
                "contact.subscribed",
                "contact.unsubscribed",
                "segment.vip.entry",
                "segment.vip.exit"
            })
    void anEventOfOursCannotBeTracked(String name) {
        for (var key : List.of(server.secretKey(0), server.publicKey(0))) {
            var answer = track(key, "reserved@example.com", name);

            assertFailure(answer, 422, "VALIDATION_ERROR");
            assertThat(answer.body()).contains("\"field\":\"event\"", "reserved_event");
        }
        assertThat(events(name)).isZero();
    }

    /** Names are text, kept as they come. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "emails.sent",
                "Email.Sent",
                "contact.created",
                "segment.viewed",
                "%",
                "_",
                "'; DROP TABLE events; --",
                "../../etc/passwd",
                "a/b",
                "a%2Fb",
                "Signed up",
                " padded ",
                "Größe \uD83D\uDC26",
                "{{name}}",
                "${7*7}"
            })
    void anyOtherNameIsKeptAsItIs(String name) {
        var answer = track(server.secretKey(0), "names@example.com", name);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(events(name)).isEqualTo(1);
    }

    @Test
    void aNameHasOneToTwoHundredCharactersAndNoControls() {
        assertThat(track(server.secretKey(0), "names@example.com", "n".repeat(200))
                        .statusCode())
                .isEqualTo(200);
        for (var name :
                List.of("", "n".repeat(201), "n".repeat(300), "a\nb", "a\u0000b", "a\u007fb", "a\u0085b", "\t")) {
            assertFailure(track(server.secretKey(0), "names@example.com", name), 422, "VALIDATION_ERROR");
        }
    }

    @Test
    void aPublicKeyLearnsNothingOfAContact() {
        var known = "known@example.com";
        var data = new JsonObject().put("plan", "secret-plan").put("subscribed", true);
        server.post("/v1/track", server.secretKey(0), body(known, "bought").put("data", data));

        var ofKnown = server.post(
                "/v1/track", server.publicKey(0), body(known, "seen").put("subscribed", false));
        var ofNew = server.post("/v1/track", server.publicKey(0), body("unknown@example.com", "seen"));

        assertThat(ofKnown.statusCode()).isEqualTo(ofNew.statusCode()).isEqualTo(200);
        assertThat(shape(ofKnown)).isEqualTo(shape(ofNew)).doesNotContain("data.isNew", "plan");
        assertThat(ofKnown.body()).doesNotContain("secret-plan", known);
        assertThat(headers(ofKnown)).isEqualTo(headers(ofNew));
        assertThat(server.database().value("SELECT subscribed FROM contacts WHERE email = ?", known))
                .isEqualTo(true);
    }

    @Test
    void aFloodOfContactsFromOneAddressIsStoppedWhetherTheyAreKnownOrNotAndTheSecretKeyGoesOn() {
        try (var flooded = TestServer.start(Map.of("GODWIT_RATE_LIMIT_CONTACTS", String.valueOf(NEW_CONTACTS)))) {
            flooded.post("/v1/track", flooded.secretKey(0), body("known@example.com", "seen"));

            var answers = IntStream.range(0, 3 * NEW_CONTACTS)
                    .mapToObj(number -> flooded.post(
                            "/v1/track", flooded.publicKey(0), body("new" + number + "@example.com", "seen")))
                    .toList();

            assertThat(answers.stream().filter(answer -> answer.statusCode() == 200))
                    .hasSize(NEW_CONTACTS);
            assertFailure(answers.get(answers.size() - 1), 429, "RATE_LIMIT_EXCEEDED");
            assertThat(answers.get(answers.size() - 1)
                            .headers()
                            .firstValueAsLong("Retry-After")
                            .orElse(0))
                    .isBetween(1L, 60L);
            assertThat(flooded.post("/v1/track", flooded.publicKey(0), body("known@example.com", "seen"))
                            .statusCode())
                    .isEqualTo(429);
            assertThat(flooded.post("/v1/track", flooded.publicKey(0), body("new0@example.com", "seen"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(flooded.post("/v1/track", flooded.secretKey(0), body("late@example.com", "seen"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(flooded.database().count("SELECT count(*) FROM contacts"))
                    .isEqualTo(NEW_CONTACTS + 2L);
        }
    }

    @Test
    void dataHasItsBounds() {
        var key = server.secretKey(0);
        var many = new JsonObject();
        IntStream.range(0, 5_000).forEach(number -> many.put("k" + number, number));

        assertFailure(data(key, new JsonObject().put("k", "x".repeat(1 << 20))), 413, "PAYLOAD_TOO_LARGE");
        for (var tooMuch : List.of(
                new JsonObject().put("k", "x".repeat(65 << 10)),
                nested(11),
                nested(60),
                many,
                new JsonObject().put("k".repeat(129), 1),
                new JsonObject().put("", 1))) {
            assertFailure(data(key, tooMuch), 422, "VALIDATION_ERROR");
        }
        assertThat(data(key, nested(100)).statusCode()).isIn(400, 422);
        assertThat(data(key, nested(9)).statusCode()).isEqualTo(200);
        assertThat(server.database().count("SELECT count(*) FROM events WHERE name = 'bounds'"))
                .isEqualTo(1);
    }

    private static JsonObject nested(int levels) {
        var inner = new JsonObject().put("end", true);
        for (var level = 1; level < levels; level++) {
            inner = new JsonObject().put("k", inner);
        }
        return inner;
    }

    private static HttpResponse<String> data(String key, JsonObject data) {
        return server.post(
                "/v1/track", key, body("bounds@example.com", "bounds").put("data", data));
    }

    private static HttpResponse<String> track(String key, String email, String event) {
        return server.post("/v1/track", key, body(email, event));
    }

    private static JsonObject body(String email, String event) {
        return new JsonObject().put("email", email).put("event", event);
    }

    private static long events(String name) {
        return server.database().count("SELECT count(*) FROM events WHERE name = ?", name);
    }

    /** The members of an answer, of its data too, without their values. */
    private static Set<String> shape(HttpResponse<String> answer) {
        var body = new JsonObject(answer.body());
        var names = new TreeSet<>(body.fieldNames());
        body.getJsonObject("data").fieldNames().forEach(name -> names.add("data." + name));
        return names;
    }

    private static Set<String> headers(HttpResponse<String> answer) {
        return answer.headers().map().keySet();
    }
}
