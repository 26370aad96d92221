package io.godwit.events;

import io.godwit.web.lists.QueryDateReader;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A range of time for counting events: whole days that are over are read from their daily counts, the rest from the log.
 *
 * @param from the first instant in it
 * @param to the first instant behind the range
 */
record CountedRange(Instant from, Instant to) {

    /** The range of all events, within the dates that PostgreSQL can represent. */
    static final CountedRange EVER = new CountedRange(QueryDateReader.EARLIEST, QueryDateReader.LATEST);

    /**
     * The days to read from the daily counts, and the ranges of the log to count.
     *
     * @param firstDay the first of the whole days
     * @param endDay the day behind the last of them
     * @param log ranges of ids, two by two: the lowest id in the range, the lowest id behind it
     */
    record Parts(LocalDate firstDay, LocalDate endDay, List<UUID> log) {}

    /** @param rolledUntil the first day without daily counts */
    Parts parts(LocalDate rolledUntil) {
        var firstDay = firstWholeDay();
        var endDay = earlier(day(to), rolledUntil);
        var log = new ArrayList<UUID>();
        if (!firstDay.isBefore(endDay)) {
            add(log, from, to);
            return new Parts(firstDay, firstDay, log);
        }
        add(log, from, start(firstDay));
        add(log, start(endDay), to);
        return new Parts(firstDay, endDay, log);
    }

    private LocalDate firstWholeDay() {
        var day = day(from);
        return start(day).equals(from) ? day : day.plusDays(1);
    }

    private static void add(List<UUID> log, Instant from, Instant to) {
        if (from.isBefore(to)) {
            log.add(MonthPartition.lowestId(from));
            log.add(MonthPartition.lowestId(to));
        }
    }

    private static LocalDate earlier(LocalDate one, LocalDate other) {
        return one.isBefore(other) ? one : other;
    }

    /** The lowest id of the day: no event of that day or a later one has a lower id. */
    static UUID firstId(LocalDate day) {
        return MonthPartition.lowestId(start(day));
    }

    private static LocalDate day(Instant instant) {
        return instant.atZone(ZoneOffset.UTC).toLocalDate();
    }

    private static Instant start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
