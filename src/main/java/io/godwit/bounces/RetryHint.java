package io.godwit.bounces;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the time that a deferral names for the next attempt: {@code try again in 300 seconds}. */
public final class RetryHint {

    /** A longer time is no hint: it is about something else. */
    private static final Duration MAX = Duration.ofHours(24);

    private static final Pattern AMOUNT = Pattern.compile(
            "\\b(?:again|retry|retries|return|come back|back|wait|resend|gr[ae]y-?list(?:ed|ing)?|deferred|delayed|lockout|expires)\\b"
                    + "[^.\\d]{0,40}?(\\d{1,5})[ -]?(s|sec|secs|second|seconds|m|min|mins|minute|minutes|h|hr|hrs|hour|hours)\\b");

    private static final Pattern CLOCK = Pattern.compile(
            "\\b(?:again|retry|return|come back|back|wait|gr[ae]y-?list(?:ed|ing)?)\\b[^.\\d]{0,40}?(\\d{1,2}):(\\d{2}):(\\d{2})\\b");

    private RetryHint() {}

    /** Returns the time to wait from now; empty when the text names none. */
    public static Optional<Duration> of(String line) {
        var text = line.toLowerCase(Locale.ROOT);
        var amount = AMOUNT.matcher(text);
        if (amount.find()) {
            return bounded(duration(Long.parseLong(amount.group(1)), amount.group(2)));
        }
        var clock = CLOCK.matcher(text);
        return clock.find() ? bounded(duration(clock)) : Optional.empty();
    }

    private static Duration duration(long number, String unit) {
        return switch (unit.charAt(0)) {
            case 's' -> Duration.ofSeconds(number);
            case 'm' -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }

    private static Duration duration(Matcher clock) {
        return Duration.ofHours(Long.parseLong(clock.group(1)))
                .plusMinutes(Long.parseLong(clock.group(2)))
                .plusSeconds(Long.parseLong(clock.group(3)));
    }

    private static Optional<Duration> bounded(Duration hint) {
        return Optional.of(hint).filter(time -> !time.isZero() && time.compareTo(MAX) <= 0);
    }
}
