package io.godwit.backup;

import io.godwit.core.PrivateFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The file a backup is written to, readable by its owner alone because it holds secrets. It has its name only once it is complete
 * and on the disk; until then, and after a crash, it ends in {@code .partial}.
 */
final class BackupFile implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final Path partial;
    private final FileChannel channel;
    private final OutputStream stream;
    private boolean completed;

    private BackupFile(Path file, Path partial) throws IOException {
        this.file = file;
        this.partial = partial;
        this.channel = PrivateFiles.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        lock(channel);
        this.stream = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES);
    }

    /**
     * Opens the partial file; one that an earlier backup left is replaced. Fails with a sentence when the folder is missing, and while
     * another backup writes to the same name: the first to end would give the name to the half of the other.
     */
    static BackupFile create(Path file) throws IOException {
        var absolute = file.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute.resolveSibling(""))) {
            throw new BackupException(
                    "There is no folder " + absolute.resolveSibling("") + ": make it, or name another FILE");
        }
        var partial = absolute.resolveSibling(absolute.getFileName() + ".partial");
        if (Files.exists(partial)) {
            deleteLeft(partial);
        }
        return new BackupFile(absolute, partial);
    }

    private static void deleteLeft(Path partial) throws IOException {
        try (var left = FileChannel.open(partial, StandardOpenOption.WRITE)) {
            if (!lock(left)) {
                throw new BackupException("Another backup is being written to " + partial + ": wait for its end");
            }
            Files.deleteIfExists(partial);
        } catch (AccessDeniedException ofAnotherUser) {
            Files.deleteIfExists(partial);
        }
    }

    /** Locks the file until it is closed; false when another backup has. A file system without locks counts as free. */
    private static boolean lock(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException ofThisProcess) {
            return false;
        } catch (IOException withoutLocks) {
            return true;
        }
    }

    OutputStream stream() {
        return stream;
    }

    /** Gives the file its name, in place of another one of that name; returns its bytes. */
    long complete() throws IOException {
        stream.flush();
        channel.force(true);
        var bytes = channel.size();
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        completed = true;
        channel.close();
        sync(file.resolveSibling(""));
        return bytes;
    }

    private static void sync(Path directory) throws IOException {
        try (var names = FileChannel.open(directory, StandardOpenOption.READ)) {
            names.force(true);
        }
    }

    /** Deletes the partial file, if it is still there. */
    @Override
    public void close() throws IOException {
        try (channel) {
            if (!completed) {
                Files.deleteIfExists(partial);
            }
        }
    }
}
