package io.godwit.web.lists;

import io.godwit.core.Failure;
import io.godwit.web.Query;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Optional;

/** Reads dates from query parameters. */
public final class QueryDateReader {

    /** The first and the last moment that can be asked for; PostgreSQL's dates reach further. */
    public static final Instant EARLIEST = Instant.EPOCH;

    public static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    /** A day or a moment, for callers. */
    private static final String PATTERN = "^\\d{4}-\\d{2}-\\d{2}(T.+)?$";

    private QueryDateReader() {}

    /** The moment of a parameter, as {@link #moment} reads it; empty when it was not sent. */
    public static Optional<Instant> read(Query query, String name, ZoneId zone, int daysLater) {
        return query.text(name, PATTERN).map(text -> moment(name, text, zone, daysLater));
    }

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
