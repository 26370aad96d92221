package io.godwit.sending.api;

import io.godwit.web.JsonBody;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lets tests of other packages parse the body of {@code POST /v1/send}. */
public final class SendBody {

    private SendBody() {}

    /** Parses the members, without the headers that steer relays; throws a {@link io.godwit.core.Failure} for mistakes. */
    public static void parse(Map<String, @Nullable Object> members) {
        SendRequest.parse(JsonBody.sent(members), Instant.parse("2026-11-23T12:00:00Z"), false);
    }
}
