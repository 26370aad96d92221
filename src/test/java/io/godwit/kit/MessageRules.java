package io.godwit.kit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What every message on the wire must keep (RFC 5322 §2, RFC 2047 §2), whoever built it. */
public final class MessageRules {

    private static final List<String> ONCE = List.of("From", "To", "Date", "Message-ID", "Subject", "MIME-Version");
    private static final Pattern ENCODED_WORD = Pattern.compile("=\\?[^?]*\\?[bqBQ]\\?[^?]*\\?=");
    private static final int GOOD_HEADER_LINE = 78;

    private MessageRules() {}

    /** Every rule the message breaks, in words; empty when it is well formed. */
    public static List<String> broken(byte[] message) {
        var broken = new ArrayList<String>();
        var text = new String(message, StandardCharsets.ISO_8859_1);
        var headEnd = text.indexOf("\r\n\r\n");
        check(broken, headEnd > 0, "there is no blank line after the head");
        check(broken, text.chars().allMatch(octet -> octet < 0x80 && octet != 0), "it is not ASCII");
        check(broken, !text.replace("\r\n", "").matches("(?s).*[\r\n].*"), "a line ends with CR or LF alone");
        check(broken, text.endsWith("\r\n"), "the last line has no end");
        for (var line : text.split("\r\n", -1)) {
            check(broken, line.length() <= 998, "a line has " + line.length() + " octets");
        }
        head(broken, headEnd < 0 ? text : text.substring(0, headEnd));
        return broken;
    }

    private static void head(List<String> broken, String head) {
        var lines = head.split("\r\n", -1);
        for (var line : lines) {
            check(broken, !line.isBlank(), "a line of the head is blank");
            check(broken, line.matches("[ \t].*|[!-9;-~]+:.*"), "a line of the head is no field: " + line);
            check(
                    broken,
                    line.length() <= GOOD_HEADER_LINE || !line.strip().matches(".*[^:] .*"),
                    "a line of the head could have been folded: " + line);
            var words = ENCODED_WORD.matcher(line);
            while (words.find()) {
                check(broken, words.group().length() <= 75, "an encoded word is too long: " + words.group());
            }
        }
        for (var name : ONCE) {
            var count = java.util.Arrays.stream(lines)
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                    .count();
            check(broken, count == 1, name + " is there " + count + " times");
        }
    }

    private static void check(List<String> broken, boolean kept, String rule) {
        if (!kept) {
            broken.add(rule);
        }
    }
}
