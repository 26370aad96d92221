package io.godwit.smtp.server;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Parses the arguments of MAIL and RCPT (RFC 5321 §4.1.1.2, §4.1.1.3). */
final class SmtpCommandParser {

    private static final String SIZE = " SIZE=";

    /** The offered parameters: RFC 1870 §3, RFC 6152 §2, RFC 6531 §3.4; {@code BODY=BINARYMIME} would need BDAT (RFC 3030 §3). */
    private static final Pattern OFFERED =
            Pattern.compile("SIZE=\\d{1,20}|BODY=(?:7BIT|8BITMIME)|SMTPUTF8", Pattern.CASE_INSENSITIVE);

    /** The character that stands for octets that are no UTF-8. */
    private static final char UNDECODABLE = '\uFFFD';

    private SmtpCommandParser() {}

    private static final Pattern MAIL = Pattern.compile("MAIL FROM: *<", Pattern.CASE_INSENSITIVE);
    private static final Pattern RCPT = Pattern.compile("RCPT TO: *<", Pattern.CASE_INSENSITIVE);

    /** The parameter that names who wrote a message first (RFC 4954 §5); its value is not used. */
    private static final Pattern AUTH = Pattern.compile("AUTH=\\S{1,500}", Pattern.CASE_INSENSITIVE);

    /**
     * Returns whether a line, read octet by octet, has control characters. Octets of a character in UTF-8 may look like some; a line
     * that is no UTF-8 is judged by its octets.
     */
    static boolean hasControls(String line) {
        var text = decoded(line);
        return (text.indexOf(UNDECODABLE) < 0 ? text : line).chars().anyMatch(Character::isISOControl);
    }

    /** Returns the text of octets; SMTPUTF8 makes commands UTF-8 (RFC 6531 §3.3). */
    private static String decoded(String octets) {
        return new String(octets.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** Returns whether a line is MAIL in its one form; a blank after the colon is borne. */
    static boolean isMail(String line) {
        return MAIL.matcher(line).lookingAt();
    }

    /** Returns whether a line is RCPT in its one form, likewise. */
    static boolean isRecipient(String line) {
        return RCPT.matcher(line).lookingAt();
    }

    /** Returns the address in the angle brackets, which may be an empty text; throws without brackets. */
    static String address(String line) {
        return decoded(path(line).orElseThrow());
    }

    /** Returns the octets in the angle brackets, which may be none; empty without brackets. */
    static Optional<String> path(String line) {
        var start = line.indexOf('<');
        var end = line.indexOf('>', start);
        return start < 0 || end < 0 ? Optional.empty() : Optional.of(line.substring(start + 1, end));
    }

    /** Returns whether octets are UTF-8, as addresses are (RFC 6531 §3.3). */
    static boolean isUtf8(String octets) {
        return decoded(octets).indexOf(UNDECODABLE) < 0;
    }

    /** Returns the first parameter of MAIL that belongs to no extension that is offered. */
    static Optional<String> unknownParameter(String line, boolean login) {
        return parameters(line)
                .filter(parameter -> !OFFERED.matcher(parameter).matches()
                        && !(login && AUTH.matcher(parameter).matches()))
                .findFirst();
    }

    /** Returns the words after the path. */
    static Stream<String> parameters(String line) {
        return Arrays.stream(line.substring(line.indexOf('>', line.indexOf('<')) + 1)
                        .strip()
                        .split(" +"))
                .filter(parameter -> !parameter.isEmpty());
    }

    /** Returns the octets the client announces (RFC 1870 §6.1); 0 when it does not. */
    static long declaredSize(String line) {
        var at = line.toUpperCase(Locale.ROOT).lastIndexOf(SIZE);
        var digits = at < 0 ? "" : line.substring(at + SIZE.length()).split(" ", 2)[0];
        return digits.matches("\\d{1,18}") ? Long.parseLong(digits) : 0;
    }
}
