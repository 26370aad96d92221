package io.godwit.delivery.shaping;

import java.time.Duration;
import java.time.Instant;

/** The rate at which emails really start, over about the last two minutes. */
final class ObservedRate {

    private static final double DECAY_SECONDS = 120;

    private static final double SECONDS_PER_HOUR = 3_600;

    /** The time without a start after which the measurement begins anew. */
    private static final Duration EXPIRE_AFTER = Duration.ofMinutes(10);

    /** The shortest time a rate is computed over. */
    private static final double MIN_SECONDS = 10;

    private double weight;
    private Instant at = Instant.EPOCH;
    private Instant begin = Instant.EPOCH;

    void started(Instant now) {
        if (Duration.between(at, now).compareTo(EXPIRE_AFTER) > 0) {
            begin = now;
            weight = 0;
            at = now;
        }
        weight = decayed(now) + 1;
        at = now;
    }

    private double decayed(Instant now) {
        return weight * Math.exp(-seconds(at, now) / DECAY_SECONDS);
    }

    /** Returns the rate in emails per hour. */
    double perHour(Instant now) {
        var age = Math.max(MIN_SECONDS, seconds(begin, now));
        return decayed(now) / (DECAY_SECONDS * (1 - Math.exp(-age / DECAY_SECONDS))) * SECONDS_PER_HOUR;
    }

    private static double seconds(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toMillis() / 1e3);
    }
}
