package io.godwit.reports;

import java.time.DayOfWeek;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The answer of {@code GET /analytics/heatmap}: the counts of a period by weekday and hour of its time zone.
 *
 * @param to the first instant behind the period
 * @param cells 168, Monday's midnight first
 */
record HeatMapResponse(Instant from, Instant to, String timeZone, List<Cell> cells) {

    private static final int HOURS = 24;

    /**
     * The counts of one hour of a weekday, of all weeks together.
     *
     * @param weekday from 1, a Monday, to 7
     * @param hour from 0 to 23
     */
    record Cell(
            int weekday,
            int hour,
            long sent,
            long delivered,
            long opened,
            long clicked,
            long machineOpens,
            long machineClicks) {

        static Cell of(int at, EmailCounts counts) {
            return new Cell(
                    at / HOURS + 1,
                    at % HOURS,
                    counts.sent(),
                    counts.delivered(),
                    counts.opened(),
                    counts.clicked(),
                    counts.machineOpens(),
                    counts.machineClicks());
        }
    }

    /** Creates the answer from the counts of each hour by its start. */
    static HeatMapResponse of(ReportPeriod period, Map<Instant, EmailCounts> startToCounts) {
        var cells = Stream.generate(() -> EmailCounts.NONE)
                .limit((long) DayOfWeek.values().length * HOURS)
                .toArray(EmailCounts[]::new);
        startToCounts.forEach((start, counts) -> {
            var local = start.atZone(period.zone());
            var at = (local.getDayOfWeek().getValue() - 1) * HOURS + local.getHour();
            cells[at] = cells[at].plus(counts);
        });
        return new HeatMapResponse(
                period.from(),
                period.to(),
                period.zone().getId(),
                IntStream.range(0, cells.length)
                        .mapToObj(at -> Cell.of(at, cells[at]))
                        .toList());
    }
}
