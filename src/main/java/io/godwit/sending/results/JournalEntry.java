package io.godwit.sending.results;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.smtp.SmtpReply;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * One accepted message in the journal's format: checksum and length of what follows, then the ids, the attempt, the fence, the
 * time and the reply.
 */
public record JournalEntry(ProjectId project, EmailId email, int attempt, long fence, Instant at, SmtpReply reply) {

    private static final int HEAD = 2 * Integer.BYTES;
    private static final int FIXED = 6 * Long.BYTES + Integer.BYTES + Short.BYTES + Byte.BYTES;

    /** Max bytes of an entry; a longer one is corrupt, because a reply's text has at most 1,000 characters. */
    private static final int MAX_LENGTH = 16 * 1024;

    ByteBuffer encode() {
        var enhanced = reply.enhanced().orElse("").getBytes(StandardCharsets.US_ASCII);
        var text = reply.text().getBytes(StandardCharsets.UTF_8);
        var length = FIXED + enhanced.length + text.length;
        var buffer = ByteBuffer.allocate(HEAD + length).position(HEAD);
        put(buffer, project.value());
        put(buffer, email.value());
        buffer.putLong(fence).putLong(at.toEpochMilli()).putInt(attempt).putShort((short) reply.code());
        buffer.put((byte) enhanced.length).put(enhanced).put(text).flip();
        return buffer.putInt(0, checksum(buffer, HEAD, length)).putInt(Integer.BYTES, length);
    }

    /** Reads the next entry; empty, and nothing read, at the end or where a write was torn. */
    static Optional<JournalEntry> decode(ByteBuffer journal) {
        if (journal.remaining() < HEAD) {
            return Optional.empty();
        }
        var start = journal.position();
        var length = journal.getInt(start + Integer.BYTES);
        if (length < FIXED || length > MAX_LENGTH || journal.remaining() < HEAD + length) {
            return Optional.empty();
        }
        if (checksum(journal, start + HEAD, length) != journal.getInt(start)) {
            return Optional.empty();
        }
        var entry = read(journal.slice(start + HEAD, length));
        journal.position(start + HEAD + length);
        return Optional.of(entry);
    }

    private static JournalEntry read(ByteBuffer buffer) {
        var project = new ProjectId(new UUID(buffer.getLong(), buffer.getLong()));
        var email = new EmailId(new UUID(buffer.getLong(), buffer.getLong()));
        var fence = buffer.getLong();
        var at = Instant.ofEpochMilli(buffer.getLong());
        var attempt = buffer.getInt();
        int code = buffer.getShort();
        var enhanced = text(buffer, buffer.get());
        var reply = new SmtpReply(code, Optional.of(enhanced).filter(found -> !found.isEmpty()), text(buffer, -1));
        return new JournalEntry(project, email, attempt, fence, at, reply);
    }

    /** Reads a text; the rest of the buffer when {@code length} is negative. */
    private static String text(ByteBuffer buffer, int length) {
        var bytes = new byte[length < 0 ? buffer.remaining() : length];
        buffer.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void put(ByteBuffer buffer, UUID id) {
        buffer.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }

    private static int checksum(ByteBuffer buffer, int start, int length) {
        var crc = new CRC32();
        crc.update(buffer.slice(start, length));
        return (int) crc.getValue();
    }
}
