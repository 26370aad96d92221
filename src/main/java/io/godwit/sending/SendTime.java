package io.godwit.sending;

import io.godwit.web.Body;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * Reads when an email is to go out. A time that has passed is refused rather than sent at once: a wrong hour would be mail that
 * nobody can call back.
 */
final class SendTime {

    private static final String FIELD = "scheduledAt";

    /** As a neighbouring API spells it. */
    private static final String ALIAS = "scheduled_at";

    private static final Duration MAX_AHEAD = Duration.ofDays(366);
    private static final int MAX_CHARACTERS = 40;

    private SendTime() {}

    /** Empty: at once, or wrong, which is noted on the body. */
    static Optional<Instant> read(Body body, Instant now) {
        var field = Aliases.given(body, FIELD, ALIAS);
        var at = body.optionalText(field, 1, MAX_CHARACTERS).flatMap(text -> parse(body, field, text));
        at.ifPresent(time -> check(body, field, time, now));
        return at;
    }

    /** The same of a body that is about the time alone. */
    static Instant required(Body body, Instant now) {
        if (!body.has(FIELD) && !body.has(ALIAS)) {
            body.missing(FIELD);
        }
        var at = read(body, now);
        return body.build(at::orElseThrow);
    }

    private static Optional<Instant> parse(Body body, String field, String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException notOne) {
            body.issue(field, "invalid_string", "Expected a time with its zone such as 2026-01-31T09:30:00Z");
            return Optional.empty();
        }
    }

    private static void check(Body body, String field, Instant at, Instant now) {
        if (!at.isAfter(now)) {
            body.issue(field, "too_small", "Must be in the future; leave it out to send at once");
        } else if (at.isAfter(now.plus(MAX_AHEAD))) {
            body.issue(field, "too_big", "Must be within a year");
        }
    }
}
