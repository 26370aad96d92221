package io.godwit.sending.api;

import io.godwit.web.FutureTime;
import io.godwit.web.JsonBody;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Reads the time an email is to go out at. */
public final class SendTimeReader {

    private static final String FIELD = "scheduledAt";

    /** As a neighbouring API spells it. */
    private static final String ALIAS = "scheduled_at";

    private static final Duration MAX_AHEAD = Duration.ofDays(366);

    private SendTimeReader() {}

    /** Empty: at once, or wrong, which is noted on the body. */
    static Optional<Instant> read(JsonBody body, Instant now) {
        return new FutureTime(now, MAX_AHEAD, "a year").read(body, MemberAliases.given(body, FIELD, ALIAS));
    }

    /** The same of a body that is about the time alone. */
    public static Instant required(JsonBody body, Instant now) {
        if (!body.has(FIELD) && !body.has(ALIAS)) {
            body.missing(FIELD);
        }
        var at = read(body, now);
        return body.build(at::orElseThrow);
    }
}
