package io.godwit.tracking;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The number of events recorded of one email on the latest day (UTC) that had some.
 *
 * @param day empty before the first event
 */
record EventsOfDay(Optional<LocalDate> day, int opens, int clicks) {

    /**
     * Returns the counts for the day of {@code at}, or for a later one already begun, to which a provider's late report
     * belongs.
     */
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
