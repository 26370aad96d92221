package io.godwit.bounces;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds email addresses in lines written by programs. */
final class AddressExtractor {

    private static final String LOCAL_CHARACTER = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]";
    private static final Pattern ADDRESS = Pattern.compile(LOCAL_CHARACTER + "{1,64}@[A-Za-z0-9.-]{1,190}[A-Za-z0-9]");

    /** An address that does not begin within a longer local part. */
    private static final Pattern WHOLE = Pattern.compile("(?<!" + LOCAL_CHARACTER + ")" + ADDRESS.pattern());

    /** Local parts and names that mail systems send from. */
    private static final Pattern DAEMON = Pattern.compile(
            "(?:mailer[-_.]?daemon|mail[-_.]?daemon|mdaemon|post[-_.]?master|mail[-_.]?system|mail[-_.]?delivery(?:[-_.](?:sub)?system)?|bounces?|"
                    + "microsoftexchange[0-9a-f]{16,64})@.*");

    /** Addresses that feedback loops and notifications send from. */
    private static final Pattern REPORTER = Pattern.compile(
            "staff@hotmail\\.com|no-reply@sns\\.amazonaws\\.com|complaints@[^@]{0,60}amazonses\\.com|scomp@aol\\.net|"
                    + "(?:fbl|feedback-?loop|feedbackloop|arf|abuse-?report)(?:[-_.+][^@]{0,60})?@.*");

    private AddressExtractor() {}

    /** Returns the first address that is not a mail system's. */
    static Optional<String> first(String text) {
        return ADDRESS.matcher(truncate(text))
                .results()
                .map(found -> plain(found.group()))
                .filter(address -> !isDaemon(address) && !MessageIdFinder.looksLikeMessageId(address))
                .findFirst();
    }

    private static String plain(String found) {
        return found.replaceAll("^'+|'+$|^(?:SMTP|smtp)=", "");
    }

    static boolean isDaemon(String address) {
        return DAEMON.matcher(address.toLowerCase(Locale.ROOT)).matches();
    }

    static boolean isReporter(String address) {
        return REPORTER.matcher(address.toLowerCase(Locale.ROOT)).matches();
    }

    /** Returns the address of {@code rfc822; ada@example.com} (RFC 3464 §2.1.2) or {@code <ada@example.com>}. */
    static Optional<String> typed(String value) {
        var semicolon = value.indexOf(';');
        return ADDRESS.matcher(truncate(value.substring(semicolon + 1)))
                .results()
                .map(found -> found.group())
                .findFirst();
    }

    /** Returns the same, and nothing for an address of which only a part would be found: in another alphabet, quoted, too long. */
    static Optional<String> whole(String value) {
        var semicolon = value.indexOf(';');
        return value.chars().allMatch(each -> each < 128 && each != '\\')
                ? WHOLE.matcher(truncate(value.substring(semicolon + 1)))
                        .results()
                        .map(found -> plain(found.group()))
                        .findFirst()
                : Optional.empty();
    }

    private static String truncate(String text) {
        return text.length() > 4_000 ? text.substring(0, 4_000) : text;
    }
}
