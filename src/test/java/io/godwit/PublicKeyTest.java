package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a holder of a public key, which is anybody, can find out. */
class PublicKeyTest {

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aPublicKeyIsToldAPseudonymOfKnownAndUnknownContactsAlike() {
        var known = contact(track(server.secretKey(0), "known@example.com"));

        var first = contact(track(server.publicKey(0), "known@example.com"));
        var again = contact(track(server.publicKey(0), "known@example.com"));
        var unknown = contact(track(server.publicKey(0), "unknown@example.com"));
        var elsewhere = contact(track(server.publicKey(1), "known@example.com"));

        assertThat(first).isEqualTo(again).isNotIn(known, unknown, elsewhere);
        for (var pseudonym : new String[] {first, unknown}) {
            assertThat(UUID.fromString(pseudonym).version()).isEqualTo(8);
            assertThat(server.get("/contacts/" + pseudonym, server.secretKey(0)).statusCode())
                    .isEqualTo(404);
        }
        assertThat(contact(track(server.secretKey(0), "known@example.com"))).isEqualTo(known);
    }

    @Test
    void aPublicKeyBringsAtMostEightKilobytesAndFiftyKeys() {
        var keys = new JsonObject();
        IntStream.range(0, 50).forEach(n -> keys.put("key" + n, n));
        var large = new JsonObject().put("text", "x".repeat(8 * 1024));
        var fits = new JsonObject().put("text", "x".repeat(8 * 1024 - 11));

        assertThat(track(server.publicKey(0), "a@example.com", keys).statusCode())
                .isEqualTo(200);
        assertThat(track(server.publicKey(0), "a@example.com", fits).statusCode())
                .isEqualTo(200);
        assertThat(track(server.publicKey(0), "a@example.com", keys.copy().put("more", 1))
                        .statusCode())
                .isEqualTo(422);
        assertThat(track(server.publicKey(0), "a@example.com", large).statusCode())
                .isEqualTo(422);
        assertThat(track(server.secretKey(0), "a@example.com", large).statusCode())
                .isEqualTo(200);
    }

    @Test
    void whatAPublicKeyWroteMakesWayForWhatTheProjectWrites() {
        var plan = new JsonObject().put("plan", "gold").put("city", "Berlin");
        assertThat(track(server.secretKey(0), "full@example.com", plan).statusCode())
                .isEqualTo(200);
        for (var n = 0; n < 8; n++) {
            var filler = new JsonObject().put("filler" + n, "x".repeat(8_000)).put("city", "Berlin");
            assertThat(track(server.publicKey(0), "full@example.com", filler).statusCode())
                    .isEqualTo(200);
        }

        var answer = track(server.secretKey(0), "full@example.com", new JsonObject().put("text", "y".repeat(10_000)));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var fields = new JsonObject(server.get("/contacts/" + contact(answer), server.secretKey(0))
                        .body())
                .getJsonObject("data")
                .fieldNames();
        assertThat(fields).containsExactlyInAnyOrder("plan", "city", "text");
    }

    @Test
    void whatTheProjectWroteItselfMakesWayForNothing() {
        var half = "x".repeat(40_000);
        assertThat(track(server.secretKey(0), "own@example.com", new JsonObject().put("one", half))
                        .statusCode())
                .isEqualTo(200);
        track(server.publicKey(0), "own@example.com", new JsonObject().put("two", "y"));

        assertThat(track(server.secretKey(0), "own@example.com", new JsonObject().put("three", half))
                        .statusCode())
                .isEqualTo(422);
    }

    private static String contact(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body()).getJsonObject("data").getString("contact");
    }

    private static HttpResponse<String> track(String key, String email) {
        return track(key, email, new JsonObject());
    }

    private static HttpResponse<String> track(String key, String email, JsonObject data) {
        return server.post(
                "/v1/track",
                key,
                new JsonObject().put("email", email).put("event", "seen").put("data", data));
    }
}
