package io.godwit.commands.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.delivery.check.CheckResult.State;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeSpaceCheckTest {

    @TempDir
    private Path folder;

    @Test
    void theDiskHasSpaceAlsoForADirectoryThatDoesNotExistYet() throws IOException {
        var later = folder.resolve("data/below");

        assertThat(state(new FreeSpaceCheck(later, 2, 1))).isEqualTo(State.OK);
        assertThat(state(new FreeSpaceCheck(later, Long.MAX_VALUE, 1))).isEqualTo(State.WARNING);
        assertThat(state(new FreeSpaceCheck(later, Long.MAX_VALUE, Long.MAX_VALUE)))
                .isEqualTo(State.FAILED);
    }

    private static State state(FreeSpaceCheck check) throws IOException {
        return check.results().get(0).state();
    }
}
