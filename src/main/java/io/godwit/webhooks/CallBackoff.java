package io.godwit.webhooks;

import io.godwit.core.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * How long to wait after a failure.
 *
 * @param pace how many times faster than in life
 */
record CallBackoff(int pace, RandomGenerator random) {

    private static final Backoff STEPS = Backoff.steps(List.of(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(2),
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(4)));

    /** So long at least, in life: what failed a moment ago fails again. */
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /** Of a closed lane: the first time, and at most. */
    private static final Duration FIRST_CLOSING = Duration.ofSeconds(30);

    private static final Duration LONGEST_CLOSING = Duration.ofMinutes(10);

    private static final int MOST_DOUBLINGS = 10;

    /** Drawn between next to nothing and the step. */
    Duration after(int attempt) {
        var drawn = STEPS.drawn(attempt, random);
        return (drawn.compareTo(SHORTEST) < 0 ? SHORTEST : drawn).dividedBy(pace);
    }

    Duration firstClosing() {
        return FIRST_CLOSING.dividedBy(pace);
    }

    Duration longestClosing() {
        return LONGEST_CLOSING.dividedBy(pace);
    }

    static int mostDoublings() {
        return MOST_DOUBLINGS;
    }
}
