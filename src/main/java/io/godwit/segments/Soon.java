package io.godwit.segments;

import io.godwit.core.Patience;
import io.vertx.core.Future;
import java.time.Duration;

/** How long a caller waits for work that goes on without it. */
final class Soon {

    private static final Duration LIMIT = Duration.ofSeconds(8);

    private Soon() {}

    static <T> Future<T> within(Future<T> work) {
        return Patience.within(LIMIT, work);
    }
}
