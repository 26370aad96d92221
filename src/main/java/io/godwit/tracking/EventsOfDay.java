package io.godwit.tracking;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * How many events were recorded of one mail on the latest day (UTC) it had some.
 *
 * @param day empty before the first
 */
record EventsOfDay(Optional<LocalDate> day, int opens, int clicks) {

    /** Of the day of {@code at}, or of a later one already begun: a provider's late report belongs to that. */
    EventsOfDay on(Instant at) {
        var today = LocalDate.ofInstant(at, ZoneOffset.UTC);
        return day.filter(known -> !known.isBefore(today)).isPresent()
                ? this
                : new EventsOfDay(Optional.of(today), 0, 0);
    }

    int of(Hit.Kind kind) {
        return kind == Hit.Kind.OPEN ? opens : clicks;
    }

    EventsOfDay plus(Hit.Kind kind) {
        return kind == Hit.Kind.OPEN
                ? new EventsOfDay(day, opens + 1, clicks)
                : new EventsOfDay(day, opens, clicks + 1);
    }
}
