package io.godwit.kit.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitJar;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FreePortsTest {

    @Test
    void noPortIsGivenTwiceInOneProcess() {
        assertThat(IntStream.range(0, 300).map(ignored -> FreePorts.free()).boxed())
                .doesNotHaveDuplicates();
    }

    @Test
    void aPortStaysReservedBeforeAnotherProcess() throws Exception {
        var port = FreePorts.free();

        var other = GodwitJar.run(
                new ProcessBuilder(
                        GodwitJar.java().toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherProcess.class.getName(),
                        String.valueOf(port)),
                30);

        assertThat(other.output().strip()).isEqualTo("reserved");
    }

    /** Tries to reserve one port, as another clone's tests would. */
    static final class OtherProcess {

        private OtherProcess() {}

        public static void main(String... arguments) {
            System.out.println(FreePorts.reserve(Integer.parseInt(arguments[0])) ? "free" : "reserved");
        }
    }
}
