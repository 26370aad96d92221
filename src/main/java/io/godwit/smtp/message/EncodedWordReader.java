package io.godwit.smtp.message;

import jakarta.mail.internet.MimeUtility;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Resolves the encoded words of a header value (RFC 2047). Neighbours of one charset and encoding are joined before, because many
 * programs split a character between two words, though §5 forbids it.
 */
final class EncodedWordReader {

    private static final Pattern WORD = Pattern.compile("=\\?([^?\\s]{1,60})\\?([BbQq])\\?([^?\\s]*+)\\?=");

    private EncodedWordReader() {}

    /** Neighbouring encoded words of one charset and encoding, with the texts inside. */
    private record Run(String charset, String encoding, List<String> texts) {

        private boolean takes(String gap, String otherCharset, String otherEncoding) {
            return !gap.isEmpty()
                    && gap.isBlank()
                    && charset.equalsIgnoreCase(otherCharset)
                    && encoding.equalsIgnoreCase(otherEncoding);
        }

        private String word() {
            return "=?" + charset + "?" + encoding + "?" + text() + "?=";
        }

        private String text() {
            if (texts.size() == 1 || encoding.equalsIgnoreCase("Q")) {
                return String.join("", texts);
            }
            var octets = new ByteBuilder(1024);
            for (var text : texts) {
                octets.add(DamagedBodyDecoder.base64(text.getBytes(StandardCharsets.ISO_8859_1)));
            }
            return Base64.getEncoder().encodeToString(octets.toBytes());
        }
    }

    /** Returns the value with its encoded words resolved. */
    static String decode(String value) throws UnsupportedEncodingException {
        return MimeUtility.decodeText(value.contains("?=") ? joined(value) : value);
    }

    private static String joined(String value) {
        var pieces = new ArrayList<Object>();
        var words = WORD.matcher(value);
        var at = 0;
        while (words.find()) {
            var gap = value.substring(at, words.start());
            var last = pieces.isEmpty() ? "" : pieces.get(pieces.size() - 1);
            if (last instanceof Run run && run.takes(gap, words.group(1), words.group(2))) {
                run.texts().add(words.group(3));
            } else {
                pieces.add(gap);
                pieces.add(new Run(words.group(1), words.group(2), new ArrayList<>(List.of(words.group(3)))));
            }
            at = words.end();
        }
        pieces.add(value.substring(at));
        return pieces.stream()
                .map(piece -> piece instanceof Run run ? run.word() : piece.toString())
                .collect(Collectors.joining());
    }
}
