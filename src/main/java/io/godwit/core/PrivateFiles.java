package io.godwit.core;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Creates files and directories that only their owner can read, whatever the process's umask: caught email, the journal and keys
 * hold addresses and secrets. Java cannot set the umask itself.
 */
public final class PrivateFiles {

    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private PrivateFiles() {}

    /** Creates the directory and its missing parents; leaves existing ones as they are. */
    public static Path createDirectories(Path directory) throws IOException {
        return Files.createDirectories(directory, DIRECTORY);
    }

    /** Opens a file to write, with these options; a file it creates is private. */
    public static FileChannel open(Path file, StandardOpenOption... options) throws IOException {
        return FileChannel.open(file, Set.<OpenOption>of(options), FILE);
    }

    /** Creates an empty file with a unique name. */
    public static Path createTempFile(Path directory, String prefix, String suffix) throws IOException {
        return Files.createTempFile(directory, prefix, suffix, FILE);
    }
}
