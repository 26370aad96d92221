package io.godwit.workflows.editor;

import static io.godwit.kit.workflows.WorkflowApi.json;
import static io.godwit.kit.workflows.WorkflowApi.mistakes;
import static io.godwit.kit.workflows.WorkflowApi.object;
import static io.godwit.kit.workflows.WorkflowApi.step;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Crypto;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The secrets in the config of a webhook step: shown to nobody, and kept for their host. */
@GodwitServer
class StepSecretsTest {

    private static TestServer server;
    private static WorkflowApi calls;

    @BeforeAll
    static void start() {
        calls = new WorkflowApi(server, 0);
    }

    @Test
    void secretsAreShownToNobodyAndKeptWhenTheirMasksComeBack() {
        var id = calls.workflow();
        var secret = object(
                "url",
                "https://hooks.example.com/in?key=s3cret&v=2",
                "headers",
                object("Authorization", "Bearer s3cret", "Content-Type", "application/json"));
        var step = calls.added(id, "WEBHOOK", secret);
        var path = "/workflows/" + id + "/steps/" + step;

        var shown = calls.whole(id);
        var config = shown.getJsonArray("steps").getJsonObject(1).getJsonObject("config");
        var kept = calls.patch(path, object("config", config.copy().put("method", "PUT")));

        assertThat(shown.encode()).doesNotContain("s3cret");
        assertThat(config.getJsonObject("headers").getString("Content-Type")).isEqualTo("application/json");
        assertThat(kept.body()).doesNotContain("s3cret");
        assertThat(stored(step)).isEqualTo(secret.put("method", "PUT"));
    }

    @Test
    void secretsDoNotGoToAnotherHostByTheirMasks() {
        var id = calls.workflow();
        var step = calls.added(
                id,
                "WEBHOOK",
                object("url", "https://hooks.example.com/in?key=s3cret", "headers", object("X-Token", "s3cret")));
        var path = "/workflows/" + id + "/steps/" + step;

        var elsewhere = object("url", "https://evil.example.com/in?key=***", "headers", object("X-Token", "***"));
        var unknown = object("url", "https://hooks.example.com/in", "headers", object("X-Other", "***"));
        var moved = object("url", "https://hooks.example.com/out", "headers", object("x-token", "***"));

        assertThat(mistakes(calls.patch(path, object("config", elsewhere))))
                .containsExactly("config.url", "config.headers.X-Token");
        assertThat(mistakes(calls.patch(path, object("config", unknown)))).containsExactly("config.headers.X-Other");
        assertThat(mistakes(calls.post("/workflows/" + id + "/steps", step("WEBHOOK", moved))))
                .containsExactly("config.headers.x-token");
        json(calls.patch(path, object("config", moved)), 200);
        assertThat(stored(step).getJsonObject("headers")).isEqualTo(object("x-token", "s3cret"));
    }

    @Test
    void aHostThatIsAPlaceholderIsAnotherWhereItsFallbackIs() {
        var id = calls.workflow();
        var url = "https://{{#if near}}near{{/if}}.{{host ?? 'good'}}.example.com/in";
        var config = object("url", url, "headers", object("X-Token", "s3cret"));
        var path = "/workflows/" + id + "/steps/" + calls.added(id, "WEBHOOK", config);

        var shown = calls.whole(id).getJsonArray("steps").getJsonObject(1).getJsonObject("config");
        var elsewhere = shown.copy().put("url", url.replace("good", "evil"));

        json(calls.patch(path, object("config", shown.copy().put("url", url.replace("/in", "/out")))), 200);
        assertThat(mistakes(calls.patch(path, object("config", elsewhere)))).containsExactly("config.headers.X-Token");
    }

    /** The config of a WEBHOOK step, opened with the keys of test servers. */
    private static JsonObject stored(String step) {
        var sealed = (String)
                server.database().value("SELECT config ->> 'sealed' FROM workflow_steps WHERE id = ?::uuid", step);
        var place = "workflow_steps " + server.projectId(0);
        var plain = Crypto.of(key(0x11), key(0x22)).decrypt(Base64.getDecoder().decode(sealed), place.getBytes(UTF_8));
        return new JsonObject(new String(plain, UTF_8));
    }

    private static byte[] key(int octet) {
        var key = new byte[Crypto.KEY_BYTES];
        Arrays.fill(key, (byte) octet);
        return key;
    }
}
