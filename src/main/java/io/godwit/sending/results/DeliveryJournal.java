package io.godwit.sending.results;

import io.godwit.core.PrivateFiles;
import io.godwit.core.id.Ids;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Journals on disk the messages the mail server accepted until the tables have them. An entry is a plain write: it is in the
 * page cache when the call returns, so it survives a crash of the process, and only the loss of the whole machine can still
 * make a second copy. A write takes microseconds, so it is done on the event loop, in the callback that received the 250.
 *
 * <p>The entries are in segments; a segment is deleted when all its entries are recorded. Safe from any thread.
 */
public final class DeliveryJournal implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryJournal.class);

    private static final String SUFFIX = ".journal";

    /** The size from which no more entries are added to a segment. */
    private static final long SEGMENT_BYTES = 1 << 20;

    /** Bytes written as a test of free space: creating a file can succeed on a full disk. */
    private static final int PROBE_BYTES = 64 << 10;

    private static final int ID_LENGTH = 36;

    private final Path directory;
    private final FileChannel lockFile;
    private final FileLock lock;
    private final List<JournalEntry> found;
    private final UUID node;
    private final FinalDotJournal dots;
    private @Nullable JournalFile current;
    private boolean reported;

    private DeliveryJournal(Path directory, FileChannel lockFile, FileLock lock) throws IOException {
        this.directory = directory;
        this.lockFile = lockFile;
        this.lock = lock;
        this.found = readAll(directory);
        this.node = node(lockFile);
        this.dots = FinalDotJournal.open(directory);
    }

    /** A segment of the journal with its number of unrecorded entries. */
    public static final class JournalFile {
        private final Path file;
        private final FileChannel channel;
        private int waiting;

        private JournalFile(Path file, FileChannel channel) {
            this.file = file;
            this.channel = channel;
        }
    }

    /**
     * Opens the journal and reads the entries of an earlier process. Fails with a sentence when another process uses the
     * directory, or it cannot be written. Blocks.
     */
    public static DeliveryJournal open(Path directory) {
        try {
            PrivateFiles.createOwnDirectory(directory);
            var file = PrivateFiles.open(
                    directory.resolve("lock"),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            return new DeliveryJournal(directory, file, lock(directory, file));
        } catch (IOException failed) {
            throw new UncheckedIOException("The send journal in " + directory + " cannot be opened", failed);
        }
    }

    private static FileLock lock(Path directory, FileChannel file) throws IOException {
        try {
            var lock = file.tryLock();
            if (lock != null) {
                return lock;
            }
        } catch (OverlappingFileLockException lockedElsewhere) {
            LOG.debug("The journal is in use by this process", lockedElsewhere);
        }
        file.close();
        throw new IOException("Another server is using " + directory);
    }

    /** Returns the node's id, kept in the lock file, so that a node has the same id after a restart. */
    private static UUID node(FileChannel lockFile) throws IOException {
        var text = ByteBuffer.allocate(ID_LENGTH);
        lockFile.read(text, 0);
        var known = Ids.parse(new String(text.array(), StandardCharsets.US_ASCII));
        if (known.isPresent()) {
            return known.get();
        }
        var fresh = UUID.randomUUID();
        lockFile.write(ByteBuffer.wrap(fresh.toString().getBytes(StandardCharsets.US_ASCII)), 0);
        return fresh;
    }

    private static List<JournalEntry> readAll(Path directory) throws IOException {
        var entries = new ArrayList<JournalEntry>();
        for (var file : segments(directory)) {
            var buffer = ByteBuffer.wrap(Files.readAllBytes(file));
            Stream.generate(() -> JournalEntry.decode(buffer))
                    .takeWhile(Optional::isPresent)
                    .forEach(entry -> entries.add(entry.orElseThrow()));
            if (buffer.hasRemaining()) {
                LOG.atWarn().addKeyValue("bytes", buffer.remaining()).log("The send journal ends in a torn entry");
            }
        }
        return List.copyOf(entries);
    }

    private static List<Path> segments(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the id of the node that uses this directory, one process after the other. */
    public UUID node() {
        return node;
    }

    /** Returns the journal of the emails that went to their final dot last. */
    public FinalDotJournal dots() {
        return dots;
    }

    /** Returns the entries of an earlier process, to be recorded before the first claim. */
    List<JournalEntry> found() {
        return found;
    }

    /** Deletes the entries of an earlier process, once they are recorded. Blocks. */
    public synchronized void deleteReplayed() {
        try {
            dots.deleteReplayed();
            for (var file : segments(directory)) {
                if (current == null || !current.file.equals(file)) {
                    Files.delete(file);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("The send journal in " + directory + " cannot be cleared", failed);
        }
    }

    /**
     * Returns whether an entry could be written now; opens a segment for it when there is none, which blocks for a write of 64 KB. While
     * no entry could be written, no message may be started.
     */
    public synchronized boolean isWritable() {
        if (current != null) {
            return true;
        }
        try {
            current = newSegment();
            reported = false;
            return true;
        } catch (IOException away) {
            if (!reported) {
                LOG.error("The send journal cannot be written, so no email is sent", away);
                reported = true;
            }
            return false;
        }
    }

    /** Appends an entry; returns the segment it is in, empty when the write failed: the result then depends on the database alone. */
    public synchronized Optional<JournalFile> append(JournalEntry entry) {
        if (!isWritable() || current == null) {
            return Optional.empty();
        }
        var file = current;
        try {
            var bytes = entry.encode();
            while (bytes.hasRemaining()) {
                file.channel.write(bytes);
            }
            file.waiting++;
            rotate(file);
            return Optional.of(file);
        } catch (IOException failed) {
            LOG.error("The send journal cannot be written", failed);
            retire(file);
            return Optional.empty();
        }
    }

    /** Notes that an entry of this segment is recorded in the tables. */
    synchronized void recorded(JournalFile file) {
        file.waiting--;
        if (file.waiting == 0 && file != current) {
            delete(file);
        }
    }

    private void rotate(JournalFile file) throws IOException {
        if (file.channel.position() >= SEGMENT_BYTES) {
            retire(file);
        }
    }

    /** Closes a segment for writing: it is full, or ends in a torn entry. */
    private void retire(JournalFile file) {
        current = null;
        if (file.waiting == 0) {
            delete(file);
        }
    }

    private JournalFile newSegment() throws IOException {
        var file = directory.resolve(System.currentTimeMillis() + "-" + UUID.randomUUID() + SUFFIX);
        var channel = PrivateFiles.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            requireSpace(channel);
            return new JournalFile(file, channel);
        } catch (IOException full) {
            channel.close();
            Files.delete(file);
            throw full;
        }
    }

    private static void requireSpace(FileChannel channel) throws IOException {
        var probe = ByteBuffer.allocate(PROBE_BYTES);
        while (probe.hasRemaining()) {
            channel.write(probe, probe.position());
        }
        channel.truncate(0);
    }

    private static void delete(JournalFile file) {
        try {
            file.channel.close();
            Files.deleteIfExists(file.file);
        } catch (IOException failed) {
            LOG.warn("A recorded journal segment cannot be deleted; it is recorded again at the next start", failed);
        }
    }

    /** Closes the journal; unrecorded entries stay on disk for the next start. */
    @Override
    public synchronized void close() throws IOException {
        if (current != null) {
            current.channel.close();
            retire(current);
        }
        dots.close();
        lock.release();
        lockFile.close();
    }
}
