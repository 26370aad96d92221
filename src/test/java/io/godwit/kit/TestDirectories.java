package io.godwit.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;

/** Directories that tests copy and leave behind. */
public final class TestDirectories {

    private TestDirectories() {}

    /** The same file, or all files of a directory, under other names as well; copied where a name cannot be given. */
    public static void link(Path directory, Path copy) {
        try (var files = Files.walk(directory)) {
            files.forEach(file -> linkOne(file, copy.resolve(directory.relativize(file))));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void linkOne(Path file, Path copy) {
        try {
            if (Files.isSymbolicLink(file)) {
                Files.createSymbolicLink(copy, Files.readSymbolicLink(file));
            } else if (Files.isDirectory(file)) {
                Files.createDirectories(copy);
            } else {
                linkOrCopy(file, copy);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void linkOrCopy(Path file, Path copy) throws IOException {
        try {
            Files.createLink(copy, file);
        } catch (FileSystemException otherDisk) {
            Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    /** The number of files in it and below; what others remove at the same time is fine, and so is a directory that does not exist. */
    public static long files(Path directory) {
        try (var all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).count();
        } catch (NoSuchFileException none) {
            return 0;
        } catch (UncheckedIOException removed) {
            return files(directory);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Removes all of it; what others remove at the same time is fine. */
    public static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (var files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(TestDirectories::deleteOne);
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
