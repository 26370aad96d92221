package io.godwit.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests what a holder of a public key, which is anybody, can find out. */
@GodwitServer
class PublicKeyTest {

    private static TestServer server;

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
        var own = new JsonObject().put("plan", "gold").put("city", "Berlin").put("text", "x".repeat(57_000));
        assertThat(track(server.secretKey(0), "full@example.com", own).statusCode())
                .isEqualTo(200);
        var filler = new JsonObject().put("filler", "x".repeat(7_000)).put("city", "Berlin");
        assertThat(track(server.publicKey(0), "full@example.com", filler).statusCode())
                .isEqualTo(200);

        var answer = track(server.secretKey(0), "full@example.com", new JsonObject().put("more", "y".repeat(3_000)));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(data("full@example.com").fieldNames()).containsExactlyInAnyOrder("plan", "city", "text", "more");
    }

    @Test
    void ofWhatPublicKeysWroteTheNewestEightKilobytesAndFiftyKeysAreKept() {
        for (var n = 0; n < 6; n++) {
            var large = new JsonObject().put("large" + n, "x".repeat(2_500));
            assertThat(track(server.publicKey(0), "a@example.net", large).statusCode())
                    .isEqualTo(200);
        }
        for (var n = 0; n < 60; n++) {
            assertThat(track(server.publicKey(0), "b@example.net", new JsonObject().put("key" + n, n))
                            .statusCode())
                    .isEqualTo(200);
        }

        assertThat(data("a@example.net").fieldNames()).containsExactlyInAnyOrder("large3", "large4", "large5");
        assertThat(data("b@example.net").fieldNames())
                .hasSize(50)
                .contains("key10", "key59")
                .doesNotContain("key9");
    }

    @Test
    void aPublicKeyIsNotToldThatTheProjectsFieldsAreFull() {
        var own = new JsonObject().put("plan", "gold").put("text", "x".repeat(64_000));
        assertThat(track(server.secretKey(0), "large@example.com", own).statusCode())
                .isEqualTo(200);

        var answer = track(server.publicKey(0), "large@example.com", new JsonObject().put("plan", "y".repeat(5_000)));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(data("large@example.com").getString("plan")).isEqualTo("gold");
    }

    @Test
    void whateverPublicKeysWriteASecretKeyMayWriteAllAContactHolds() {
        var full = new JsonObject().put("text", "x".repeat(64 * 1024 - 11));
        for (var n = 0; n < 20; n++) {
            var filler = new JsonObject().put("filler" + n, "x".repeat(8_000)).put("plan", "p" + n);
            assertThat(track(server.publicKey(0), "c@example.net", filler).statusCode())
                    .isEqualTo(200);
        }

        var answer = track(server.secretKey(0), "c@example.net", full);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(data("c@example.net").fieldNames()).containsExactly("text");
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

    private static JsonObject data(String email) {
        var contact = contact(track(server.secretKey(0), email));
        return new JsonObject(
                        server.get("/contacts/" + contact, server.secretKey(0)).body())
                .getJsonObject("data");
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
