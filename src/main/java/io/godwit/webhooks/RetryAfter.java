package io.godwit.webhooks;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Reads {@code Retry-After} (RFC 9110 §10.2.3): seconds, or a date. */
final class RetryAfter {

    /** The longest pause; a receiver that asks for more is called again after this. */
    static final Duration MAX_PAUSE = Duration.ofHours(1);

    private RetryAfter() {}

    /** Parses the header; empty for a text that cannot be parsed and for a time that is over. */
    static Optional<Duration> read(String header, Instant now) {
        return (header.matches("[0-9]{1,9}")
                        ? Optional.of(Duration.ofSeconds(Long.parseLong(header)))
                        : until(header, now))
                .filter(pause -> pause.compareTo(Duration.ZERO) > 0)
                .map(pause -> pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause);
    }

    private static Optional<Duration> until(String date, Instant now) {
        try {
            return Optional.of(Duration.between(now, Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date))));
        } catch (DateTimeException notADate) {
            return Optional.empty();
        }
    }
}
