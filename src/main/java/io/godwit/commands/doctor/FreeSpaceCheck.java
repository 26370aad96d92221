package io.godwit.commands.doctor;

import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Checks the free space of the disk with the data directory.
 *
 * @param little bytes below which it is worth a warning
 * @param tooLittle bytes below which Godwit does not work
 */
record FreeSpaceCheck(Path directory, long little, long tooLittle) implements BlockingCheck {

    /** The WAL of the embedded PostgreSQL grows to one gigabyte ({@code max_wal_size}), and its programs take 75 MB. */
    private static final long LITTLE = 2L << 30;

    private static final long TOO_LITTLE = 256L << 20;

    FreeSpaceCheck(Path directory) {
        this(directory, LITTLE, TOO_LITTLE);
    }

    @Override
    public String name() {
        return "free-space";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of("data.dir");
    }

    @Override
    public List<CheckResult> results() throws IOException {
        var free = Files.getFileStore(existing(directory)).getUsableSpace();
        var check = new Check(name(), directory.toString());
        var found = "The disk has " + (free >> 20) + " MB left";
        var advice = "Free some, or choose a directory on another disk with GODWIT_DATA_DIR.";
        if (free < tooLittle) {
            return List.of(check.failed(found, advice));
        }
        return List.of(free < little ? check.warning(found, advice) : check.ok(found));
    }

    /** The path itself, or the nearest directory above it that exists. */
    static Path existing(Path path) {
        var existing = path.toAbsolutePath();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        return existing;
    }
}
