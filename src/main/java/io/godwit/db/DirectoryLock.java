package io.godwit.db;

import io.godwit.core.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lock that admits one process at a time to a data directory. The operating system holds the lock, so it is released the moment
 * its process ends, in whatever way; the file only names the process.
 */
final class DirectoryLock implements AutoCloseable {

    private static final String NAME = "godwit.lock";

    /** Locks of this process: closing a second channel on a locked file would release the first one's lock (POSIX). */
    private static final Set<Path> LOCKED_DIRECTORIES = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private DirectoryLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Locks the directory; throws an exception with the holder's process id when it is in use. */
    static DirectoryLock acquire(Path directory) throws IOException {
        var file = directory.toRealPath().resolve(NAME);
        if (!LOCKED_DIRECTORIES.add(file)) {
            throw inUse(directory, Long.toString(ProcessHandle.current().pid()));
        }
        try {
            return new DirectoryLock(file, lock(directory, file));
        } catch (IOException | RuntimeException failed) {
            LOCKED_DIRECTORIES.remove(file);
            throw failed;
        }
    }

    /**
     * The id of the process that holds the directory, as the lock's file has it; empty when none does. Takes the lock for a
     * moment, shared with others who look, and writes nothing.
     */
    static Optional<String> holder(Path directory) throws IOException {
        var file = directory.toRealPath().resolve(NAME);
        if (LOCKED_DIRECTORIES.contains(file)) {
            return Optional.of(Long.toString(ProcessHandle.current().pid()));
        }
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            var lock = channel.tryLock(0, Long.MAX_VALUE, true);
            return lock == null ? Optional.of(Files.readString(file).strip()) : Optional.empty();
        }
    }

    private static FileChannel lock(Path directory, Path file) throws IOException {
        var channel = PrivateFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            channel.close();
            throw inUse(directory, Files.readString(file).strip());
        }
        channel.truncate(0);
        channel.write(StandardCharsets.UTF_8.encode(ProcessHandle.current().pid() + "\n"));
        return channel;
    }

    private static DirectoryInUseException inUse(Path directory, String holder) {
        return new DirectoryInUseException("The data directory " + directory + " is in use by process " + holder
                + ": stop it, or give this server another directory with GODWIT_DATA_DIR");
    }

    @Override
    public void close() throws IOException {
        channel.close();
        LOCKED_DIRECTORIES.remove(file);
    }
}
