package io.godwit.segments.filter;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The unit of the age in a timed operator; a day is exactly 24 hours. */
public enum AgeUnit {
    MINUTES(Duration.ofMinutes(1)),
    HOURS(Duration.ofHours(1)),
    DAYS(Duration.ofDays(1));

    private final Duration length;

    AgeUnit(Duration length) {
        this.length = length;
    }

    Duration length() {
        return length;
    }

    /** Returns the unit as the API spells it. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<AgeUnit> of(Object code) {
        return Arrays.stream(values()).filter(unit -> unit.code().equals(code)).findFirst();
    }
}
