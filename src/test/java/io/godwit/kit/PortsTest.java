package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PortsTest {

    @Test
    void noPortIsGivenTwiceInOneProcess() {
        assertThat(IntStream.range(0, 300).map(one -> Ports.free()).boxed()).doesNotHaveDuplicates();
    }

    @Test
    void aPortStaysReservedBeforeAnotherProcess() throws Exception {
        var port = Ports.free();

        var other = Jar.run(
                new ProcessBuilder(
                        Jar.java().toString(),
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
            System.out.println(Ports.reserve(Integer.parseInt(arguments[0])) ? "free" : "reserved");
        }
    }
}
