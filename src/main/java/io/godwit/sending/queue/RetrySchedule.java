package io.godwit.sending.queue;

import io.godwit.core.Backoff;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When a transient failure is tried again: after growing pauses, each up to a fifth shorter or longer, until the email is
 * {@code giveUp} old.
 */
public record RetrySchedule(Backoff backoff, Duration giveUp) {

    /**
     * The pause after a failed attempt; empty when the next one would come too late.
     *
     * @param attempt the one that failed, 1 for the first
     * @param age of the email when it failed
     */
    public Optional<Duration> after(int attempt, Duration age) {
        var pause = backoff.spread(attempt, ThreadLocalRandom.current());
        return age.plus(pause).compareTo(giveUp) > 0 ? Optional.empty() : Optional.of(pause);
    }
}
