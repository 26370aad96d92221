package io.godwit.smtp.message;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Checks a whole message that is attached to another: an {@code .eml} file. */
final class AttachedMessage {

    private static final Pattern TYPE = Pattern.compile("(?i)message/rfc822 *(;.*)?");

    /** The first field of a message (RFC 5322 §3.6.8). */
    private static final Pattern FIRST_FIELD = Pattern.compile("[\\x21-\\x7e&&[^:]]{1,100}:.*", Pattern.DOTALL);

    /** Max octets of a line, as for our own lines: 998 are allowed (RFC 5322 §2.1.1), and relays add to them. */
    private static final int MAX_LINE = 990;

    private static final int HEAD = 256;

    private AttachedMessage() {}

    /**
     * Returns whether the attachment can be written as {@code message/rfc822}, which must not be encoded (RFC 2046 §5.2.1): a
     * message of short lines of ASCII, none of which an mbox file would change. Anything else is sent unharmed as a file of
     * octets.
     */
    static boolean canTravel(Attachment attachment) {
        var bytes = attachment.bytes();
        return TYPE.matcher(attachment.contentType()).matches() && isMessage(bytes) && isPlain(bytes);
    }

    private static boolean isMessage(byte[] bytes) {
        var head = new String(bytes, 0, Math.min(HEAD, bytes.length), StandardCharsets.ISO_8859_1);
        return FIRST_FIELD.matcher(head).matches();
    }

    private static boolean isPlain(byte[] bytes) {
        var column = 0;
        for (var at = 0; at < bytes.length; at++) {
            if (bytes[at] == '\n') {
                column = 0;
            } else if (!isPlain(bytes, at, column)) {
                return false;
            } else {
                column++;
            }
        }
        return true;
    }

    private static boolean isPlain(byte[] bytes, int at, int column) {
        var octet = bytes[at];
        if (octet == '\r') {
            return at + 1 < bytes.length && bytes[at + 1] == '\n';
        }
        return (octet >= ' ' || octet == '\t')
                && octet != 0x7f
                && column < MAX_LINE
                && !(column == 0 && QuotedPrintableEncoder.startsFrom(bytes, at));
    }
}
