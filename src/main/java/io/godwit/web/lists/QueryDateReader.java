package io.godwit.web.lists;

import io.godwit.core.Failure;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;

/** Reads dates from query parameters. */
public final class QueryDateReader {

    /** The first and the last moment that can be asked for; PostgreSQL's dates reach further. */
    public static final Instant EARLIEST = Instant.EPOCH;

    public static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    private QueryDateReader() {}

    /**
     * The moment a text stands for, or the beginning of its day in {@code zone}, {@code daysLater}: a day means all of it, so as
     * an end it is the day after. Throws a 422 for any other text.
     */
    public static Instant moment(String field, String text, ZoneId zone, int daysLater) {
        try {
            var moment = text.length() == "2026-01-01".length()
                    ? LocalDate.parse(text)
                            .plusDays(daysLater)
                            .atStartOfDay(zone)
                            .toInstant()
                    : OffsetDateTime.parse(text).toInstant();
            if (!moment.isBefore(EARLIEST) && !moment.isAfter(LATEST)) {
                return moment;
            }
        } catch (DateTimeException unreadable) {
            throw noDate(field);
        }
        throw noDate(field);
    }

    private static Failure noDate(String field) {
        return Failure.invalid(
                field,
                "invalid_string",
                "Expected a date such as 2026-03-01 or 2026-03-01T09:00:00Z, from 1970 to 9999");
    }
}
