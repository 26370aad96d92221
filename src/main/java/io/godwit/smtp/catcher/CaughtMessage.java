package io.godwit.smtp.catcher;

import io.godwit.core.id.Ids;
import io.godwit.smtp.message.MimeReader;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetHeaders;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * A caught message as the list shows it.
 *
 * @param id grows with time
 * @param from the header field, decoded
 * @param to the header field, decoded
 * @param envelope its return path and recipients on the wire
 * @param size in octets
 */
record CaughtMessage(
        String id, Instant receivedAt, String from, String to, String subject, EnvelopePaths envelope, long size) {

    /** {@code MAIL FROM} and {@code RCPT TO}; several recipients are separated by commas. */
    record EnvelopePaths(String from, String to) {}

    private static final int MILLIS_SHIFT = 16;

    /** Reads the header of a message; empty when the id is not from this store. */
    static Optional<CaughtMessage> of(String id, EnvelopePaths envelope, byte[] head, long size) {
        return Ids.parse(id).map(uuid -> {
            var fields = fields(head);
            return new CaughtMessage(
                    id,
                    Instant.ofEpochMilli(uuid.getMostSignificantBits() >>> MILLIS_SHIFT),
                    field(fields, "From"),
                    field(fields, "To"),
                    field(fields, "Subject"),
                    envelope,
                    size);
        });
    }

    private static InternetHeaders fields(byte[] head) {
        try {
            return new InternetHeaders(new ByteArrayInputStream(head), true);
        } catch (MessagingException unreadable) {
            return new InternetHeaders();
        }
    }

    private static String field(InternetHeaders fields, String name) {
        var value = fields.getHeader(name, ", ");
        return value == null ? "" : MimeReader.decoded(value);
    }

    /** Returns the lines written before the message in its file; the rest of the file is the message as it was received. */
    byte[] preface() {
        return ("Return-Path: <" + envelope.from() + ">\r\nDelivered-To: " + envelope.to() + "\r\n")
                .getBytes(StandardCharsets.UTF_8);
    }
}
