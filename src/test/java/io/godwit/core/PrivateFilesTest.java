package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {

    @Test
    void aDirectoryThatOthersCouldReadIsClosedToThemAndThoseAboveItAreNot(@TempDir Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        var mailbox = Files.createDirectory(folder.resolve("mailbox"));
        Files.setPosixFilePermissions(mailbox, PosixFilePermissions.fromString("rwxrwxr-x"));

        PrivateFiles.createOwnDirectory(mailbox);
        PrivateFiles.createOwnDirectory(folder.resolve("journal"));

        assertThat(mode(mailbox)).isEqualTo("rwx------");
        assertThat(mode(folder.resolve("journal"))).isEqualTo("rwx------");
        assertThat(mode(folder)).isEqualTo("rwxr-xr-x");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
