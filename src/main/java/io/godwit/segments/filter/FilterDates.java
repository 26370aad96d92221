package io.godwit.segments.filter;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses dates in texts: {@code YYYY-MM-DD}, or with a time {@code THH:MM}, seconds, a fraction of up to nine digits and a zone
 * ({@code Z} or {@code ±HH:MM}, at most 14 hours), all but the minutes optional; without a zone it is UTC. The database's
 * {@code parse_timestamp} reads the same texts, and cuts to microseconds as this does.
 */
final class FilterDates {

    private static final Pattern FORM =
            Pattern.compile("(\\d{4}-\\d{2}-\\d{2})(?:(T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)"
                    + "(Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))?)?");

    /** The shape of texts that can only be meant as a date. */
    private static final Pattern SHAPE = Pattern.compile("\\d{4,6}-\\d{2}-\\d{2}(?:[T ].*)?");

    private FilterDates() {}

    static Optional<Instant> parse(String text) {
        var form = FORM.matcher(text);
        if (!form.matches() || text.startsWith("0000")) {
            return Optional.empty();
        }
        try {
            var day = LocalDate.parse(form.group(1));
            return Optional.of(moment(day, form.group(2), form.group(3)).truncatedTo(ChronoUnit.MICROS));
        } catch (DateTimeException impossible) {
            return Optional.empty();
        }
    }

    private static Instant moment(LocalDate day, @Nullable String time, @Nullable String zone) {
        if (time == null) {
            return day.atStartOfDay(ZoneOffset.UTC).toInstant();
        }
        var local = LocalDateTime.parse(day + time);
        return local.toInstant(zone == null ? ZoneOffset.UTC : ZoneOffset.of(zone));
    }

    /** True when a text is meant as a date, whether that date exists or not. */
    static boolean isMeant(String text) {
        return SHAPE.matcher(text).matches();
    }

    /** The first moment of the UTC day. */
    static OffsetDateTime dayOf(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC).truncatedTo(ChronoUnit.DAYS);
    }
}
