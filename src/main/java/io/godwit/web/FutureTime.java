package io.godwit.web;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * Reads a time in the future, with its zone (RFC 3339), from a body. A time that has passed is refused and not taken for now:
 * email sent by mistake cannot be called back.
 *
 * @param now the moment it is compared with
 * @param maxLead how far away it may be
 * @param limit the same in words, {@code a year}
 */
public record FutureTime(Instant now, Duration maxLead, String limit) {

    private static final int MAX_CHARACTERS = 40;

    /** Reads the member; empty when it is absent, or wrong, which is noted on the body. */
    public Optional<Instant> read(JsonBody body, String field) {
        var at = body.optionalText(field, 1, MAX_CHARACTERS).flatMap(text -> parse(body, field, text));
        at.ifPresent(time -> check(body, field, time));
        return at;
    }

    private static Optional<Instant> parse(JsonBody body, String field, String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException notOne) {
            body.issue(field, "invalid_string", "Expected a time with its zone such as 2026-01-31T09:30:00Z");
            return Optional.empty();
        }
    }

    private void check(JsonBody body, String field, Instant at) {
        if (!at.isAfter(now)) {
            body.issue(field, "too_small", "Must be in the future");
        } else if (at.isAfter(now.plus(maxLead))) {
            body.issue(field, "too_big", "Must be within " + limit);
        }
    }
}
