package io.godwit.events;

import io.godwit.web.lists.QueryDateReader;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A stretch of time, and how it is counted: whole days that are over from their daily counts, the rest in the log.
 *
 * @param from the first instant in it
 * @param to the first instant no longer in it
 */
record CountedRange(Instant from, Instant to) {

    /** Before the first event, and before the years that PostgreSQL's dates can hold end. */
    static final CountedRange EVER = new CountedRange(QueryDateReader.EARLIEST, QueryDateReader.LATEST);

    /**
     * What is looked up and what is counted.
     *
     * @param firstDay the first of the whole days
     * @param endDay the day behind the last of them
     * @param log bounds of ids, two by two: the lowest in, the lowest out
     */
    record Parts(LocalDate firstDay, LocalDate endDay, List<UUID> log) {}

    /** @param rolledUntil the first day that has no daily counts */
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

    /** No event of that day or a later one has a lower id. */
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
