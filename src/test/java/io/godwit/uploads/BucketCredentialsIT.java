package io.godwit.uploads;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.ApiClient;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.net.ObjectStore;
import io.godwit.kit.net.RoleCredentials;
import io.godwit.kit.nodes.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The credentials of a bucket that no setting of Godwit names, from each place where Amazon's clients look for them. */
class BucketCredentialsIT {

    private static final byte[] IMAGE = SampleImages.real("png", 8, 8);

    @TempDir
    private Path directory;

    private ObjectStore store;
    private RoleCredentials role;

    @BeforeEach
    void start() {
        store = ObjectStore.start();
        role = RoleCredentials.start();
    }

    @AfterEach
    void stop() {
        store.close();
        role.close();
    }

    @Test
    void theEnvironmentNamesTheKeys() {
        assertThatAnImageIsStored(
                Map.of("AWS_ACCESS_KEY_ID", ObjectStore.ACCESS_KEY, "AWS_SECRET_ACCESS_KEY", ObjectStore.SECRET_KEY));

        assertThat(store.sessionTokens()).isEmpty();
        assertThat(role.asked()).isEmpty();
    }

    @Test
    void aProfileOfTheSharedFileNamesTheKeys() throws IOException {
        Files.writeString(directory.resolve("credentials"), """
                [default]
                aws_access_key_id = AKIDOTHER
                aws_secret_access_key = other
                [mail]
                aws_access_key_id = %s
                aws_secret_access_key = %s
                aws_session_token = %s
                """.formatted(
                        ObjectStore.ACCESS_KEY, ObjectStore.SECRET_KEY, RoleCredentials.SESSION));

        assertThatAnImageIsStored(Map.of("AWS_PROFILE", "mail"));

        assertThat(store.sessionTokens()).contains(RoleCredentials.SESSION);
    }

    @Test
    void aContainerAsksTheAddressInItsEnvironment() {
        assertThatAnImageIsStored(Map.of(
                "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                role.url() + RoleCredentials.CONTAINER,
                "AWS_CONTAINER_AUTHORIZATION_TOKEN",
                RoleCredentials.TOKEN));

        assertThat(store.sessionTokens()).contains(RoleCredentials.SESSION);
        assertThat(role.asked()).containsOnly("GET " + RoleCredentials.CONTAINER);
    }

    @Test
    void aMachineAsksItsMetadataService() {
        assertThatAnImageIsStored(
                Map.of("AWS_EC2_METADATA_DISABLED", "false", "AWS_EC2_METADATA_SERVICE_ENDPOINT", role.url()));

        assertThat(store.sessionTokens()).contains(RoleCredentials.SESSION);
        assertThat(role.asked()).contains("PUT /latest/api/token");
    }

    @Test
    void withoutAnyTheImageIsRefusedAndTheLogSaysWhy() {
        try (var server = JarServer.startUnpacked(settings(Map.of()))) {
            var answer = upload(server);

            assertThat(answer.status()).isEqualTo(503);
            assertThat(store.objects()).isEmpty();
            assertThat(server.output()).contains("Unable to load credentials");
        }
    }

    private void assertThatAnImageIsStored(Map<String, String> credentials) {
        try (var server = JarServer.startUnpacked(settings(credentials))) {
            var answer = upload(server);

            assertThat(answer.status()).as(answer.text() + server.output()).isEqualTo(200);
            assertThat(store.objects())
                    .containsOnlyKeys("/images/" + answer.body().getString("key"));
            assertThat(store.unsigned()).isEmpty();
            assertThat(server.output()).doesNotContain(ObjectStore.SECRET_KEY, RoleCredentials.SESSION);
        }
    }

    private static ApiClient.Response upload(JarServer server) {
        var file = new ApiClient.File("image", "logo.png", "image/png", IMAGE);
        return server.api().upload("/uploads/image", server.demo().getString("secretKey"), file, Map.of());
    }

    /** Neither this machine's own files nor a metadata service, unless the test names them. */
    private Map<String, String> settings(Map<String, String> credentials) {
        return NodeSettings.all(
                store.bucket(),
                Map.of(
                        "AWS_SHARED_CREDENTIALS_FILE",
                        directory.resolve("credentials").toString(),
                        "AWS_CONFIG_FILE",
                        directory.resolve("config").toString(),
                        "AWS_EC2_METADATA_DISABLED",
                        "true",
                        "JAVA_TOOL_OPTIONS",
                        GodwitJar.shortLived()),
                credentials);
    }
}
