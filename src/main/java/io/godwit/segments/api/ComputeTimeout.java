package io.godwit.segments.api;

import io.godwit.core.Timeouts;
import io.vertx.core.Future;
import java.time.Duration;

/** How long a caller waits for work that goes on without it. */
final class ComputeTimeout {

    private static final Duration LIMIT = Duration.ofSeconds(8);

    private ComputeTimeout() {}

    static <T> Future<T> within(Future<T> work) {
        return Timeouts.within(LIMIT, work);
    }
}
