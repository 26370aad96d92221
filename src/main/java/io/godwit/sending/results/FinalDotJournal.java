package io.godwit.sending.results;

import io.godwit.core.PrivateFiles;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.attempt.OfferedAttempt;
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
 * Records on disk the emails in flight that were offered, each just before its final dot (RFC 5321 §4.1.1.4): of the emails a process
 * had in flight when it crashed, only these can have been accepted. A record has the place of its email among those in flight and is
 * overwritten by the next email that has the place, so the file has as many records as emails were in flight at once; like the
 * journal's entries it survives a crash of the process and costs microseconds.
 */
public final class FinalDotJournal implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FinalDotJournal.class);

    /** Bytes of a record: project, email and fence. */
    private static final int RECORD_BYTES = 5 * Long.BYTES;

    private final FileChannel file;
    private final Optional<List<OfferedAttempt>> found;

    private FinalDotJournal(FileChannel file, Optional<List<OfferedAttempt>> found) {
        this.file = file;
        this.found = found;
    }

    /** Opens the file and reads the records of an earlier process. Blocks. */
    public static FinalDotJournal open(Path directory) throws IOException {
        var path = directory.resolve("dots");
        var found = Files.exists(path) ? Optional.of(read(path)) : Optional.<List<OfferedAttempt>>empty();
        return new FinalDotJournal(PrivateFiles.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE), found);
    }

    private static List<OfferedAttempt> read(Path path) throws IOException {
        var journal = new ArrayList<OfferedAttempt>();
        var records = ByteBuffer.wrap(Files.readAllBytes(path));
        while (records.remaining() >= RECORD_BYTES) {
            var project = new ProjectId(new UUID(records.getLong(), records.getLong()));
            var email = new EmailId(new UUID(records.getLong(), records.getLong()));
            journal.add(new OfferedAttempt(project, email, records.getLong()));
        }
        return List.copyOf(journal);
    }

    /** Returns the emails that an earlier process may have had at the final dot; empty when it left no usable file. */
    public Optional<List<OfferedAttempt>> found() {
        return found;
    }

    /**
     * Records that the email goes to its final dot now. A failed write is logged and the email is sent all the same: after a crash it
     * is sent again like one in doubt, but not reported as such.
     *
     * @param place the number of the email among those in flight, which no other has at the time
     */
    public void mark(int place, OfferedAttempt offered) {
        var project = offered.project().value();
        var email = offered.email().value();
        var bytes = ByteBuffer.allocate(RECORD_BYTES)
                .putLong(project.getMostSignificantBits())
                .putLong(project.getLeastSignificantBits())
                .putLong(email.getMostSignificantBits())
                .putLong(email.getLeastSignificantBits())
                .putLong(offered.fence())
                .flip();
        try {
            file.write(bytes, (long) place * RECORD_BYTES);
        } catch (IOException failed) {
            LOG.error("The mark of a final dot cannot be written", failed);
        }
    }

    /** Deletes the records of an earlier process. Blocks. */
    public void deleteReplayed() throws IOException {
        file.truncate(0);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
