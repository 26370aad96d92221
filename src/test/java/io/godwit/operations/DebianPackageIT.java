package io.godwit.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.kit.ApiClient;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.GodwitJar.Ended;
import io.godwit.kit.TestDirectories;
import io.godwit.kit.net.FreePorts;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Installs the Debian package on this machine, runs the service as its user, and purges the package. Run by root with
 * {@code mvn verify -Pdeb} where there is dpkg, and nowhere else; it leaves the machine as it was.
 */
@Tag("deb")
class DebianPackageIT {

    private static final Duration READY = Duration.ofSeconds(160);

    /** An installation makes the class-data archive, 14 s of a core; a test machine may be shared by many. */
    private static final int COMMAND_SECONDS = 400;

    private static final Path UNIT = Path.of("/usr/lib/systemd/system/godwit.service");
    private static final Path DATA = Path.of("/var/lib/godwit");
    private static final Path ARCHIVE = Path.of("/var/cache/godwit/godwit.jsa");

    @TempDir
    private Path folder;

    private Path deb;
    private boolean mayClean;

    @BeforeEach
    void findPackage() throws Exception {
        try (var files = Files.list(GodwitJar.path().getParent())) {
            deb = files.filter(file -> file.getFileName().toString().matches("godwit_.*_all\\.deb"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("There is no package: run mvn verify -Pdeb"));
        }
        assumeTrue(
                run("sh", "-c", "command -v dpkg && test $(id -u) = 0").status() == 0, "This is no root, or no Debian");
        assumeTrue(run("getent", "passwd", "godwit").status() != 0 && !Files.exists(DATA), "Godwit is installed here");
        mayClean = true;
    }

    @AfterEach
    void clean() throws Exception {
        if (mayClean) {
            run("dpkg", "--purge", "godwit");
            if (run("getent", "passwd", "godwit").status() == 0) {
                run("userdel", "godwit");
            }
            if (Files.exists(DATA)) {
                TestDirectories.delete(DATA);
            }
        }
    }

    @Test
    void thePackageInstallsStartsStopsAndLeavesTheDataWhenItIsPurged() throws Exception {
        succeed("dpkg", "--install", deb.toString());

        assertThat(permissions("/etc/godwit/environment")).isEqualTo("rw-r-----");
        assertThat(permissions("/etc/godwit/godwit.yaml")).isEqualTo("rw-r-----");
        assertThat(succeed("stat", "-c", "%U:%G", "/etc/godwit/godwit.yaml").strip())
                .isEqualTo("root:godwit");
        assertThat(succeed("dpkg-query", "-W", "-f", "${Conffiles}", "godwit"))
                .contains("/etc/godwit/environment", "/etc/godwit/godwit.yaml");
        assertThat(ARCHIVE).exists();
        assertThat(succeed("/usr/bin/godwit", "help")).contains("check-delivery");
        assertThatTheArchiveFits();
        assertThatSystemdKnowsTheUnit();
        var port = FreePorts.free();
        Files.writeString(
                Path.of("/etc/godwit/environment"),
                "GODWIT_HTTP_PORT=" + port + "\nGODWIT_SUBMISSION_PORT=" + freePortBelow1024() + "\n",
                StandardOpenOption.APPEND);
        assertThat(succeed("/usr/bin/godwit", "doctor", "ports", "memory"))
                .contains("submission.port", "It is free", "The heap may grow to 512 MB")
                .doesNotContain("failed ");

        startAndStop(port);

        succeed("dpkg", "--purge", "godwit");
        assertThat(Path.of("/etc/godwit")).doesNotExist();
        assertThat(UNIT).doesNotExist();
        assertThat(ARCHIVE).doesNotExist();
        assertThat(DATA.resolve("postgres-18")).isDirectory();
        assertThat(DATA.resolve("vault.keys")).exists();
    }

    /** One that needs a right to be opened, as 587 does, which another program of this machine may have. */
    private static int freePortBelow1024() {
        for (var port = 1023; port > 600; port--) {
            try (var socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                continue;
            }
        }
        throw new AssertionError("No port below 1024 is free");
    }

    /** With {@code -Xshare:on} a JVM ends that cannot use its archive; Godwit ends with 2 for a command that there is not. */
    private void assertThatTheArchiveFits() throws Exception {
        var used = run(
                "java", "-Xshare:on", "-XX:SharedArchiveFile=" + ARCHIVE, "-jar", "/usr/share/godwit/godwit.jar", "no");

        assertThat(used.output()).startsWith("There is no command no");
        assertThat(used.status()).isEqualTo(2);
    }

    private void assertThatSystemdKnowsTheUnit() throws Exception {
        if (run("sh", "-c", "command -v systemd-analyze").status() == 0) {
            assertThat(run("systemd-analyze", "verify", UNIT.toString()).output())
                    .doesNotContain("godwit.service:");
        }
    }

    /** As the unit does, whose lines are read for it. */
    private void startAndStop(int port) throws Exception {
        var output = folder.resolve("output.txt").toFile();
        var process = service().redirectErrorStream(true).redirectOutput(output).start();
        try {
            await().atMost(READY)
                    .until(() -> new ApiClient("http://127.0.0.1:" + port).isReady() || !process.isAlive());
            var text = Files.readString(output.toPath());
            assertThat(process.isAlive()).as(text).isTrue();
            assertThat(succeed("ps", "-o", "user=,args=", "-p", String.valueOf(process.pid())))
                    .startsWith("godwit ")
                    .contains(
                            "-Xmx512m",
                            "-XX:G1PeriodicGCInterval=30000",
                            "-XX:SharedArchiveFile=" + ARCHIVE,
                            "/usr/share/godwit/godwit.jar");
            assertThat(text.strip().lines())
                    .filteredOn(line -> line.startsWith("{"))
                    .isNotEmpty()
                    .allSatisfy(line ->
                            assertThat(new JsonObject(line).fieldNames()).contains("logger"));
            assertThat(text).doesNotContain("[warning]", "secret key");
            assertThat(succeed("/usr/bin/godwit", "doctor", "ports"))
                    .contains("submission.port", "It is open, by Godwit, process " + process.pid())
                    .doesNotContain("failed ");
        } finally {
            process.destroy();
            assertThat(process.waitFor(45, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(process.exitValue()).isZero();
    }

    private static ProcessBuilder service() throws IOException {
        var unit = Files.readString(UNIT);
        var command =
                new ArrayList<>(List.of("setpriv", "--reuid", value(unit, "User"), "--regid", value(unit, "Group")));
        command.addAll(List.of("--init-groups", "--no-new-privs"));
        var capability = "=+"
                + value(unit, "AmbientCapabilities").toLowerCase(Locale.ROOT).replace("cap_", "");
        command.addAll(List.of("--inh-caps" + capability, "--ambient-caps" + capability));
        command.addAll(List.of(value(unit, "ExecStart").split(" ")));
        var builder = new ProcessBuilder(command)
                .directory(Path.of(value(unit, "WorkingDirectory")).toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GODWIT_"));
        var options = value(unit, "Environment").replace("\"", "").split("=", 2);
        builder.environment().put(options[0], options[1]);
        Files.readAllLines(Path.of(value(unit, "EnvironmentFile").substring(1))).stream()
                .filter(line -> line.matches("[A-Z_]+=.*"))
                .forEach(line -> builder.environment().put(line.split("=", 2)[0], line.split("=", 2)[1]));
        return builder;
    }

    private static String value(String unit, String name) {
        var found = Pattern.compile("(?m)^" + name + "=(.*)$").matcher(unit);
        assertThat(found.find()).as(name).isTrue();
        return found.group(1);
    }

    private static String permissions(String file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(file)));
    }

    private static String succeed(String... command) throws Exception {
        var ended = run(command);
        assertThat(ended.status())
                .as(String.join(" ", command) + "\n" + ended.output())
                .isZero();
        return ended.output();
    }

    private static Ended run(String... command) throws Exception {
        return GodwitJar.run(new ProcessBuilder(command), COMMAND_SECONDS);
    }
}
