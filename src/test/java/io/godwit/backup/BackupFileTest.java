package io.godwit.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupFileTest {

    @TempDir
    private Path folder;

    /** The first to end would give the name to the half that the second has written. */
    @Test
    void aSecondBackupToTheSameNameIsRefusedWhileTheFirstIsWritten() throws IOException {
        var file = folder.resolve("a.backup");

        try (var first = BackupFile.create(file)) {
            first.stream().write(1);
            assertThatThrownBy(() -> BackupFile.create(file))
                    .isInstanceOf(BackupException.class)
                    .hasMessageContaining("Another backup");
            first.complete();
        }

        assertThat(Files.readAllBytes(file)).containsExactly(1);
        assertThat(folder.resolve("a.backup.partial")).doesNotExist();
    }

    @Test
    void thePartialFileOfACrashIsReplaced() throws IOException {
        var file = folder.resolve("a.backup");
        Files.write(folder.resolve("a.backup.partial"), new byte[] {1, 2, 3});

        try (var backup = BackupFile.create(file)) {
            backup.stream().write(4);
            backup.complete();
        }

        assertThat(Files.readAllBytes(file)).containsExactly(4);
    }
}
