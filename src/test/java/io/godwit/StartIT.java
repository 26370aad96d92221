package io.godwit;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.kit.ApiClient;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.TestDirectories;
import io.godwit.kit.net.FreePorts;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first minute of a newcomer: {@code java -jar} in an empty directory, and what the console says. */
class StartIT {

    /** On a machine with dozens of busy processes a start alone takes a minute; none of these tests is about a time. */
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    /** Nobody's account on every Unix, or one nobody has. */
    private static final String NOBODY = "65534";

    private static JarServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        server = JarServer.start(Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theConsoleShowsTheAddressTheKeysAndWhereMailIsRead() {
        var demo = server.demo();

        assertThat(server.output())
                .contains("Godwit is at http://localhost:" + server.port())
                .contains("public key  " + demo.getString("publicKey"))
                .contains("secret key  " + demo.getString("secretKey"))
                .contains("http://localhost:" + server.port() + "/dev/mailbox");
    }

    @Test
    void theLineOnTheConsoleSendsAMailThatCanBeRead() throws Exception {
        var line = Pattern.compile("(?m)^ *(curl .*)$").matcher(server.output());
        assertThat(line.find()).isTrue();
        assumeTrue(isThere("bash") && isThere("curl"), "There is no bash or no curl on this machine");

        var ended =
                GodwitJar.run(new ProcessBuilder("bash", "-c", line.group(1) + " --silent --show-error --fail"), 30);

        assertThat(ended.status()).as(ended.output()).isZero();
        assertThat(new JsonObject(ended.output()).getBoolean("success")).isTrue();
        await().atMost(TIMEOUT).until(() -> !mailbox().isEmpty());
        assertThat(mailbox().getJsonObject(0).getString("to")).contains("you@example.org");
        assertThat(mailbox().getJsonObject(0).getString("html")).startsWith("<p>It works.</p>");
    }

    @Test
    void whatOpensTheDemoIsInAFileForItsOwnerAlone() throws IOException {
        var file = server.dataDirectory().resolve("demo.json");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(server.demo().fieldNames())
                .contains("baseUrl", "projectId", "publicKey", "secretKey", "email", "password", "domain");
        assertThat(server.demo().getString("baseUrl")).isEqualTo("http://localhost:" + server.port());
        assertThat(server.demo().getString("email")).isEqualTo("demo@example.test");
        assertThat(server.demo().getString("domain")).isEqualTo("example.test");
    }

    @Test
    void secretsOfTheInstallationAreForTheirOwnerAlone() throws IOException {
        try (var files = Files.list(server.dataDirectory())) {
            assertThat(files)
                    .filteredOn(file -> file.toString().matches(".*(keys|json|password)$"))
                    .hasSizeGreaterThan(1)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void whatStandsAroundTheBannerIsJsonOneObjectALine() {
        await().atMost(TIMEOUT).until(() -> server.output().contains("Godwit is ready"));
        var output = server.output();
        var end = output.indexOf("/docs\n") + "/docs\n".length();

        assertThat(output.substring(0, output.indexOf("Godwit is at ")).strip().lines())
                .filteredOn(line -> !line.isEmpty())
                .allSatisfy(StartIT::isLogLine);
        assertThat(output.substring(end).strip().lines()).isNotEmpty().allSatisfy(StartIT::isLogLine);
    }

    private static void isLogLine(String line) {
        assertThat(new JsonObject(line).fieldNames()).contains("timestamp", "level", "logger", "message", "thread");
    }

    @Test
    void aSecondServerOnTheSameDirectoryIsRefusedAndTheFirstGoesOn() throws Exception {
        var refused = GodwitJar.refused(
                folder,
                Map.of(
                        "GODWIT_DATA_DIR", server.dataDirectory().toString(),
                        "GODWIT_HTTP_PORT", String.valueOf(FreePorts.free())));

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.output().strip().lines()).hasSize(1);
        assertThat(refused.output()).contains("is in use by process " + server.pid(), "GODWIT_DATA_DIR");
        assertThat(server.api().isReady()).isTrue();
    }

    @Test
    void aPortThatIsTakenIsNamed() throws Exception {
        GodwitJar.unpackPostgres(folder.resolve("data"));

        var refused = GodwitJar.refused(
                folder,
                Map.of(
                        "GODWIT_DATA_DIR", folder.resolve("data").toString(),
                        "GODWIT_HTTP_HOST", "127.0.0.1",
                        "JAVA_TOOL_OPTIONS", GodwitJar.shortLived(),
                        "GODWIT_HTTP_PORT", String.valueOf(server.port())));

        assertThat(refused.status()).isEqualTo(1);
        assertThat(lastLine(refused)).contains("127.0.0.1:" + server.port(), "GODWIT_HTTP_PORT", "in use");
        assertThat(folder.resolve("data/postgres-18/postmaster.pid")).doesNotExist();
    }

    @Test
    void wrongSettingsEndTheStartWithASentenceForEach() throws Exception {
        var refused = GodwitJar.refused(
                folder,
                Map.of(
                        "GODWIT_DATA_DIR", folder.resolve("data").toString(),
                        "GODWIT_HTTP_PORT", "70000",
                        "GODWIT_MAIL_HOTS", "mail.example.com"));

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.output().strip().lines())
                .containsExactly(
                        "Godwit cannot start with these settings:",
                        "  - GODWIT_MAIL_HOTS is no setting; did you mean GODWIT_MAIL_HOST?",
                        "  - http.port (GODWIT_HTTP_PORT) must be a whole number from 1 to 65535, not \"70000\"");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aStopDuringTheStartLeavesNothingRunning() throws Exception {
        var data = folder.resolve("data");
        GodwitJar.unpackPostgres(data);
        var settings = Map.of(
                "GODWIT_DATA_DIR", data.toString(),
                "GODWIT_HTTP_PORT", String.valueOf(FreePorts.free()),
                "JAVA_TOOL_OPTIONS", GodwitJar.shortLived());
        var output = folder.resolve("output.txt");
        var process = GodwitJar.launch(GodwitJar.path(), folder, List.of(), settings, output.toFile());
        var pidFile = data.resolve("postgres-18/postmaster.pid");
        await().atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> Files.exists(pidFile) && Files.size(pidFile) > 0);
        var postgres = ProcessHandle.of(
                Long.parseLong(Files.readAllLines(pidFile).get(0).strip()));

        process.destroy();

        assertThat(process.waitFor(40, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(output)).doesNotContain("Godwit is ready");
        assertThat(process.exitValue()).isZero();
        assertThat(postgres.filter(ProcessHandle::isAlive)).isEmpty();
        assertThat(pidFile).doesNotExist();
    }

    /** As a service does: an account without a home, a directory of its own, the jar of somebody else. */
    @Test
    void itStartsWithoutRoot() throws Exception {
        var own = List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups");
        assumeTrue(isRoot(), "This is no root, so every test starts without root");
        assumeTrue(canRun(own), "There is no setpriv, or others may not run this Java");
        var directory = Files.createTempDirectory("godwit-nobody-");
        assertThat(GodwitJar.run(new ProcessBuilder("chown", NOBODY, directory.toString()), 5)
                        .status())
                .isZero();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        var jar = folder.resolve("godwit.jar");
        TestDirectories.link(GodwitJar.path(), jar);

        var port = FreePorts.free();
        var settings = Map.of(
                "GODWIT_HTTP_HOST",
                "127.0.0.1",
                "GODWIT_HTTP_PORT",
                String.valueOf(port),
                "JAVA_TOOL_OPTIONS",
                GodwitJar.SHORT_LIVED);
        var process = GodwitJar.launch(
                jar, directory, own, settings, folder.resolve("output.txt").toFile());
        try {
            await().atMost(TIMEOUT)
                    .until(() -> new ApiClient("http://127.0.0.1:" + port).isReady() || !process.isAlive());

            assertThat(process.isAlive())
                    .as(Files.readString(folder.resolve("output.txt")))
                    .isTrue();
            assertThat(Files.getOwner(directory.resolve("data/demo.json"))).isEqualTo(Files.getOwner(directory));
            assertThat(Files.getOwner(directory.resolve("data/postgres-18"))).isEqualTo(Files.getOwner(directory));
        } finally {
            process.destroy();
            assertThat(process.waitFor(40, TimeUnit.SECONDS)).isTrue();
            TestDirectories.delete(directory);
        }
    }

    private static JsonArray mailbox() {
        return new JsonArray(server.api().get("/dev/mailbox/messages", "none").text());
    }

    private static String lastLine(GodwitJar.Ended ended) {
        return ended.output().strip().lines().reduce((ignored, last) -> last).orElse("");
    }

    private static boolean isRoot() throws Exception {
        return GodwitJar.run(new ProcessBuilder("id", "-u"), 5).output().strip().equals("0");
    }

    private static boolean isThere(String program) throws Exception {
        return GodwitJar.run(new ProcessBuilder("sh", "-c", "command -v " + program), 5)
                        .status()
                == 0;
    }

    private static boolean canRun(List<String> before) throws Exception {
        var command = before.stream().collect(joining(" ")) + " " + GodwitJar.java() + " -version";
        return GodwitJar.run(new ProcessBuilder("sh", "-c", command), 20).status() == 0;
    }
}
