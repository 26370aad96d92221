package io.godwit.smtp.message;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * Builds a {@link Message} to the bytes sent over the wire: ASCII, lines ended by CR LF and at most 998 octets long. Equal
 * messages with bodies of the same kind always give equal bytes. A prepared body may be encoded in another way than one of its
 * own, with soft line breaks at other places (RFC 2045 §6.7): two attempts to send an email may differ in that and in nothing
 * else, each is signed as it is, and both are the same once decoded. Safe from any thread; a 10 KB body takes some tens of
 * microseconds, large attachments belong on a worker.
 */
public final class MessageBuilder {

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.US).withZone(ZoneOffset.UTC);

    /** Max bytes of a message. */
    public static final int MAX_BYTES = 40 << 20;

    private static final String TLS_REPORT = "application/tlsrpt+gzip";

    private MessageBuilder() {}

    /**
     * Builds the whole message, unsigned.
     *
     * @throws IllegalArgumentException when an address or a header's name cannot be written, a header is a reserved one, or the
     *     message has more than {@link #MAX_BYTES} bytes
     */
    public static byte[] build(Message message) {
        return build(message, MAX_BYTES);
    }

    /** Builds a message; one that is too large fails before it takes the memory. */
    static byte[] build(Message message, int max) {
        var out = ByteBuilder.upTo(max, message.html().size() + message.text().size() + 4096);
        head(out, message);
        content(message).write(out);
        return out.toBytes();
    }

    private static void head(ByteBuilder out, Message message) {
        HeaderField.plain(out, "Message-ID", "<" + HeaderValidator.address(message.messageId()) + ">");
        HeaderField.plain(out, "Date", DATE.format(message.date()));
        HeaderField.mailbox(out, "From", message.from());
        HeaderField.mailboxes(out, "To", message.to());
        if (!message.cc().isEmpty()) {
            HeaderField.mailboxes(out, "Cc", message.cc());
        }
        message.replyTo().ifPresent(replyTo -> HeaderField.mailbox(out, "Reply-To", replyTo));
        HeaderField.text(out, "Subject", message.subject());
        for (var header : message.headers()) {
            HeaderField.text(out, allowed(header.name()), header.value());
        }
        HeaderField.plain(out, "MIME-Version", "1.0");
    }

    private static String allowed(String name) {
        if (ReservedHeaders.isReservedInMessage(HeaderValidator.name(name))) {
            throw new IllegalArgumentException("The header " + name + " is written by the server and cannot be given");
        }
        return name;
    }

    /** Nests mixed > related > alternative, each only where it is needed (RFC 2046 §5.1, RFC 2387). */
    private static MimePart content(Message message) {
        var boundary = boundary(message.messageId());
        MimePart content = new MimePart.Multi(
                "alternative",
                "",
                boundary + "a",
                List.of(MimePart.plainText(message.text()), MimePart.html(message.html())));
        var inline = files(message, true);
        if (!inline.isEmpty()) {
            content = new MimePart.Multi(
                    "related", " type=\"multipart/alternative\";", boundary + "r", joined(content, inline));
        }
        var attached = files(message, false);
        return attached.isEmpty() ? content : attachedTo(content, attached, message, boundary + "m");
    }

    /** Returns the outermost part; one with a TLS report is a report (RFC 6522, RFC 8460 §5.3). */
    private static MimePart attachedTo(MimePart content, List<MimePart> attached, Message message, String boundary) {
        var reports = message.attachments().stream()
                .anyMatch(file -> file.contentType().equals(TLS_REPORT));
        return reports
                ? new MimePart.Multi("report", " report-type=\"tlsrpt\";", boundary, joined(content, attached))
                : new MimePart.Multi("mixed", "", boundary, joined(content, attached));
    }

    private static List<MimePart> files(Message message, boolean related) {
        return message.attachments().stream()
                .filter(file -> related == (file.inline() && file.contentId().isPresent()))
                .<MimePart>map(MimePart.File::new)
                .toList();
    }

    private static List<MimePart> joined(MimePart first, List<MimePart> others) {
        var parts = new ArrayList<MimePart>();
        parts.add(first);
        parts.addAll(others);
        return parts;
    }

    /** Returns a boundary that is the same in every copy of the message. */
    private static String boundary(String messageId) {
        var digest = UUID.nameUUIDFromBytes(messageId.getBytes(StandardCharsets.UTF_8));
        return "=_" + digest.toString().replace("-", "");
    }
}
