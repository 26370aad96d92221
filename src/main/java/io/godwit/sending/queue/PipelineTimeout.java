package io.godwit.sending.queue;

import io.godwit.core.Timeouts;
import io.vertx.core.Future;
import java.time.Duration;

/**
 * How long a statement of the pipeline is waited for: a connection that fell silent answers neither yes nor no. That it has
 * passed is no news about PostgreSQL: one statement may be slow while all others are quick, and a server that answers nobody
 * is found by its probe.
 */
public final class PipelineTimeout {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private PipelineTimeout() {}

    /** Fails with a time-out when the answer does not come; what it says later is not heard. */
    public static <T> Future<T> on(Future<T> answer) {
        return Timeouts.within(LIMIT, answer);
    }
}
