package io.godwit.smtp.server;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses the arguments of MAIL and RCPT (RFC 5321 §4.1.1.2, §4.1.1.3). */
final class SmtpCommandParser {

    private static final String SIZE = " SIZE=";

    /** The offered parameters: RFC 1870 §3, RFC 6152 §2; {@code BODY=BINARYMIME} would need BDAT (RFC 3030 §3). */
    private static final Pattern OFFERED =
            Pattern.compile("SIZE=\\d{1,20}|BODY=(?:7BIT|8BITMIME)", Pattern.CASE_INSENSITIVE);

    private SmtpCommandParser() {}

    /** Returns the path in the angle brackets, which may be an empty text; empty without brackets. */
    static Optional<String> path(String line) {
        var start = line.indexOf('<');
        var end = line.indexOf('>', start);
        return start < 0 || end < 0 ? Optional.empty() : Optional.of(line.substring(start + 1, end));
    }

    /** Returns the first parameter after the path that belongs to no offered extension, such as {@code SMTPUTF8}. */
    static Optional<String> unknownParameter(String line) {
        return Arrays.stream(line.substring(line.indexOf('>', line.indexOf('<')) + 1)
                        .strip()
                        .split(" +"))
                .filter(parameter ->
                        !parameter.isEmpty() && !OFFERED.matcher(parameter).matches())
                .findFirst();
    }

    /** Returns the octets the client announces (RFC 1870 §6.1); 0 when it does not. */
    static long declaredSize(String line) {
        var at = line.toUpperCase(Locale.ROOT).lastIndexOf(SIZE);
        var digits = at < 0 ? "" : line.substring(at + SIZE.length()).split(" ", 2)[0];
        return digits.matches("\\d{1,18}") ? Long.parseLong(digits) : 0;
    }
}
