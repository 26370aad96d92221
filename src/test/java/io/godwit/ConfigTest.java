package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigTest {

    @Test
    void anybodyMayAskWhatThisDeploymentCanDo() {
        try (var server = TestServer.start(Map.of(
                "GODWIT_S3_BUCKET", "canary-bucket",
                "GODWIT_S3_ACCESS_KEY", "canary-access",
                "GODWIT_S3_SECRET_KEY", "canary-secret",
                "GODWIT_S3_PUBLIC_URL", "https://cdn.example.org",
                "GODWIT_METRICS_TOKEN", "canary-token"))) {
            var answer = server.get("/config", "");
            var config = new JsonObject(answer.body());
            var features = config.getJsonObject("features");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(config.fieldNames()).containsExactlyInAnyOrder("environment", "urls", "features", "aws");
            assertThat(config.getJsonObject("urls").getString("api")).isEqualTo(server.baseUrl());
            assertThat(features.getJsonObject("billing").getBoolean("enabled")).isFalse();
            assertThat(features.getJsonObject("storage").getBoolean("s3Enabled"))
                    .isTrue();
            assertThat(features.getJsonObject("authProviders").getMap()).containsEntry("github", false);
            assertThat(features.getJsonObject("smtp").getMap()).containsEntry("domain", null);
            assertThat(answer.body()).doesNotContain("canary", "11".repeat(8), "5432", "0.1.0");
        }
    }

    @Test
    void withoutABucketImagesAreKeptHere() {
        try (var server = TestServer.start()) {
            var storage = new JsonObject(server.get("/config", "").body())
                    .getJsonObject("features")
                    .getJsonObject("storage");

            assertThat(storage.getMap()).containsEntry("s3Enabled", false).containsEntry("provider", "local");
        }
    }
}
