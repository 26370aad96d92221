package io.godwit.smtp;

import io.godwit.smtp.message.HeaderValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A reply of a mail server, with all its lines: some begin with the reason, others end with it.
 *
 * @param code RFC 5321 §4.2
 * @param enhanced RFC 3463, {@code 5.1.1}: the first one that says more than that it failed, else the first
 * @param lines at most {@value #MAX_LINES}, each printable and at most {@value #MAX_LINE} characters, without the code
 */
public record SmtpReply(int code, Optional<String> enhanced, List<String> lines) {

    /**
     * Max lines kept, more than any server needs; a line has at most 512 octets by RFC 5321 §4.5.3.1.5, and real ones more.
     */
    private static final int MAX_LINES = 64;

    private static final int MAX_LINE = 1_000;
    private static final int MAX_RAW = 16 * 1_024;
    private static final int MAX_TEXT = 1_000;

    /** Characters kept from the start of a text that is too long; the rest is its end. */
    private static final int TEXT_HEAD = 600;

    private static final Pattern LINE = Pattern.compile("([2-5]\\d\\d)(?:[ -](.*))?", Pattern.DOTALL);
    private static final Pattern ENHANCED = Pattern.compile("([245]\\.\\d{1,3}\\.\\d{1,3})(?: .*)?", Pattern.DOTALL);

    public SmtpReply {
        lines = List.copyOf(lines);
    }

    /** Creates a reply of one line. */
    public SmtpReply(int code, Optional<String> enhanced, String line) {
        this(code, enhanced, List.of(line));
    }

    /** Parses a reply of one or more lines; empty when the text is no reply. */
    public static Optional<SmtpReply> parse(String raw) {
        var lines = new ArrayList<String>();
        var code = 0;
        for (var line : (raw.length() > MAX_RAW ? raw.substring(0, MAX_RAW) : raw).split("\n", MAX_LINES)) {
            var parts = LINE.matcher(line);
            if (!parts.matches()) {
                break;
            }
            code = Integer.parseInt(parts.group(1));
            lines.add(printable(parts.group(2) == null ? "" : parts.group(2)));
        }
        return lines.isEmpty() ? Optional.empty() : Optional.of(new SmtpReply(code, telling(lines), lines));
    }

    private static String printable(String words) {
        var clean = HeaderValidator.printable(words).strip();
        return clean.length() > MAX_LINE ? clean.substring(0, MAX_LINE) : clean;
    }

    private static Optional<String> telling(List<String> lines) {
        var first = Optional.<String>empty();
        for (var line : lines) {
            var code = enhancedCode(line);
            if (code.isPresent() && !code.get().endsWith(".0.0")) {
                return code;
            }
            first = first.or(() -> code);
        }
        return first;
    }

    private static Optional<String> enhancedCode(String line) {
        if (line.length() < 2 || line.charAt(1) != '.') {
            return Optional.empty();
        }
        var found = ENHANCED.matcher(line);
        return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
    }

    /**
     * Creates a reply of lines without their codes, in the order they came.
     *
     * @param lines text as it came; controls become spaces
     */
    public static SmtpReply of(int code, List<String> lines) {
        var clean = new ArrayList<String>(lines.size());
        for (var line : lines.subList(0, Math.min(lines.size(), MAX_LINES))) {
            clean.add(printable(line));
        }
        return new SmtpReply(code, telling(clean), clean);
    }

    /** Returns all lines in one, repeated enhanced codes left out; of more than 1,000 characters the start and the end. */
    public String text() {
        var text = new StringBuilder();
        for (var line : lines) {
            var words = text.isEmpty() ? line : withoutCode(line);
            text.append(text.isEmpty() || words.isEmpty() ? "" : " ").append(words);
        }
        return text.length() > MAX_TEXT
                ? text.substring(0, TEXT_HEAD) + " \u2026 " + text.substring(text.length() - (MAX_TEXT - TEXT_HEAD - 3))
                : text.toString();
    }

    private String withoutCode(String line) {
        return enhanced.filter(line::startsWith)
                .map(code -> line.substring(code.length()).strip())
                .orElse(line);
    }

    public boolean isClass(int first) {
        return code / 100 == first;
    }
}
