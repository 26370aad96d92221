package io.godwit.web.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.core.StartupException;
import io.godwit.web.ConnectionSettings;
import io.godwit.web.HttpSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ListeningPortTest {

    @Test
    void aPortThatIsTakenIsToldBeforeAnythingIsStarted() throws IOException {
        try (var portInUse = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> ListeningPort.requireFree(on(portInUse.getLocalPort())))
                    .isInstanceOf(StartupException.class)
                    .hasMessageContaining("127.0.0.1:" + portInUse.getLocalPort())
                    .hasMessageContaining("GODWIT_HTTP_PORT");
        }
        assertThatCode(() -> ListeningPort.requireFree(on(0))).doesNotThrowAnyException();
    }

    private static HttpSettings on(int port) {
        return new HttpSettings(
                "127.0.0.1",
                port,
                "http://localhost",
                Optional.empty(),
                List.of(),
                0,
                0,
                0,
                0,
                1 << 20,
                Duration.ZERO,
                ConnectionSettings.UNLIMITED,
                Optional.empty());
    }
}
