package io.godwit.smtp.message;

import java.util.Arrays;

/**
 * Encodes text as quoted-printable (RFC 2045 §6.7) in one pass. Lines have at most 76 characters; CR LF and LF are line ends, a
 * lone CR is kept as {@code =0D}. A dot or "From " at the start of a line is encoded, so that no relay alters it.
 */
final class QuotedPrintableEncoder {

    private static final int MAX_LINE = 75;

    /** The length of an encoded octet, and of a soft line break. */
    private static final int ENCODED = 3;

    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'};

    /** The octets that stand for themselves anywhere but at the start of a line; blanks depend on what follows them. */
    private static final boolean[] PLAIN = plain();

    private QuotedPrintableEncoder() {}

    private static boolean[] plain() {
        var plain = new boolean[256];
        Arrays.fill(plain, '!', 127, true);
        plain['='] = false;
        return plain;
    }

    static void encode(byte[] text, ByteBuilder out) {
        encode(text, 0, out);
    }

    /**
     * Encodes a piece of a text that begins at this column of a line, and returns the column at its end. A blank at the end of the
     * piece is encoded, so that a line may end there.
     */
    static int encode(byte[] text, int start, ByteBuilder out) {
        var column = start;
        for (var at = 0; at < text.length; ) {
            var run = run(text, at, column);
            if (run > 0) {
                out.add(text, at, run);
                column += run;
                at += run;
            } else if (isLineEnd(text, at)) {
                out.endLine();
                at += text[at] == '\r' ? 2 : 1;
                column = 0;
            } else if (column + (isPlain(text, at) ? 1 : ENCODED) > MAX_LINE) {
                column = softBreak(out);
            } else {
                out.ensureCapacity(ENCODED)
                        .put('=')
                        .put(HEX[(text[at] >> 4) & 15])
                        .put(HEX[text[at] & 15]);
                column += ENCODED;
                at++;
            }
        }
        return column;
    }

    /** Ends a line that the decoder joins with the next; returns the column after it. */
    static int softBreak(ByteBuilder out) {
        out.ensureCapacity(ENCODED).put('=').put('\r').put('\n');
        return 0;
    }

    /** Returns the number of octets from here that stand for themselves and fit the line. */
    private static int run(byte[] text, int from, int column) {
        var end = Math.min(text.length, from + MAX_LINE - column);
        if (column == 0 && from < end && (text[from] == '.' || startsFrom(text, from))) {
            return 0;
        }
        var at = from;
        while (at < end && isPlain(text, at)) {
            at++;
        }
        return at - from;
    }

    private static boolean isPlain(byte[] text, int at) {
        var octet = text[at];
        return PLAIN[octet & 0xff]
                || ((octet == ' ' || octet == '\t') && at + 1 < text.length && !isLineEnd(text, at + 1));
    }

    static boolean isLineEnd(byte[] text, int at) {
        return text[at] == '\n' || (text[at] == '\r' && at + 1 < text.length && text[at + 1] == '\n');
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
