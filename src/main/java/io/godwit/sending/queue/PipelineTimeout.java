package io.godwit.sending.queue;

import io.godwit.core.Timeouts;
import io.vertx.core.Future;
import java.time.Duration;

/**
 * The timeout of a statement of the pipeline: a connection that hangs gives no answer at all. A timeout says nothing about
 * PostgreSQL: one statement may be slow while all others are quick, and a server that does not answer is found by its probe.
 */
public final class PipelineTimeout {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private PipelineTimeout() {}

    /** Fails with a timeout when the future does not complete in time; a later result is ignored. */
    public static <T> Future<T> on(Future<T> answer) {
        return Timeouts.within(LIMIT, answer);
    }
}
