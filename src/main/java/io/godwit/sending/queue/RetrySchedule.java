package io.godwit.sending.queue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The pauses between attempts after transient failures: the steps one after the other, then the last one over and over, until
 * the email is {@code giveUp} old.
 */
public record RetrySchedule(List<Duration> steps, Duration giveUp) {

    /**
     * The jitter of each pause, up to a fifth shorter or longer, so that emails that failed together do not retry together.
     */
    private static final double JITTER = 0.2;

    public RetrySchedule {
        steps = List.copyOf(steps);
    }

    /**
     * Returns the pause after a failed attempt; empty when the next one would be too late.
     *
     * @param attempt the failed one, 1 for the first
     * @param age of the email when it failed
     */
    public Optional<Duration> after(int attempt, Duration age) {
        var step = steps.get(Math.min(Math.max(attempt, 1), steps.size()) - 1);
        var pause = Duration.ofMillis((long) (step.toMillis() * spread()));
        return age.plus(pause).compareTo(giveUp) > 0 ? Optional.empty() : Optional.of(pause);
    }

    private static double spread() {
        return 1 - JITTER + ThreadLocalRandom.current().nextDouble(2 * JITTER);
    }
}
