package io.godwit.smtp.message;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Resolves the encoded words of a header value (RFC 2047), also those that touch other text or hold blanks, as readers do.
 * Neighbours of one charset are decoded together, because many programs split a character between two words, though §5 forbids it.
 */
final class EncodedWordReader {

    /** Charset, language (RFC 2231 §5), encoding and text. */
    private static final Pattern WORD =
            Pattern.compile("=\\?([^?*\\s]{1,60})(?:\\*[^?\\s]{0,60})?\\?([BbQq])\\?([^?\\r\\n]*+)\\?=");

    private final StringBuilder out = new StringBuilder();
    private String charset = "";
    private ByteBuilder octets = new ByteBuilder(64);

    private EncodedWordReader() {}

    /** Returns the value with its encoded words resolved. */
    static String decode(String value) {
        return value.contains("?=") ? new EncodedWordReader().resolved(value) : value;
    }

    private String resolved(String value) {
        var words = WORD.matcher(value);
        var at = 0;
        while (words.find()) {
            var gap = value.substring(at, words.start());
            if (at == 0 || !gap.isBlank()) {
                close();
                out.append(gap);
            }
            if (!charset.equalsIgnoreCase(words.group(1))) {
                close();
                charset = words.group(1);
            }
            octets.add(octets(words.group(2), words.group(3)));
            at = words.end();
        }
        close();
        return out.append(value, at, value.length()).toString();
    }

    private void close() {
        if (!charset.isEmpty()) {
            out.append(PartCharset.decode(octets.toBytes(), charset));
        }
        charset = "";
        octets = new ByteBuilder(64);
    }

    private static byte[] octets(String encoding, String text) {
        var encoded = text.getBytes(StandardCharsets.UTF_8);
        return encoding.equalsIgnoreCase("B") ? DamagedBodyDecoder.base64(encoded) : quoted(encoded);
    }

    private static byte[] quoted(byte[] encoded) {
        var decoded = new ByteBuilder(encoded.length);
        for (var at = 0; at < encoded.length; at++) {
            var high = at + 2 < encoded.length && encoded[at] == '=' ? Character.digit(encoded[at + 1], 16) : -1;
            var low = high < 0 ? -1 : Character.digit(encoded[at + 2], 16);
            if (low >= 0) {
                decoded.add(high * 16 + low);
                at += 2;
            } else {
                decoded.add(encoded[at] == '_' ? ' ' : encoded[at]);
            }
        }
        return decoded.toBytes();
    }
}
