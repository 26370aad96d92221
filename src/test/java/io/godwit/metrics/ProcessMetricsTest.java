package io.godwit.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import org.junit.jupiter.api.Test;

@GodwitServer
class ProcessMetricsTest {

    @Test
    void theMetricsTellOfTheProcessAndItsJvm(TestServer server) {
        var metrics = server.get("/metrics", "").body();

        assertThat(metrics)
                .contains(
                        "\nprocess_cpu_usage ",
                        "\nprocess_files_open_files ",
                        "\nprocess_uptime_seconds ",
                        "\njvm_memory_used_bytes{",
                        "\njvm_threads_live_threads ",
                        "\njvm_gc_memory_allocated_bytes_total ",
                        "\njvm_classes_loaded_classes ");
    }
}
