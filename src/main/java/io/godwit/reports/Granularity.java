package io.godwit.reports;

import com.fasterxml.jackson.annotation.JsonValue;
import io.godwit.core.Failure;
import io.godwit.web.Query;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The intervals of a series: hours or days of the caller's time zone. */
enum Granularity {
    HOUR(ChronoUnit.HOURS),
    DAY(ChronoUnit.DAYS);

    static final int MAX_DAYS = 90;

    /** The words of requests. */
    private static final List<String> WORDS = List.of("day", "daily", "hour", "hourly");

    /** The longest period of the reports that are newer than the series, in days. */
    private static final int MAX_DAYS_OF_REPORT = 366;

    /** The longest series by hours, in days: 744 hours. */
    private static final int MAX_DAYS_HOURLY = 31;

    private final ChronoUnit unit;

    Granularity(ChronoUnit unit) {
        this.unit = unit;
    }

    /** Reads {@code granularity}, by default days; throws a 422. */
    static Granularity read(Query query) {
        return query.oneOf("granularity", WORDS)
                        .filter(word -> word.startsWith("hour"))
                        .isPresent()
                ? HOUR
                : DAY;
    }

    /** The word of the API. */
    @JsonValue
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Limits the period: days are cut to the last ninety, as clients of this API expect; too many hours are a 422. */
    ReportPeriod bounded(ReportPeriod period) {
        return this == DAY ? period.lastDays(MAX_DAYS) : limited(period);
    }

    /** Checks the period of a report: too many days or hours are a 422. */
    ReportPeriod limited(ReportPeriod period) {
        if (this == DAY) {
            return period.atMost(MAX_DAYS_OF_REPORT);
        }
        if (period.isLongerThan(MAX_DAYS_HOURLY)) {
            throw Failure.invalid(
                    "startDate",
                    "too_big",
                    "A series of hours spans at most " + MAX_DAYS_HOURLY
                            + " days: choose a later startDate, or granularity=day");
        }
        return period;
    }

    /**
     * The starts of the intervals of a period, by Java's rules of the zone alone: PostgreSQL sometimes has other rules for
     * the same name (an hour that comes twice, "UTC+2", a newer law), and its midnight would be found under no key.
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

    /** Names an interval by its start in the caller's time zone. */
    String name(ZonedDateTime start) {
        var local = start.toLocalDateTime();
        return this == HOUR ? local.toString() : local.toLocalDate().toString();
    }

    /** The start of the next interval; on a day that ends with a half hour twice, the interval behind it is a short one. */
    private ZonedDateTime next(ZonedDateTime at) {
        var later = at.plus(1, unit);
        var whole = later.truncatedTo(unit);
        return whole.isAfter(at) ? whole : later;
    }
}
