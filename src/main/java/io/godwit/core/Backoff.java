package io.godwit.core;

import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/**
 * Growing pauses between attempts: given one by one, or doubling up to a longest. The methods take how many attempts have
 * failed in a row, 1 for the first, and answer the pause before the next. With jitter, what failed together does not come
 * back together.
 */
public final class Backoff {

    /** The part of a pause by which {@link #spread} makes it shorter or longer at most. */
    private static final double SPREAD = 0.2;

    /** More would overflow, and reach any longest pause long before. */
    private static final int MAX_DOUBLINGS = 30;

    private final IntFunction<Duration> failuresToPause;

    private Backoff(IntFunction<Duration> failuresToPause) {
        this.failuresToPause = failuresToPause;
    }

    /** The last pause repeats. */
    public static Backoff steps(List<Duration> pauses) {
        var steps = List.copyOf(pauses);
        return new Backoff(failures -> steps.get(Math.min(failures, steps.size()) - 1));
    }

    public static Backoff doubling(Duration first, Duration max) {
        return new Backoff(failures -> {
            var pause = first.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
            return pause.compareTo(max) > 0 ? max : pause;
        });
    }

    /** The pause without jitter. */
    public Duration step(int failures) {
        return failuresToPause.apply(Math.max(failures, 1));
    }

    /** The pause, up to a fifth shorter or longer; in whole milliseconds. */
    public Duration spread(int failures, RandomGenerator random) {
        return scaled(failures, 1 - SPREAD + random.nextDouble(2 * SPREAD));
    }

    /** Drawn between nothing and the pause ("full jitter"); in whole milliseconds. */
    public Duration drawn(int failures, RandomGenerator random) {
        return scaled(failures, random.nextDouble());
    }

    private Duration scaled(int failures, double factor) {
        return Duration.ofMillis((long) (step(failures).toMillis() * factor));
    }
}
