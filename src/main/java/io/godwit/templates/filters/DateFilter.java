package io.godwit.templates.filters;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The filter {@code date: "%d %B %Y"}, with a time zone as its second argument ({@code "Europe/Berlin"}). The filter takes ISO 8601
 * dates and moments, the usual English spellings, {@code 31.12.2026}, {@code "now"}, and seconds or milliseconds since 1970. A day
 * without a time is the same day in every zone; a time without an offset is in UTC. A value that is no date, such as 30 February, stays
 * as it is.
 */
final class DateFilter {

    /** Seconds; larger numbers are milliseconds. In seconds it would be the year 5138. */
    private static final long FIRST_MILLISECONDS = 100_000_000_000L;

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{5,14}");

    /** The length of the longest text that is parsed as a date. */
    private static final int MAX_CHARACTERS = 64;

    /** The names of months are English; a time may follow the day, and an offset the time. */
    private static final List<DateTimeFormatter> FORMATS = List.of(
            format("uuuu-M-d"),
            format("uuuu/M/d"),
            format("d.M.uuuu"),
            format("d-MMM-uuuu"),
            format("[EEEE][EEE][','][' '][MMMM][MMM] d[','] uuuu"),
            format("[EEEE][EEE][','][' ']d [MMMM][MMM][','] uuuu"));

    /** The end of {@code 5th}, the dots of {@code Mar.}, {@code p.m.} and {@code 5. March}, and the t of {@code Sept}. */
    private static final Pattern ORNAMENT = Pattern.compile(
            "(?<=\\b[0-9]{1,2})(?:(?:st|nd|rd|th)\\b|\\.(?= ))|(?<=\\b[a-z]{3})\\.|(?<=\\b[ap])\\.(?=m\\b)|(?<=\\b[ap]\\.m)\\.|(?<=\\bSep)t\\b\\.?",
            Pattern.CASE_INSENSITIVE);

    /** Browsers write a narrow no-break space before pm. */
    private static final Pattern SPACES = Pattern.compile("[ \\u00a0\\u202f]{1,64}");

    private DateFilter() {}

    static void into(Map<String, LiquidFilter> filters) {
        filters.put("date", LiquidFilter.of(1, 2, DateFilter::date));
    }

    private static DateTimeFormatter format(String day) {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(day)
                .appendPattern("['T'][' at'][','][' ']")
                .appendPattern("[h[:mm[:ss]][' ']a]")
                .optionalStart()
                .appendPattern("H:mm[:ss]")
                .optionalStart()
                .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                .optionalEnd()
                .appendPattern("[' ']")
                .optionalStart()
                .appendPattern("[XXX][XX][X]['UTC']['GMT']")
                .optionalEnd()
                .optionalEnd()
                .toFormatter(Locale.ENGLISH)
                .withResolverStyle(ResolverStyle.STRICT);
    }

    private static @Nullable Object date(@Nullable Object input, FilterArguments arguments) {
        var format = arguments.text(0);
        if (input == null || format.isEmpty()) {
            return input;
        }
        var zone = zone(arguments);
        var found = moment(
                input instanceof Number ? input : arguments.text(input),
                arguments.rendition().now(),
                zone.orElse(ZoneOffset.UTC));
        if (found.isEmpty()) {
            return input;
        }
        var moment = zone.map(found.get()::withZoneSameInstant).orElse(found.get());
        var text = StrftimeFormatter.format(format, moment);
        arguments.budget().text(text.length());
        return text;
    }

    private static Optional<ZoneId> zone(FilterArguments arguments) {
        try {
            return arguments.has(1) ? Optional.of(ZoneId.of(arguments.text(1))) : Optional.empty();
        } catch (DateTimeException unknown) {
            return Optional.empty();
        }
    }

    private static Optional<ZonedDateTime> moment(Object input, Instant now, ZoneId ofDays) {
        if (input instanceof Number) {
            return Optional.of(ofEpoch(Numbers.wide(input)));
        }
        var text = input.toString().strip();
        if (text.equalsIgnoreCase("now") || text.equalsIgnoreCase("today")) {
            return Optional.of(now.atZone(ZoneOffset.UTC));
        } else if (NUMBER.matcher(text).matches()) {
            return Optional.of(ofEpoch(Long.parseLong(text)));
        }
        return text.length() > MAX_CHARACTERS ? Optional.empty() : parsed(text, ofDays);
    }

    private static ZonedDateTime ofEpoch(long number) {
        var moment =
                Math.abs(number) < FIRST_MILLISECONDS ? Instant.ofEpochSecond(number) : Instant.ofEpochMilli(number);
        return moment.atZone(ZoneOffset.UTC);
    }

    private static Optional<ZonedDateTime> parsed(String text, ZoneId ofDays) {
        var plain = ORNAMENT.matcher(SPACES.matcher(text).replaceAll(" ")).replaceAll("");
        return FORMATS.stream()
                .flatMap(format -> parsed(format, plain, ofDays).stream())
                .findFirst();
    }

    private static Optional<ZonedDateTime> parsed(DateTimeFormatter format, String text, ZoneId ofDays) {
        try {
            return Optional.of(
                    zoned(format.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from), ofDays));
        } catch (DateTimeException another) {
            return Optional.empty();
        }
    }

    private static ZonedDateTime zoned(TemporalAccessor found, ZoneId ofDays) {
        if (found instanceof OffsetDateTime moment) {
            return moment.toZonedDateTime();
        } else if (found instanceof LocalDateTime moment) {
            return moment.atZone(ZoneOffset.UTC);
        }
        return ((LocalDate) found).atStartOfDay(ofDays);
    }
}
