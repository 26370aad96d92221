package io.godwit.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.commands.doctor.Machine;
import io.godwit.kit.net.TestAuthority;
import io.godwit.kit.net.TestAuthority.Issued;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor on Java, memory, settings and files. */
class DoctorMachineTest {

    private static final long MEGABYTE = 1L << 20;

    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    private Path folder;

    private Path data;

    @BeforeEach
    void makeDirectory() throws IOException {
        data = Files.createDirectory(
                folder.resolve("data"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        environment.put("GODWIT_DATA_DIR", data.toString());
    }

    private DoctorRun run(String check) {
        return DoctorRun.of(environment, check);
    }

    private static DoctorRun run(String check, Machine machine) {
        return DoctorRun.of(machine, Map.of(), check);
    }

    @Test
    void javaIsTheTestedOne() {
        var tested = new Machine(Runtime.Version.parse("17.0.9"), 0, 0, 0);
        var newer = new Machine(Runtime.Version.parse("21.0.1"), 0, 0, 0);
        var older = new Machine(Runtime.Version.parse("11.0.20"), 0, 0, 0);

        assertThat(run("java", tested).text()).startsWith("ok ");
        assertThat(run("java", newer)).satisfies(found -> {
            assertThat(found.text()).startsWith("warning ").contains("Use a Java 17 runtime");
            assertThat(found.status()).isZero();
        });
        assertThat(run("java", older).text()).startsWith("failed ");
        assertThat(run("java", older).status()).isEqualTo(1);
    }

    @Test
    void theHeapLeavesMemoryForTheRest() {
        assertThat(run("memory", machine(4_096, 1_024)).text()).startsWith("ok ");
        assertThat(run("memory", machine(1_024, 512)).text()).startsWith("ok ");
        assertThat(run("memory", machine(4_096, 3_900)).text())
                .startsWith("warning ")
                .contains("-XX:MaxRAMPercentage=60");
        assertThat(run("memory", machine(4_096, 64)).text())
                .startsWith("warning ")
                .contains("-Xmx512m");
        assertThat(run("memory", machine(4_096, 8_192)).text()).startsWith("failed ");
    }

    private static Machine machine(long memory, long heap) {
        return new Machine(Runtime.version(), memory * MEGABYTE, heap * MEGABYTE, 0);
    }

    @Test
    void aProcessMayHaveManyOpenFiles() {
        assertThat(run("open-files", new Machine(Runtime.version(), 0, 0, 65_536))
                        .text())
                .startsWith("ok ");
        assertThat(run("open-files", new Machine(Runtime.version(), 0, 0, 1_024))
                        .text())
                .startsWith("warning ")
                .contains("LimitNOFILE=65536");
        assertThat(run("open-files", new Machine(Runtime.version(), 0, 0, 100)).text())
                .startsWith("failed ");
    }

    @Test
    void everyMistakeInTheSettingsIsNamedAndTheOtherChecksGoOn() {
        environment.put("GODWIT_HTTP_PORT", "none");
        environment.put("GODWIT_MAIL_TLS", "perhaps");

        var found = DoctorRun.of(environment, "settings", "data-directory", "ports");

        assertThat(found.status()).isEqualTo(1);
        assertThat(found.about("http.port")).startsWith("failed ");
        assertThat(found.about("mail.tls")).startsWith("failed ");
        assertThat(found.about("data-directory")).startsWith("ok ");
        assertThat(found.about(" ports ")).startsWith("unknown ").contains("Correct the settings");
        environment.clear();
        assertThat(run("settings").text()).startsWith("ok ");
    }

    @Test
    void aSettingsFileThatCannotBeReadLeavesTheMachineToCheck() {
        environment.put("GODWIT_CONFIG", folder.resolve("nowhere.yaml").toString());

        var found = DoctorRun.of(environment, "settings", "java", "database");

        assertThat(found.about("nowhere.yaml")).startsWith("failed ");
        assertThat(found.about("java ")).startsWith("ok ");
        assertThat(found.about("database")).startsWith("unknown ");
    }

    @Test
    void theDataDirectoryIsOursAlone() throws IOException {
        assertThat(run("data-directory").text()).startsWith("ok ");

        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(run("data-directory").text()).startsWith("warning ").contains("chmod go-rw " + data);

        environment.put("GODWIT_DATA_DIR", data.resolve("later").toString());
        assertThat(run("data-directory").text()).startsWith("ok ").contains("the first start makes it");

        var file = Files.createFile(folder.resolve("file"));
        environment.put("GODWIT_DATA_DIR", file.toString());
        assertThat(run("data-directory").text()).startsWith("failed ").contains("It is no directory");

        environment.put("GODWIT_DATA_DIR", file.resolve("below").toString());
        assertThat(run("data-directory").text()).startsWith("failed ").contains("cannot be made");
        assertThat(run("data-directory").status()).isEqualTo(1);
    }

    @Test
    void theDataDirectoryOfAnotherUserIsNamed() throws IOException {
        try {
            Files.setOwner(
                    data, data.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        } catch (FileSystemException notRoot) {
            assumeTrue(false, "Only root gives files away");
        }

        assertThat(run("data-directory").text()).startsWith("warning ").contains("It belongs to nobody");
    }

    @Test
    void filesWithSecretsAreForTheirOwnerAlone() throws IOException {
        Files.writeString(data.resolve("demo.json"), "{}");
        Files.setPosixFilePermissions(data.resolve("demo.json"), PosixFilePermissions.fromString("rw-r--r--"));
        Files.writeString(data.resolve("vault.keys"), "");
        Files.setPosixFilePermissions(data.resolve("vault.keys"), PosixFilePermissions.fromString("rw-------"));

        var found = run("private-files");

        assertThat(found.about("demo.json")).startsWith("warning ").contains("chmod 600");
        assertThat(found.about("vault.keys")).startsWith("ok ");
    }

    @Test
    void theKeysAreThereAndWellFormed() throws IOException {
        var file = data.resolve("vault.keys");
        assertThat(run("keys").text()).startsWith("ok ").contains("the first start makes them");
        assertThat(file).doesNotExist();

        Files.createDirectory(data.resolve("postgres-18"));
        assertThat(run("keys").text()).startsWith("failed ").contains("Put it back from a backup");

        Files.writeString(file, "one line\n");
        assertThat(run("keys").text()).startsWith("failed ").contains("should hold two keys");

        Files.writeString(file, "ab".repeat(32) + "\n" + "cd".repeat(32) + "\n");
        assertThat(run("keys").text()).startsWith("ok ").doesNotContain("abab");
    }

    @Test
    void aCertificateIsReadableFitsItsKeyAndLastsAWhile() throws IOException {
        var authority = TestAuthority.in(folder);
        var good = authority.issue(Instant.now().plus(Duration.ofDays(20)), "mail.shop.test");
        environment.put("GODWIT_SUBMISSION_PORT", "10587");
        assertThat(run("certificates").text()).startsWith("warning ").contains("self-made");

        assertThat(submission(good, good)).startsWith("ok ");
        assertThat(submission(authority.issue("mail.shop.test"), good))
                .startsWith("failed ")
                .contains("is not that of");
        var ending = authority.issue("mail.shop.test");
        assertThat(submission(ending, ending)).startsWith("warning ").contains("ends at");
        var ended = authority.issueExpired("mail.shop.test");
        assertThat(submission(ended, ended)).startsWith("failed ").contains("ended at");

        Files.writeString(folder.resolve("key.pem"), "no key");
        assertThat(run("certificates").text()).startsWith("failed ").contains("cannot be used");
    }

    private String submission(Issued certificate, Issued key) throws IOException {
        environment.put(
                "GODWIT_SUBMISSION_CERTIFICATE",
                Files.writeString(
                                folder.resolve("chain.pem"), certificate.store().certificatePem())
                        .toString());
        environment.put(
                "GODWIT_SUBMISSION_KEY",
                Files.writeString(folder.resolve("key.pem"), key.store().keyPem())
                        .toString());
        return run("certificates").text();
    }
}
