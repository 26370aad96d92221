package io.godwit.reports;

import io.godwit.core.Failure;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** How a series is cut: into the hours or the days of where the caller lives. */
enum Granularity {
    HOUR(ChronoUnit.HOURS),
    DAY(ChronoUnit.DAYS);

    static final int MOST_DAYS = 90;

    /** In hours that is 744 of them. */
    private static final int MOST_DAYS_HOURLY = 31;

    private final ChronoUnit unit;

    Granularity(ChronoUnit unit) {
        this.unit = unit;
    }

    /** Throws a 422. */
    static Granularity read(String word) {
        return switch (word) {
            case "day", "daily" -> DAY;
            case "hour", "hourly" -> HOUR;
            default -> throw Failure.invalid("granularity", "invalid_enum_value", "Expected day or hour");
        };
    }

    /** Days are cut to the last ninety, as clients of this API know it; too many hours are a 422. */
    ReportPeriod bounded(ReportPeriod period) {
        if (this == DAY) {
            return period.lastDays(MOST_DAYS);
        }
        if (period.isLongerThan(MOST_DAYS_HOURLY)) {
            throw Failure.invalid(
                    "startDate",
                    "too_big",
                    "A series of hours spans at most " + MOST_DAYS_HOURLY
                            + " days: choose a later startDate, or granularity=day");
        }
        return period;
    }

    /**
     * Where the stretches of a period begin, by Java's rules of the zone alone: PostgreSQL has other ones for the same name now
     * and then (an hour that comes twice, "UTC+2", a newer law), and what it calls midnight would be found under no key.
     */
    List<Instant> starts(ReportPeriod period) {
        var starts = new ArrayList<Instant>();
        var at = period.from().atZone(period.zone()).truncatedTo(unit);
        while (at.toInstant().isBefore(period.to())) {
            starts.add(at.toInstant());
            at = next(at);
        }
        return starts;
    }

    /** On a day that ends with a half hour twice, the stretch behind it is a short one. */
    private ZonedDateTime next(ZonedDateTime at) {
        var later = at.plus(1, unit);
        var whole = later.truncatedTo(unit);
        return whole.isAfter(at) ? whole : later;
    }
}
