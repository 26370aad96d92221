package io.godwit.smtp;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the mail server said.
 *
 * @param code RFC 5321 §4.2
 * @param enhanced RFC 3463, {@code 5.1.1}
 * @param text at most 1,000 characters, printable
 */
public record Reply(int code, Optional<String> enhanced, String text) {

    private static final int MAX_TEXT = 1_000;
    private static final Pattern LINE = Pattern.compile("([2-5]\\d\\d)(?:[ -](.*))?", Pattern.DOTALL);
    private static final Pattern ENHANCED = Pattern.compile("([245]\\.\\d{1,3}\\.\\d{1,3})(?: .*)?", Pattern.DOTALL);

    /** Reads a reply of one or more lines; empty when it is none. */
    static Optional<Reply> parse(String raw) {
        var lines = raw.length() > 4 * MAX_TEXT ? raw.substring(0, 4 * MAX_TEXT) : raw;
        var text = new StringBuilder();
        var code = 0;
        for (var line : lines.split("\n", -1)) {
            var parts = LINE.matcher(line);
            if (!parts.matches()) {
                return code == 0 ? Optional.empty() : Optional.of(of(code, text.toString()));
            }
            code = Integer.parseInt(parts.group(1));
            var words = parts.group(2) == null ? "" : parts.group(2).strip();
            text.append(text.isEmpty() || words.isEmpty() ? "" : " ").append(words);
        }
        return Optional.of(of(code, text.toString()));
    }

    private static Reply of(int code, String words) {
        var enhanced = ENHANCED.matcher(words);
        var clean = HeaderText.printable(words).strip();
        return new Reply(
                code,
                enhanced.matches() ? Optional.of(enhanced.group(1)) : Optional.empty(),
                clean.length() > MAX_TEXT ? clean.substring(0, MAX_TEXT) : clean);
    }

    boolean isClass(int first) {
        return code / 100 == first;
    }
}
