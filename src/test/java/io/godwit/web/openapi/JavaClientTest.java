package io.godwit.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Java client made of the document by OpenAPI Generator: it compiles, and it calls the server. Generating and compiling its 300
 * files takes half a minute of CPU; the profile soak fetches the generator and the libraries of the client.
 */
@GodwitServer
@Tag("soak")
class JavaClientTest {

    private static final Path LIBRARIES = Path.of("target/clients/java/lib");
    private static final Path CALLER = Path.of("src/test/clients/java/SendAndList.java");
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private static TestServer server;

    @Test
    void theGeneratedClientCompilesAndSendsAnEmail(@TempDir Path folder) throws Exception {
        assumeTrue(Files.isDirectory(LIBRARIES), "The profile soak fetches the generator");
        var document = Files.writeString(
                folder.resolve("openapi.json"), server.get("/openapi.json", "").body());
        run(
                folder,
                "java",
                "-jar",
                library("openapi-generator-cli").toString(),
                "generate",
                "-i",
                document.toString(),
                "-g",
                "java",
                "-o",
                folder.resolve("client").toString(),
                "--additional-properties=openApiNullable=false,useJakartaEe=true,sourceFolder=src",
                "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false");
        compile(folder);

        var sent = run(
                folder,
                "java",
                "-classpath",
                folder.resolve("classes") + ":" + classPath(),
                "SendAndList",
                server.baseUrl(),
                server.secretKey(0),
                "hello@" + server.domain(0));

        assertThat(server.get("/emails/" + sent.strip(), server.secretKey(0)).body())
                .contains("java@example.com");
    }

    private static void compile(Path folder) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                "javac",
                "-nowarn",
                "-proc:none",
                "-d",
                folder.resolve("classes").toString(),
                "-classpath",
                classPath()));
        command.add(CALLER.toAbsolutePath().toString());
        try (Stream<Path> files = Files.walk(folder.resolve("client/src"))) {
            files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(command::add);
        }
        run(folder, command.toArray(String[]::new));
    }

    private static Path library(String name) throws IOException {
        try (Stream<Path> files = Files.list(LIBRARIES)) {
            return files.filter(file -> file.getFileName().toString().startsWith(name))
                    .findFirst()
                    .orElseThrow()
                    .toAbsolutePath();
        }
    }

    /** Everything but the generator, which carries libraries of its own. */
    private static String classPath() throws IOException {
        try (Stream<Path> files = Files.list(LIBRARIES)) {
            return String.join(
                    ":",
                    files.filter(file -> !file.getFileName().toString().startsWith("openapi-generator"))
                            .map(file -> file.toAbsolutePath().toString())
                            .toList());
        }
    }

    /** Runs a program of this JDK and returns what it prints; one that fails fails the test with all it said. */
    private static String run(Path folder, String... command) throws IOException, InterruptedException {
        command[0] = Path.of(System.getProperty("java.home"), "bin", command[0]).toString();
        var output = folder.resolve("output.txt").toFile();
        var said = folder.resolve("errors.txt");
        var process = new ProcessBuilder(command)
                .redirectOutput(output)
                .redirectError(said.toFile())
                .start();
        var ended = process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        process.destroyForcibly();
        var text = Files.readString(output.toPath());
        assertThat(ended && process.exitValue() == 0)
                .as("%s: %s %s", command[1], text, Files.readString(said))
                .isTrue();
        return text;
    }
}
