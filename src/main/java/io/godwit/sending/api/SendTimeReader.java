package io.godwit.sending.api;

import io.godwit.web.FutureTime;
import io.godwit.web.JsonBody;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Reads the time at which an email is to be sent. */
public final class SendTimeReader {

    private static final String FIELD = "scheduledAt";

    /** The name of the member in a neighbouring API. */
    private static final String ALIAS = "scheduled_at";

    private static final Duration MAX_AHEAD = Duration.ofDays(366);

    private SendTimeReader() {}

    /** Reads an optional time. Empty: sent at once, or invalid, which is noted on the body. */
    static Optional<Instant> read(JsonBody body, Instant now) {
        return new FutureTime(now, MAX_AHEAD, "a year").read(body, MemberAliases.presentName(body, FIELD, ALIAS));
    }

    /** Reads the time from a body that holds nothing else. */
    public static Instant required(JsonBody body, Instant now) {
        if (!body.has(FIELD) && !body.has(ALIAS)) {
            body.missing(FIELD);
        }
        var at = read(body, now);
        return body.build(at::orElseThrow);
    }
}
