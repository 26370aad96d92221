package io.godwit.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.core.StartupException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Tests the sentences an operator reads when the keys of the data directory cannot be used. */
class CryptoKeysTest {

    @TempDir
    private Path directory;

    @Test
    void aDataDirectoryBelowAFileIsToldWithItsPathAndTheCure() throws IOException {
        var file = Files.writeString(directory.resolve("file"), "no directory");

        assertThatThrownBy(() -> keys(file.resolve("data")).open())
                .isInstanceOf(StartupException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("cannot be read or written")
                .hasMessageContaining("GODWIT_DATA_DIR");
    }

    /** In a process of its own, because root may write everywhere. */
    @Test
    void aDataDirectoryThatMayNotBeWrittenIsToldWithTheUserAndTheCure(@TempDir Path libraries) throws Exception {
        var library = Path.of(LoggerFactory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Files.copy(library, libraries.resolve("library.jar"));
        Files.setPosixFilePermissions(libraries, PosixFilePermissions.fromString("r-xr-xr-x"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
        var command = new ArrayList<String>();
        if (Files.isWritable(directory)) {
            command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                "target/classes:target/test-classes:" + libraries.resolve("library.jar"),
                Opening.class.getName(),
                directory.toString()));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();

        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        Assumptions.assumeFalse(said.startsWith("setpriv:"), "Others may not run this Java");
        assertThat(said)
                .contains(directory.toString(), "may not be read or written by the user ", "permission denied", "chown")
                .contains("GODWIT_DATA_DIR")
                .doesNotContain("Exception");
    }

    /** Prints the sentence of keys that cannot be opened. */
    static final class Opening {

        private Opening() {}

        public static void main(String[] arguments) {
            try {
                keys(Path.of(arguments[0])).open();
            } catch (StartupException refused) {
                System.out.println(refused.getMessage());
            }
        }
    }

    @Test
    void theKeysOfTheFirstStartAreThoseOfTheNext() {
        var first = keys(directory).open();

        var sealed = first.encrypt(bytes("text"), bytes("context"));

        assertThat(keys(directory).open().decrypt(sealed, bytes("context"))).isEqualTo(bytes("text"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static CryptoKeys keys(Path directory) {
        return new CryptoKeys(Optional.empty(), Optional.empty(), directory, true);
    }
}
