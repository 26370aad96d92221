package io.godwit.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@CloseFields
class ConfigRoutesTest {

    /** Of the document: it says what members mean that operators alone are answered. */
    private static final Pattern DESCRIPTION = Pattern.compile("\"description\":\"(?:[^\"\\\\]++|\\\\.)*+\"");

    private static TestServer plain;

    @BeforeAll
    static void start() {
        plain = TestServer.start();
    }

    @Test
    void anybodyMayAskWhatThisDeploymentCanDo() {
        try (var server = TestServer.start(Map.of(
                "GODWIT_UPLOADS_S3_BUCKET", "canary-bucket",
                "GODWIT_UPLOADS_S3_ACCESS_KEY", "canary-access",
                "GODWIT_UPLOADS_S3_SECRET_KEY", "canary-secret",
                "GODWIT_UPLOADS_S3_PUBLIC_URL", "https://cdn.example.org",
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
        var storage = new JsonObject(plain.get("/config", "").body())
                .getJsonObject("features")
                .getJsonObject("storage");

        assertThat(storage.getMap()).containsEntry("s3Enabled", false).containsEntry("provider", "local");
    }

    /** The parts of the server are not public; the document names the members of what operators alone are answered. */
    @Test
    void nobodyIsToldVersionsOrHowTheMachineDoes() {
        for (var path : List.of("/config", "/health", "/health/live", "/health/ready", "/openapi.json", "/nothing")) {
            var answer = plain.get(path, "");

            assertThat(answer.headers().map().keySet())
                    .as(path)
                    .noneMatch(header -> header.matches("(?i)server|x-powered-by|via"));
            assertThat(DESCRIPTION
                            .matcher(answer.body().replaceAll("\"memory(Used|Max)\"", ""))
                            .replaceAll(""))
                    .as(path)
                    .doesNotContainIgnoringCase("vert.x", "netty", "postgres", "heap", "memory", "uptime")
                    .doesNotContain(System.getProperty("java.version"), "11".repeat(8), "22".repeat(8));
        }
        assertThat(new JsonObject(plain.get("/health", "").body()).fieldNames())
                .isSubsetOf("status", "checks", "timestamp", "time", "details");
    }
}
