package io.godwit.campaigns;

import io.godwit.web.FutureTime;
import io.godwit.web.JsonBody;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Reads the time at which a campaign is to be sent. */
final class CampaignSendTime {

    private static final String FIELD = "scheduledFor";
    /** The name of the field in answers; a client that sends it back must not send the campaign at once. */
    private static final String ALIAS = "scheduledAt";

    private static final Duration MAX_AHEAD = Duration.ofDays(731);

    private CampaignSendTime() {}

    static boolean isIn(JsonBody body) {
        return body.has(FIELD) || body.has(ALIAS);
    }

    /** Reads the body of {@code POST /campaigns/:id/send}; empty: at once. */
    static Optional<Instant> read(JsonBody body, Instant now) {
        var future = new FutureTime(now, MAX_AHEAD, "two years");
        var at = future.read(body, FIELD);
        var alias = future.read(body, ALIAS);
        if (at.isPresent() && alias.isPresent() && !at.equals(alias)) {
            body.issue(ALIAS, "custom", "Says something else than " + FIELD + "; give one of them");
        }
        return body.build(() -> at.or(() -> alias));
    }
}
