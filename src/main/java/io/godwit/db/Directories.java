package io.godwit.db;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** Directory operations {@link Files} lacks: deleting whole trees, and making a rename survive a power cut. */
final class Directories {

    private Directories() {}

    /** Deletes the tree; a missing one is fine. */
    static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            Files.walkFileTree(directory, new Deletion());
        }
    }

    /**
     * Lets every account of the machine enter and read the directory, none write: the server may run as another account than we
     * do.
     */
    static void openToAll(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Makes the names in a directory durable, as a rename alone is not. */
    static void sync(Path directory) throws IOException {
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Deletes the children first. */
    private static final class Deletion extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failed) throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
