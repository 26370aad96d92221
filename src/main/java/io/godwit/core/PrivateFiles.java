package io.godwit.core;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates files and directories that only their owner can read, whatever the process's umask: caught messages, the journal and keys
 * hold addresses and secrets. Java cannot set the umask itself.
 */
public final class PrivateFiles {

    private static final Logger LOG = LoggerFactory.getLogger(PrivateFiles.class);

    private static final String OWNER_ALONE = "rwx------";

    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ALONE));

    private PrivateFiles() {}

    /** Creates the directory and its missing parents; leaves existing ones as they are. */
    public static Path createDirectories(Path directory) throws IOException {
        return Files.createDirectories(directory, DIRECTORY);
    }

    /**
     * Creates a directory of this server alone and its missing parents. One that exists, as an earlier version or another umask
     * made it, is closed to all other users; a directory of another owner is left as it is, with a warning.
     */
    public static Path createOwnDirectory(Path directory) throws IOException {
        createDirectories(directory);
        if (PosixFilePermissions.fromString(OWNER_ALONE).containsAll(Files.getPosixFilePermissions(directory))) {
            return directory;
        }
        try {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(OWNER_ALONE));
            LOG.info("Other users of this machine could read {}; it is closed to them now", directory);
        } catch (FileSystemException refused) {
            LOG.warn("Other users of this machine can read {}, and it cannot be closed to them", directory);
        }
        return directory;
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
