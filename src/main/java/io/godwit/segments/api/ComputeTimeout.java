package io.godwit.segments.api;

import io.godwit.core.Timeouts;
import io.vertx.core.Future;
import java.time.Duration;

/** Limits the time, 8 s, that a request waits for a computation, which continues without it. */
final class ComputeTimeout {

    private static final Duration LIMIT = Duration.ofSeconds(8);

    private ComputeTimeout() {}

    static <T> Future<T> within(Future<T> work) {
        return Timeouts.within(LIMIT, work);
    }
}
