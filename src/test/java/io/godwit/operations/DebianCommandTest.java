package io.godwit.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.kit.GodwitJar;
import io.godwit.kit.SystemTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code godwit} of the Debian package, with a Java that prints its arguments and its capabilities. Needs root. */
class DebianCommandTest {

    private static final String[] AS_ANOTHER_USER = {
        "setpriv",
        "--reuid",
        "nobody",
        "--regid",
        "nogroup",
        "--init-groups",
        "--inh-caps=+net_bind_service",
        "--ambient-caps=+net_bind_service",
        "true"
    };

    /** The bit of CAP_NET_BIND_SERVICE (capabilities(7)) in the line of the effective set. */
    private static final String MAY_BIND = "CapEff:\t0000000000000400";

    @TempDir
    private Path folder;

    private Path script;
    private Path environment;

    @BeforeEach
    void install() throws IOException {
        assumeTrue(SystemTool.succeeds(AS_ANOTHER_USER), "This is no root, or there is no setpriv");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        environment = folder.resolve("environment");
        script = executable(
                "godwit",
                Files.readString(Path.of("src/deb/godwit"))
                        .replace("/etc/godwit/environment", environment.toString())
                        .replace(
                                "/usr/lib/systemd/system/godwit.service",
                                Path.of("src/deb/godwit.service")
                                        .toAbsolutePath()
                                        .toString())
                        .replace("--reuid godwit --regid godwit", "--reuid nobody --regid nogroup"));
        executable(
                "bin/java", "#!/bin/sh\necho \"$@\"\nwhile read -r line; do echo \"$line\"; done </proc/self/status\n");
    }

    private Path executable(String name, String content) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String run(String command) throws Exception {
        var builder = new ProcessBuilder(script.toString(), command);
        builder.environment().put("JAVA_HOME", folder.toString());
        var ended = GodwitJar.run(builder, 60);
        assertThat(ended.status()).as(ended.output()).isZero();
        return ended.output();
    }

    /** So that the doctor may try port 587 as the service does. */
    @Test
    void aCommandMayOpenThePortsThatTheServiceMayOpen() throws Exception {
        assertThat(run("doctor")).contains(MAY_BIND);
    }

    @Test
    void theDoctorHasTheHeapOfTheUnit() throws Exception {
        assertThat(run("doctor"))
                .contains("-Xms64m -Xmx512m", "-XX:MaxHeapFreeRatio=20 -jar")
                .doesNotContain("256m");
        assertThat(run("backup")).startsWith("-Xmx256m -jar");
    }

    /** Options that open a port or write a file of the service's own are left out. */
    @Test
    void theDoctorHasTheHeapOfTheEnvironmentFile() throws Exception {
        Files.writeString(
                environment,
                "JAVA_OPTS=\"-Xmx2g -XX:MaxRAMPercentage=40 -agentlib:jdwp=address=5005 -Xlog:gc:gc.log\"\n");

        assertThat(run("doctor")).startsWith("-Xmx2g -XX:MaxRAMPercentage=40 -jar");
    }
}
