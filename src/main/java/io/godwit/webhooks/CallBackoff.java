package io.godwit.webhooks;

import io.godwit.core.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Computes the pauses between the attempts of a call, and the times a circuit stays open.
 *
 * @param divisor the number by which all times are divided; 1 in production
 */
record CallBackoff(int divisor, RandomGenerator random) {

    private static final Backoff STEPS = Backoff.steps(List.of(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(2),
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(4)));

    /** The least pause before it is divided: a call that failed a moment ago fails again. */
    private static final Duration MIN_PAUSE = Duration.ofSeconds(1);

    /** The time a circuit stays open: the first time, and at most. */
    private static final Duration FIRST_OPEN_DURATION = Duration.ofSeconds(30);

    private static final Duration MAX_OPEN_DURATION = Duration.ofMinutes(10);

    private static final int MAX_DOUBLINGS = 10;

    /**
     * Draws the pause after an attempt between 1 s and its step, so that calls that failed together are not repeated
     * together.
     */
    Duration after(int attempt) {
        var drawn = STEPS.drawn(attempt, random);
        return (drawn.compareTo(MIN_PAUSE) < 0 ? MIN_PAUSE : drawn).dividedBy(divisor);
    }

    Duration firstOpenDuration() {
        return FIRST_OPEN_DURATION.dividedBy(divisor);
    }

    Duration maxOpenDuration() {
        return MAX_OPEN_DURATION.dividedBy(divisor);
    }

    static int maxDoublings() {
        return MAX_DOUBLINGS;
    }
}
