package io.godwit.db;

import java.time.Duration;

/** Turns values into statement parameters. */
public final class Columns {

    private static final double NANOS = 1e9;

    private Columns() {}

    /** The duration in seconds and their fractions, for {@code make_interval(secs => $1)}. */
    public static double seconds(Duration duration) {
        return duration.getSeconds() + duration.getNano() / NANOS;
    }
}
