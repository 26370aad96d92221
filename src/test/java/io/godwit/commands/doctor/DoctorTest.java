package io.godwit.commands.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.config.SettingsReport;
import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.State;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {

    @TempDir
    private Path folder;

    @Test
    void whatDoesNotAnswerIsAFailureAndTheOtherChecksGoOn() throws IOException {
        var vertx = Vertx.vertx();
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var url = "postgresql://godwit:guess@127.0.0.1:" + silent.getLocalPort() + "/godwit";
            var environment = Map.of(
                    "GODWIT_DATA_DIR", folder.toString(), "GODWIT_DATABASE_URL", url, "GODWIT_HTTP_PORT", "none");
            var report = SettingsReport.read(environment);

            var results = new Doctor(vertx, report, Machine.current(), Duration.ofSeconds(3))
                    .run(List.of("data-directory", "database", "ports"))
                    .await();

            assertThat(results).extracting(CheckResult::name).containsExactly("data-directory", "database", "ports");
            assertThat(results.get(0).state()).isEqualTo(State.OK);
            assertThat(results.get(1).state()).isEqualTo(State.FAILED);
            assertThat(results.get(1).finding()).startsWith("There is no answer within 3 s");
            assertThat(results.get(2).state()).isEqualTo(State.UNKNOWN);
            vertx.close().await();
        }
    }
}
