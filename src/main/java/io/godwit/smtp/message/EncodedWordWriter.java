package io.godwit.smtp.message;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Encodes text outside ASCII in a header (RFC 2047): words of at most 75 characters, each decodable by itself, so that no
 * character is split. Q is written with the few characters that are allowed in a phrase too (§5 rule 3).
 */
final class EncodedWordWriter {

    private static final int MAX_WORD = 75;
    private static final String Q = "=?UTF-8?Q?";
    private static final String B = "=?UTF-8?B?";
    private static final String HEX = "0123456789ABCDEF";

    private EncodedWordWriter() {}

    /** Returns the words, separated by single spaces; {@code first} is the max length of the first one. */
    static String encode(String text, int first) {
        var quoted = cost(text) <= (text.getBytes(StandardCharsets.UTF_8).length * 4 + 2) / 3;
        var words = new StringBuilder();
        var capacity = Math.min(MAX_WORD, first);
        for (var at = 0; at < text.length(); ) {
            var end = fitting(text, at, capacity - Q.length() - 2, quoted);
            words.append(words.isEmpty() ? "" : " ").append(word(text.substring(at, end), quoted));
            at = end;
            capacity = MAX_WORD;
        }
        return words.toString();
    }

    private static String word(String text, boolean quoted) {
        if (!quoted) {
            return B + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "?=";
        }
        var word = new StringBuilder(Q);
        for (var octet : text.getBytes(StandardCharsets.UTF_8)) {
            if (octet == ' ') {
                word.append('_');
            } else if (isPlain(octet)) {
                word.append((char) octet);
            } else {
                word.append('=').append(HEX.charAt((octet >> 4) & 15)).append(HEX.charAt(octet & 15));
            }
        }
        return word.append("?=").toString();
    }

    /**
     * Returns the end of the longest run of whole characters that fits; at least one character, because a word must make
     * progress.
     */
    private static int fitting(String text, int from, int capacity, boolean quoted) {
        var end = from;
        var used = 0;
        while (end < text.length()) {
            var point = text.codePointAt(end);
            used += quoted ? costOf(point) : octetsOf(point);
            var needed = quoted ? used : (used + 2) / 3 * 4;
            if (needed > capacity && end > from) {
                return end;
            }
            end += Character.charCount(point);
        }
        return end;
    }

    private static int cost(String text) {
        return text.codePoints().map(EncodedWordWriter::costOf).sum();
    }

    private static int costOf(int point) {
        return point < 0x80 && (point == ' ' || isPlain(point)) ? 1 : 3 * octetsOf(point);
    }

    private static int octetsOf(int point) {
        if (point < 0x80) {
            return 1;
        } else if (point < 0x800) {
            return 2;
        }
        return point < 0x10000 ? 3 : 4;
    }

    private static boolean isPlain(int octet) {
        return (octet >= 'a' && octet <= 'z')
                || (octet >= 'A' && octet <= 'Z')
                || (octet >= '0' && octet <= '9')
                || octet == '-'
                || octet == '!'
                || octet == '*'
                || octet == '+'
                || octet == '/';
    }
}
