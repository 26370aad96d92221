package io.godwit.campaigns;

import io.godwit.web.Body;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** Reads when a campaign is to be sent. */
final class SendTime {

    private static final String FIELD = "scheduledFor";
    /** What answers call it too: who says it back must not send at once. */
    private static final String ALIAS = "scheduledAt";

    private static final Duration FARTHEST = Duration.ofDays(731);
    private static final int LONGEST = 40;

    private SendTime() {}

    static boolean isIn(Body body) {
        return body.has(FIELD) || body.has(ALIAS);
    }

    /** The body of {@code POST /campaigns/:id/send}; empty: at once. */
    static Optional<Instant> read(Body body, Instant now) {
        var at = read(body, FIELD, now);
        var alias = read(body, ALIAS, now);
        if (at.isPresent() && alias.isPresent() && !at.equals(alias)) {
            body.issue(ALIAS, "custom", "Says something else than " + FIELD + "; give one of them");
        }
        return body.build(() -> at.or(() -> alias));
    }

    private static Optional<Instant> read(Body body, String field, Instant now) {
        var at = body.optionalText(field, 1, LONGEST).flatMap(text -> parse(body, field, text));
        at.ifPresent(time -> check(body, field, time, now));
        return at;
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
            body.issue(field, "too_small", "Must be in the future");
        } else if (at.isAfter(now.plus(FARTHEST))) {
            body.issue(field, "too_big", "Must be within two years");
        }
    }
}
