package io.godwit.web.body;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads percent-encoded text (RFC 3986 §2.1) strictly: a broken escape or broken UTF-8 is not guessed at. */
final class PercentDecoder {

    private PercentDecoder() {}

    /**
     * Empty when the text cannot be read.
     *
     * @param plusIsSpace true in a query string, false in a path
     */
    static Optional<String> decode(String text, boolean plusIsSpace) {
        return isPlain(text, plusIsSpace)
                ? Optional.of(text)
                : octets(text, plusIsSpace).flatMap(PercentDecoder::utf8);
    }

    private static boolean isPlain(String text, boolean plusIsSpace) {
        for (var i = 0; i < text.length(); i++) {
            var character = text.charAt(i);
            if (character == '%' || character >= 0x80 || (plusIsSpace && character == '+')) {
                return false;
            }
        }
        return true;
    }

    private static Optional<ByteBuffer> octets(String text, boolean plusIsSpace) {
        var bytes = ByteBuffer.allocate(text.length());
        for (var i = 0; i < text.length(); i++) {
            var character = text.charAt(i);
            if (character == '%') {
                var octet = octet(text, i + 1);
                if (octet < 0) {
                    return Optional.empty();
                }
                bytes.put((byte) octet);
                i += 2;
            } else {
                bytes.put((byte) (plusIsSpace && character == '+' ? ' ' : character));
            }
        }
        return Optional.of(bytes.flip());
    }

    private static int octet(String text, int at) {
        if (at + 2 > text.length()) {
            return -1;
        }
        var high = Character.digit(text.charAt(at), 16);
        var low = Character.digit(text.charAt(at + 1), 16);
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }

    private static Optional<String> utf8(ByteBuffer bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
        } catch (CharacterCodingException broken) {
            return Optional.empty();
        }
    }
}
