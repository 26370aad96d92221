package io.godwit.sending.queue;

import io.godwit.core.PrivateFiles;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The email each connection offered last, written down just before its final dot (RFC 5321 §4.1.1.4): of those a process had under
 * way when it died, only these can have been taken. A record stands in the place of its connection and is overwritten by the
 * next, so the file never grows; like the journal's entries it survives the death of the process and costs microseconds.
 */
public final class FinalDotJournal implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FinalDotJournal.class);

    /** Project, email and fence. */
    private static final int RECORD_BYTES = 5 * Long.BYTES;

    private final FileChannel file;
    private final Optional<List<OfferedAttempt>> found;

    private FinalDotJournal(FileChannel file, Optional<List<OfferedAttempt>> found) {
        this.file = file;
        this.found = found;
    }

    /** One attempt to send an email, known by its fence. */
    public record OfferedAttempt(ProjectId project, EmailId email, long fence) {}

    /** Reads what an earlier process left. Blocks. */
    public static FinalDotJournal open(Path directory) throws IOException {
        var path = directory.resolve("dots");
        var found = Files.exists(path) ? Optional.of(read(path)) : Optional.<List<OfferedAttempt>>empty();
        return new FinalDotJournal(PrivateFiles.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE), found);
    }

    private static List<OfferedAttempt> read(Path path) throws IOException {
        var marks = new ArrayList<OfferedAttempt>();
        var records = ByteBuffer.wrap(Files.readAllBytes(path));
        while (records.remaining() >= RECORD_BYTES) {
            var project = new ProjectId(new UUID(records.getLong(), records.getLong()));
            var email = new EmailId(new UUID(records.getLong(), records.getLong()));
            marks.add(new OfferedAttempt(project, email, records.getLong()));
        }
        return List.copyOf(marks);
    }

    /** The emails an earlier process may have been at the final dot of; empty when it left no word about that. */
    public Optional<List<OfferedAttempt>> found() {
        return found;
    }

    /**
     * Writes down that the email goes to its final dot now, on the connection with that number. What cannot be written is logged
     * and goes out all the same: after a death it is sent again like one in doubt, only nobody says that it was.
     */
    public void mark(int connection, OfferedAttempt mark) {
        var project = mark.project().value();
        var email = mark.email().value();
        var bytes = ByteBuffer.allocate(RECORD_BYTES)
                .putLong(project.getMostSignificantBits())
                .putLong(project.getLeastSignificantBits())
                .putLong(email.getMostSignificantBits())
                .putLong(email.getLeastSignificantBits())
                .putLong(mark.fence())
                .flip();
        try {
            file.write(bytes, (long) connection * RECORD_BYTES);
        } catch (IOException failed) {
            LOG.error("The mark of a final dot cannot be written", failed);
        }
    }

    /** Forgets what an earlier process left. Blocks. */
    public void forgetFound() throws IOException {
        file.truncate(0);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
