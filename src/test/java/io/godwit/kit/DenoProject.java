package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A folder of {@code src/test/clients} with packages of the npm registry, copied below {@code target} and run by the Deno that
 * builds the dashboard. Its lock file fixes every package.
 */
public final class DenoProject {

    private static final Path SOURCES = Path.of("src/test/clients");
    private static final Path COPIES = Path.of("target/clients");
    private static final Path UNPACKED = Path.of("target/deno");
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final Path deno;
    private final Path folder;

    private DenoProject(Path deno, Path folder) {
        this.deno = deno;
        this.folder = folder;
    }

    /** Fetches the packages; skips the test where the build has no Deno. */
    public static DenoProject open(String name) {
        var deno = installed();
        assumeTrue(deno.isPresent(), "There is no Deno: the build skipped the dashboard");
        try {
            var folder = Files.createDirectories(COPIES.resolve(name));
            try (Stream<Path> files = Files.list(SOURCES.resolve(name))) {
                for (var file : files.toList()) {
                    Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            var project = new DenoProject(deno.get().toAbsolutePath(), folder);
            project.run(Map.of(), "install", "--frozen", "--quiet");
            return project;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The one that {@code -Ddeno} names, else the one Maven has unpacked. */
    private static Optional<Path> installed() {
        var given = System.getProperty("deno");
        if (given != null) {
            return Optional.of(Path.of(given));
        }
        if (!Files.isDirectory(UNPACKED)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(UNPACKED)) {
            return files.filter(file -> file.getFileName().toString().matches("deno(\\.exe)?"))
                    .filter(Files::isExecutable)
                    .filter(Files::isRegularFile)
                    .findFirst();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public DenoProject write(String file, String content) {
        try {
            Files.writeString(folder.resolve(file), content);
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Runs one command of Deno and returns what it prints; a command that fails fails the test with all it said. */
    public String run(Map<String, String> environment, String... arguments) {
        try {
            var output = Files.createTempFile(folder, "run-", ".txt");
            var said = folder.resolve("errors.txt");
            var builder = new ProcessBuilder(Stream.concat(Stream.of(deno.toString()), Stream.of(arguments))
                            .toList())
                    .directory(folder.toFile())
                    .redirectOutput(output.toFile())
                    .redirectError(said.toFile());
            // Certificates of this machine count, too: a proxy may sign for itself.
            builder.environment().putIfAbsent("DENO_TLS_CA_STORE", "system,mozilla");
            builder.environment().put("DENO_NO_UPDATE_CHECK", "1");
            builder.environment().put("NO_COLOR", "1");
            builder.environment().putAll(environment);
            var process = builder.start();
            var ended = process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            process.destroyForcibly();
            var text = Files.readString(output);
            assertThat(ended && process.exitValue() == 0)
                    .as("deno %s: %s %s", List.of(arguments), text, Files.readString(said))
                    .isTrue();
            Files.delete(output);
            return text;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
