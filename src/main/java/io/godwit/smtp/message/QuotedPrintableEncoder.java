package io.godwit.smtp.message;

/**
 * Encodes text as quoted-printable (RFC 2045 §6.7) in one pass. Lines have at most 76 characters; CR LF and LF are line ends, a
 * lone CR is kept as {@code =0D}. A dot or "From " at the start of a line is encoded, so that no relay alters it.
 */
final class QuotedPrintableEncoder {

    private static final int MAX_LINE = 75;
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'};

    private QuotedPrintableEncoder() {}

    static void encode(byte[] text, ByteBuilder out) {
        var column = 0;
        for (var at = 0; at < text.length; at++) {
            var octet = text[at];
            if (column == 0) {
                out.ensureCapacity(MAX_LINE + 4);
            }
            if (octet <= '\r' && isLineEnd(text, at)) {
                out.put('\r').put('\n');
                at += octet == '\r' ? 1 : 0;
                column = 0;
                continue;
            }
            var plain = isPlain(text, at, column == 0);
            if (column + (plain ? 1 : 3) > MAX_LINE) {
                out.put('=').put('\r').put('\n').ensureCapacity(MAX_LINE + 4);
                column = 0;
                plain = isPlain(text, at, true);
            }
            if (plain) {
                out.put(octet);
                column++;
            } else {
                out.put('=').put(HEX[(octet >> 4) & 15]).put(HEX[octet & 15]);
                column += 3;
            }
        }
    }

    static boolean isLineEnd(byte[] text, int at) {
        return text[at] == '\n' || (text[at] == '\r' && at + 1 < text.length && text[at + 1] == '\n');
    }

    private static boolean isPlain(byte[] text, int at, boolean atLineStart) {
        var octet = text[at];
        if (octet > ' ' && octet < 127 && octet != '=') {
            return !atLineStart || (octet != '.' && !startsFrom(text, at));
        }
        return (octet == ' ' || octet == '\t') && at + 1 < text.length && !isLineEnd(text, at + 1);
    }

    /** Returns whether the separator of mbox files begins here. */
    static boolean startsFrom(byte[] text, int at) {
        return text[at] == 'F'
                && at + 4 < text.length
                && text[at + 1] == 'r'
                && text[at + 2] == 'o'
                && text[at + 3] == 'm'
                && text[at + 4] == ' ';
    }
}
