package io.godwit.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.godwit.core.SettingsException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The address on which a node takes the connections of members. */
final class ClusterAddressTest {

    private static Settings read(Map<String, String> environment) {
        return Settings.read(environment);
    }

    @Test
    void noPortIsOpenedToMembersUnlessAClusterIsWantedAndThenToThisMachineAlone() {
        var alone = read(Map.of()).cluster();
        var wanted = read(Map.of("GODWIT_CLUSTER_ENABLED", "true")).cluster();

        assertThat(alone.enabled()).isFalse();
        assertThat(wanted.enabled()).isTrue();
        assertThat(wanted.host()).isEqualTo("127.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"203.0.113.7", "0.0.0.0", "::", "node.example.com"})
    void aNodeThatOtherMachinesReachNeedsAKeyTheyShare(String host) {
        var reached = Map.of("GODWIT_CLUSTER_ENABLED", "true", "GODWIT_CLUSTER_HOST", host);

        assertThat(catchThrowable(() -> read(reached)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("cluster.host (GODWIT_CLUSTER_HOST)")
                .hasMessageContaining("GODWIT_SECRETS_SIGNING_KEY");
    }

    @Test
    void withThatKeyItIsTaken() {
        var reached = Map.of(
                "GODWIT_CLUSTER_ENABLED",
                "true",
                "GODWIT_CLUSTER_HOST",
                "203.0.113.7",
                "GODWIT_SECRETS_SIGNING_KEY",
                "11".repeat(32),
                "GODWIT_SECRETS_ENCRYPTION_KEY",
                "22".repeat(32));

        assertThat(read(reached).cluster().host()).isEqualTo("203.0.113.7");
    }
}
