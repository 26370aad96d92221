package io.godwit.campaigns;

import io.godwit.web.Body;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** Reads when a campaign is to be sent. */
final class SendTime {

    static final String FIELD = "scheduledFor";

    private static final Duration FARTHEST = Duration.ofDays(731);
    private static final int LONGEST = 40;

    private SendTime() {}

    /** The body of {@code POST /campaigns/:id/send}; empty: at once. */
    static Optional<Instant> read(Body body, Instant now) {
        var at = body.optionalText(FIELD, 1, LONGEST).flatMap(text -> parse(body, text));
        at.ifPresent(time -> check(body, time, now));
        return body.build(() -> at);
    }

    private static Optional<Instant> parse(Body body, String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException notOne) {
            body.issue(FIELD, "invalid_string", "Expected a time with its zone such as 2026-01-31T09:30:00Z");
            return Optional.empty();
        }
    }

    private static void check(Body body, Instant at, Instant now) {
        if (!at.isAfter(now)) {
            body.issue(FIELD, "too_small", "Must be in the future");
        } else if (at.isAfter(now.plus(FARTHEST))) {
            body.issue(FIELD, "too_big", "Must be within two years");
        }
    }
}
