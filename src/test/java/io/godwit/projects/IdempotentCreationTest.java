package io.godwit.projects;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Projects and keys that are made once, however often the request comes; their answers hold keys. */
@GodwitServer
class IdempotentCreationTest {

    private static TestServer server;
    private static BrowserUser owner;

    @BeforeAll
    static void start() {
        owner = BrowserUser.signedUp(server, "founder@example.com");
    }

    @Test
    void aRepeatedProjectIsMadeOnce() {
        var before = projects();

        var first = make("Shop", "project-1");
        var second = make("Shop", "project-1");
        var other = make("Another", "project-1");
        var without = make("Shop", "project-2");

        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertRepeated(first, second);
        assertThat(new JsonObject(first.body()).getString("secret")).startsWith("sk_");
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(new JsonObject(without.body()).getString("id"))
                .isNotEqualTo(new JsonObject(first.body()).getString("id"));
        assertThat(projects()).isEqualTo(before + 2);
    }

    private static long projects() {
        return server.database()
                .count("SELECT count(*) FROM memberships m JOIN users u ON u.id = m.user_id"
                        + " WHERE u.email = 'founder@example.com'");
    }

    @Test
    void aRepeatedKeyIsMadeOnce() {
        var first = cut("key-1", "Till");
        var second = cut("key-1", "Till");
        var other = cut("key-1", "Shop");

        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertRepeated(first, second);
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(server.database().count("SELECT count(*) FROM api_keys WHERE label = 'Till'"))
                .isEqualTo(1);
        var key = new JsonObject(first.body()).getJsonObject("data").getString("key");
        assertThat(server.get("/contacts", key).statusCode()).isEqualTo(200);
    }

    /** A reader of the database does not find a key in it. */
    @Test
    void whatIsKeptOfAnAnswerHoldsNoKeyInClear() {
        make("Sealed", "project-3");
        cut("key-2", "Sealed");

        var kept = server.database().query("SELECT answer FROM idempotency_keys WHERE key IN ('project-3', 'key-2')");

        assertThat(kept).hasSize(2).allSatisfy(row -> assertThat(readable((byte[]) row.get("answer")))
                .doesNotContain("sk_", "pk_", "Sealed"));
    }

    /** As it is, and inflated where that works. */
    private static String readable(byte[] bytes) {
        try (var inflater = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
            return new String(inflater.readAllBytes(), ISO_8859_1);
        } catch (java.util.zip.ZipException sealed) {
            return new String(bytes, ISO_8859_1);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void assertRepeated(HttpResponse<String> first, HttpResponse<String> second) {
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers().firstValue("Idempotent-Replay")).contains("true");
        assertThat(first.headers().firstValue("Idempotent-Replay")).isEmpty();
    }

    private static HttpResponse<String> make(String name, String key) {
        return owner.call(
                "POST",
                "/users/@me/projects",
                new JsonObject().put("name", name).encode(),
                "Idempotency-Key",
                key);
    }

    private static HttpResponse<String> cut(String key, String label) {
        return server.call(
                "POST",
                "/projects/" + server.projectId(0) + "/keys",
                server.secretKey(0),
                new JsonObject().put("label", label).encode(),
                "Idempotency-Key",
                key);
    }
}
