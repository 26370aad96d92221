package io.godwit.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Directories that tests leave behind. */
public final class Trees {

    private Trees() {}

    /** Removes all of it; what others remove at the same time is fine. */
    public static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (var files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(Trees::deleteOne);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void deleteOne(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
