package io.godwit.bounces;

import java.util.Optional;
import java.util.regex.Pattern;

/** Finds reply codes and enhanced codes in a line. */
final class StatusCodes {

    /** An enhanced code: class, subject, detail (RFC 3463 §2). */
    private static final Pattern ENHANCED = Pattern.compile("(?<![\\d.])([245]\\.\\d{1,3}\\.\\d{1,3})(?![\\d.]*\\d)");

    /**
     * A reply code: at the line's start, after a name and a colon or {@code #}, or after words that announce it. Numbers
     * elsewhere are sizes, ports and dates. The number of blanks is bounded, because any number of them twice in a row takes time
     * that grows with its square.
     */
    private static final Pattern REPLY = Pattern.compile(
            "(?:^|[:;#(\"'<=>\\[]|\\bsaid|code|\\berror|\\bwas|\\bwith|\\brespon(?:se|ded)|\\breturned)\\s{0,8}[:=(#]?\\s{0,8}([45][0-7]\\d)(?=[ \\-:#),\"'.]|$)",
            Pattern.CASE_INSENSITIVE);

    private StatusCodes() {}

    /** Returns the first enhanced code, also one of success (class 2): for the field {@code Status} of a report. */
    static Optional<String> enhanced(String field) {
        return ENHANCED.matcher(field).results().map(found -> found.group(1)).findFirst();
    }

    /** Returns the first enhanced code of class 4 or 5; a number such as 2.0.12 in prose is the version of a program. */
    static Optional<String> enhancedRefusal(String line) {
        return ENHANCED.matcher(line)
                .results()
                .map(found -> found.group(1))
                .filter(code -> !code.startsWith("2"))
                .findFirst();
    }

    static Optional<Integer> reply(String line) {
        var matcher = REPLY.matcher(line);
        return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
    }
}
