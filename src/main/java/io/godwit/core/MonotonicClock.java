package io.godwit.core;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that shows the time of day it was made at and goes on by the monotonic clock. A time of day that is set forward or back
 * meanwhile neither ends what waits nor makes it wait longer; the clock shows it after a restart of the node. The time for which a
 * machine is suspended does not count.
 */
public final class MonotonicClock extends Clock {

    private final Instant start;
    private final long startNanos;
    private final ZoneId zone;

    /** A clock in UTC that begins at the time of day. */
    public MonotonicClock() {
        this(Instant.now(), System.nanoTime(), ZoneOffset.UTC);
    }

    private MonotonicClock(Instant start, long startNanos, ZoneId zone) {
        this.start = start;
        this.startNanos = startNanos;
        this.zone = zone;
    }

    @Override
    public Instant instant() {
        return start.plusNanos(System.nanoTime() - startNanos);
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new MonotonicClock(start, startNanos, other);
    }
}
