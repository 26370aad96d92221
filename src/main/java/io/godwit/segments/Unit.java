package io.godwit.segments;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What the age of a timed operator is counted in; a day is 24 hours exactly. */
enum Unit {
    MINUTES(Duration.ofMinutes(1)),
    HOURS(Duration.ofHours(1)),
    DAYS(Duration.ofDays(1));

    private final Duration length;

    Unit(Duration length) {
        this.length = length;
    }

    Duration length() {
        return length;
    }

    /** As the API spells it. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Unit> of(Object code) {
        return Arrays.stream(values()).filter(unit -> unit.code().equals(code)).findFirst();
    }
}
