package io.godwit.modules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import io.godwit.kit.TestServer;
import io.godwit.kit.net.FreePorts;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a node whose member of the cluster has ended under it. */
@Tag("server")
class ClusterReadinessTest {

    @Test
    void aNodeWhoseMemberHasEndedIsNotReady() {
        var others = Hazelcast.getAllHazelcastInstances();
        try (var node = TestServer.start(
                Map.of("GODWIT_CLUSTER_ENABLED", "true", "GODWIT_CLUSTER_PORT", String.valueOf(FreePorts.free())))) {
            assertThat(node.get("/health/ready", "").statusCode()).isEqualTo(200);
            var own = new ArrayList<HazelcastInstance>(Hazelcast.getAllHazelcastInstances());
            own.removeAll(others);

            own.forEach(member -> member.getLifecycleService().terminate());

            assertThat(own).hasSize(1);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> node.get("/health/ready", "").statusCode() == 503);
            var checks = new JsonObject(node.get("/health/ready", "").body()).getJsonObject("checks");
            assertThat(checks.getBoolean("cluster")).isFalse();
            assertThat(checks.getBoolean("database")).isTrue();
        }
    }
}
