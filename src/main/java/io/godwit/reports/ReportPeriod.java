package io.godwit.reports;

import io.godwit.core.Failure;
import io.godwit.web.Query;
import io.godwit.web.lists.QueryDateReader;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The period of a report, in whole quarters of an hour.
 *
 * @param to the first instant behind the period
 * @param zone the time zone of its days
 * @param stream the source of the emails that count; empty: all but received ones
 */
record ReportPeriod(Instant from, Instant to, ZoneId zone, Optional<String> stream) {

    private static final Duration USUAL = Duration.ofDays(30);
    private static final Duration QUARTER = Duration.ofMinutes(15);
    /** The form of the names of time zones and of offsets, for callers. */
    private static final String ZONE = "^[A-Za-z0-9_+:/-]+$";

    private static final String ALL = "ALL";
    private static final List<String> STREAMS = List.of(ALL, "TRANSACTIONAL", "CAMPAIGN", "WORKFLOW");

    /**
     * Reads {@code startDate}, {@code endDate}, {@code timeZone} (or {@code tz}) and {@code stream}; throws a 422. A start
     * alone may be in the future, because in some time zone tomorrow has come already; nothing has happened since then.
     */
    static ReportPeriod read(Query query, Instant now) {
        var time = time(query, now);
        return new ReportPeriod(time.from(), time.to(), time.zone(), stream(query));
    }

    /** Reads the period of a report without {@code stream}. */
    static ReportPeriod time(Query query, Instant now) {
        var zone = zone(query);
        var start = QueryDateReader.read(query, "startDate", zone, 0);
        var to = QueryDateReader.read(query, "endDate", zone, 1)
                .orElseGet(() -> start.filter(now::isBefore).orElse(now));
        var from = start.orElseGet(() -> usual(to, zone));
        if (to.isBefore(from)) {
            throw Failure.invalid("endDate", "custom", "Must not be before startDate");
        }
        return new ReportPeriod(floor(from), floor(to.plus(QUARTER).minusMillis(1)), zone, Optional.empty());
    }

    /** The default start: 30 days before, at the beginning of a day, because whole days are counted already. */
    private static Instant usual(Instant to, ZoneId zone) {
        var from = to.minus(USUAL).atZone(zone).truncatedTo(ChronoUnit.DAYS).toInstant();
        return from.isBefore(QueryDateReader.EARLIEST) ? QueryDateReader.EARLIEST : from;
    }

    private static ZoneId zone(Query query) {
        var byAlias = query.text("tz", ZONE).map(name -> zone("tz", name));
        return query.text("timeZone", ZONE)
                .map(name -> zone("timeZone", name))
                .or(() -> byAlias)
                .orElse(ZoneOffset.UTC);
    }

    private static ZoneId zone(String field, String name) {
        try {
            var zone = ZoneId.of(name);
            if (isInQuarters(zone)) {
                return zone;
            }
        } catch (DateTimeException unknown) {
            throw noZone(field);
        }
        throw noZone(field);
    }

    /**
     * Tells whether the zone's offsets are whole quarters of an hour, as those of all countries and of the stored counts
     * are; a written offset may not be.
     */
    private static boolean isInQuarters(ZoneId zone) {
        var rules = zone.getRules();
        return !rules.isFixedOffset() || rules.getOffset(Instant.EPOCH).getTotalSeconds() % QUARTER.toSeconds() == 0;
    }

    private static Failure noZone(String field) {
        return Failure.invalid(field, "invalid_string", "Expected a time zone such as Europe/Berlin or +05:30");
    }

    private static Optional<String> stream(Query query) {
        return query.oneOf("stream", STREAMS).filter(text -> !text.equals(ALL));
    }

    /** Rounds down to a quarter of an hour. */
    private static Instant floor(Instant instant) {
        return floor(instant, QUARTER);
    }

    private static Instant floor(Instant instant, Duration unit) {
        var seconds = unit.toSeconds();
        return Instant.ofEpochSecond(Math.floorDiv(instant.getEpochSecond(), seconds) * seconds);
    }

    /** The period widened to whole units. */
    ReportPeriod inWhole(Duration unit) {
        return new ReportPeriod(floor(from, unit), floor(to.plus(unit).minusMillis(1), unit), zone, stream);
    }

    /** The last days of the period, at most so many whole ones including today. */
    ReportPeriod lastDays(long days) {
        var earliest = daysBefore(days);
        return from.isBefore(earliest) ? new ReportPeriod(floor(earliest), to, zone, stream) : this;
    }

    /** Returns the period; throws a 422 when it touches more days than so many. */
    ReportPeriod atMost(long days) {
        if (isLongerThan(days)) {
            throw Failure.invalid(
                    "startDate", "too_big", "A report spans at most " + days + " days: choose a later startDate");
        }
        return this;
    }

    /** Tells whether the period touches more days than so many, in its time zone. */
    boolean isLongerThan(long days) {
        return from.isBefore(daysBefore(days));
    }

    private Instant daysBefore(long days) {
        var last = to.minusMillis(1).atZone(zone).toLocalDate();
        return last.minusDays(days - 1).atStartOfDay(zone).toInstant();
    }

    /** The period together with the one of equal length just before. */
    ReportPeriod withBefore() {
        return new ReportPeriod(before().from(), to, zone, stream);
    }

    /** The period of equal length just before. */
    ReportPeriod before() {
        var start = from.minus(Duration.between(from, to));
        return new ReportPeriod(
                start.isBefore(QueryDateReader.EARLIEST) ? QueryDateReader.EARLIEST : start, from, zone, stream);
    }
}
