package io.godwit.sending.queue;

import io.godwit.core.Backoff;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The pauses between attempts after transient failures: growing, each up to a fifth shorter or longer, until the email is
 * {@code expireAfter} old.
 */
public record RetrySchedule(Backoff backoff, Duration expireAfter) {

    /** The time after the one a server names at which the email comes back. */
    private static final Duration AFTER_HINT = Duration.ofSeconds(10);

    /**
     * Returns the pause after a failed attempt; empty when the next one would be too late.
     *
     * @param attempt the failed one, 1 for the first
     * @param age of the email when it failed
     */
    public Optional<Duration> after(int attempt, Duration age) {
        return after(attempt, age, Optional.empty());
    }

    /**
     * Returns the pause as above, but not before the time that the server's reply names.
     *
     * @param hint the time from now
     */
    public Optional<Duration> after(int attempt, Duration age, Optional<Duration> hint) {
        var step = backoff.spread(attempt, ThreadLocalRandom.current());
        var pause = hint.map(AFTER_HINT::plus)
                .filter(wait -> wait.compareTo(step) > 0)
                .orElse(step);
        return age.plus(pause).compareTo(expireAfter) > 0 ? Optional.empty() : Optional.of(pause);
    }
}
