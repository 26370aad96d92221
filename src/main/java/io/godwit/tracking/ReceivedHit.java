package io.godwit.tracking;

import io.vertx.core.Promise;
import java.time.Duration;

/**
 * A hit in memory that is not stored yet.
 *
 * @param receivedAt the time of its arrival, in nanoseconds of {@link System#nanoTime}
 * @param answer completes as soon as the response need not wait any more
 */
record ReceivedHit(Hit hit, long receivedAt, Promise<Void> answer) {

    /** The memory a hit takes beside its texts. */
    private static final int OVERHEAD_BYTES = 700;

    static ReceivedHit of(Hit hit, Promise<Void> answer) {
        return new ReceivedHit(hit, System.nanoTime(), answer);
    }

    /** The time that has passed since the arrival. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - receivedAt);
    }

    /** The memory this hit takes at most. */
    int bytes() {
        var characters = hit.link().map(String::length).orElse(0)
                + hit.userAgent().map(String::length).orElse(0);
        return OVERHEAD_BYTES + Character.BYTES * characters;
    }
}
