package io.godwit.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The routes a receiver's owner gets the secret from. */
@GodwitServer
class WebhookSecretTest {

    private static TestServer server;

    @Test
    void everyProjectHasASecretOfItsOwnThatStays() {
        var mine = secret(0);

        assertThat(mine.getString("secret")).matches("whsec_[A-Za-z0-9+/]{43}=");
        assertThat(mine.getString("previousValidUntil")).isNull();
        assertThat(secret(0)).isEqualTo(mine);
        assertThat(secret(1).getString("secret")).isNotEqualTo(mine.getString("secret"));
    }

    @Test
    void aRotationMakesANewOneAndSaysHowLongTheOldOneIsGood() {
        var before = secret(1).getString("secret");

        var rotated = data(
                server.post("/webhooks/secret/rotate", server.secretKey(1), "").body());

        assertThat(rotated.getString("secret"))
                .isNotEqualTo(before)
                .isEqualTo(secret(1).getString("secret"));
        assertThat(Duration.between(Instant.now(), Instant.parse(rotated.getString("previousValidUntil"))))
                .isBetween(Duration.ofHours(23), Duration.ofHours(24));
    }

    @Test
    void aRotationIsInTheAuditLogWithWhoDidItAndWithoutTheSecret() {
        var rotated = data(
                server.post("/webhooks/secret/rotate", server.secretKey(1), "").body());

        var log = server.get(
                "/projects/" + server.projectId(1) + "/audit?action=webhook.secret.rotated", server.secretKey(1));

        var entry = new JsonObject(log.body()).getJsonArray("data").getJsonObject(0);
        assertThat(entry.getString("caller")).isEqualTo("SECRET_KEY");
        assertThat(log.body()).doesNotContain(rotated.getString("secret"));
    }

    private static JsonObject secret(int project) {
        return data(server.get("/webhooks/secret", server.secretKey(project)).body());
    }

    private static JsonObject data(String body) {
        return new JsonObject(body).getJsonObject("data");
    }
}
