package io.godwit.core;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Writes an instant in the form used in JSON data of callers, such as the data of an event. */
public final class IsoTime {

    private IsoTime() {}

    /** ISO 8601 in UTC, no finer than milliseconds: the form that custom fields and filters take for a date. */
    public static String of(Instant moment) {
        return moment.truncatedTo(ChronoUnit.MILLIS).toString();
    }
}
