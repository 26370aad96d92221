package io.godwit.sending.queue;

import io.godwit.core.Backoff;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The pauses between attempts after transient failures: growing, each up to a fifth shorter or longer, until the email is
 * {@code giveUp} old.
 */
public record RetrySchedule(Backoff backoff, Duration expireAfter) {

    /**
     * Returns the pause after a failed attempt; empty when the next one would be too late.
     *
     * @param attempt the failed one, 1 for the first
     * @param age of the email when it failed
     */
    public Optional<Duration> after(int attempt, Duration age) {
        var pause = backoff.spread(attempt, ThreadLocalRandom.current());
        return age.plus(pause).compareTo(expireAfter) > 0 ? Optional.empty() : Optional.of(pause);
    }
}
