package io.godwit.workflows.model;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A recurring time, as crontab(5) writes it: minute, hour, day of month, month, day of week. As there, a day has to match both
 * day fields, or either of them where none begins with {@code *}; {@code L} is the last day of a month.
 *
 * <p>A time the clocks skip comes once, right after the gap; one they show twice comes once, the first time. A schedule for
 * every hour ({@code *}) counts hours and not the clock: it goes on in both of the hours that bear one name, and is not made up for
 * in an hour that there was not.
 *
 * <p>Our own parser, because cron-utils 9.2.1 answers times in a repeated hour that have passed already, or twice the same (its
 * issues 446 and 253), and its rules for them depend on how often a schedule comes.
 */
public record CronExpression(
        CronField minutes, CronField hours, CronField days, CronField months, CronField weekdays, String expression) {

    private static final String FORM = "Expected five fields: minute, hour, day of month, month and day of week";

    /** Limit of the search for the next day: a 29th of February can be eight years away (1896 to 1904, and 2096 to 2104). */
    private static final int MAX_DAYS_AHEAD = 9 * 366;

    /** Signals a mistake in an expression, as a sentence. */
    public static final class CronSyntaxException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        CronSyntaxException(String sentence) {
            super(sentence, null, false, false);
        }

        String sentence() {
            return String.valueOf(getMessage());
        }
    }

    /** The sentence of the mistake in an expression; empty when there is none. */
    public static Optional<String> mistake(String expression) {
        try {
            parse(expression);
            return Optional.empty();
        } catch (CronSyntaxException error) {
            return Optional.of(error.sentence());
        }
    }

    /** Throws {@link CronSyntaxException}, also for times that never come. */
    public static CronExpression parse(String expression) {
        var fields = Arrays.stream(expression.strip().split("\\s+", -1))
                .filter(field -> !field.isEmpty())
                .toList();
        if (fields.size() != 5) {
            throw new CronSyntaxException(FORM + ", found " + fields.size());
        }
        var cron = new CronExpression(
                CronField.parse(CronField.Kind.MINUTE, fields.get(0)),
                CronField.parse(CronField.Kind.HOUR, fields.get(1)),
                CronField.parse(CronField.Kind.DAY, fields.get(2)),
                CronField.parse(CronField.Kind.MONTH, fields.get(3)),
                CronField.parse(CronField.Kind.WEEKDAY, fields.get(4)),
                String.join(" ", fields));
        if (Stream.iterate(LocalDate.EPOCH, day -> day.plusDays(1))
                .limit(MAX_DAYS_AHEAD)
                .noneMatch(cron::isOn)) {
            throw new CronSyntaxException("There is no such day in any year");
        }
        return cron;
    }

    /** The first time after this moment. */
    public Instant next(Instant after, ZoneId zone) {
        // Clocks set back over midnight show the end of a day once more.
        var first = after.atZone(zone).toLocalDate().minusDays(1);
        return Stream.iterate(first, day -> day.plusDays(1))
                .limit(MAX_DAYS_AHEAD)
                .filter(this::isOn)
                .map(day -> firstOf(day, after, zone))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The schedule " + expression + " never comes"));
    }

    private boolean isOn(LocalDate day) {
        if (!months.has(day.getMonthValue())) {
            return false;
        }
        var byDay = days.has(day.getDayOfMonth()) || (days.last() && day.getDayOfMonth() == day.lengthOfMonth());
        var byWeekday = weekdays.has(day.getDayOfWeek().getValue() % 7);
        return (days.starred() || weekdays.starred()) ? byDay && byWeekday : byDay || byWeekday;
    }

    private Optional<Instant> firstOf(LocalDate day, Instant after, ZoneId zone) {
        var moments = new ArrayList<Instant>();
        hours.values().forEach(hour -> minutes.values().forEach(minute -> moments.addAll(at(day, hour, minute, zone))));
        return moments.stream().filter(moment -> moment.isAfter(after)).min(Instant::compareTo);
    }

    private List<Instant> at(LocalDate day, int hour, int minute, ZoneId zone) {
        var time = day.atTime(hour, minute);
        var offsets = zone.getRules().getValidOffsets(time);
        if (offsets.isEmpty()) {
            return List.of(
                    hours.isEvery()
                            ? time.atZone(zone).toInstant()
                            : zone.getRules().getTransition(time).getInstant());
        }
        return offsets.stream()
                .limit(hours.isEvery() ? offsets.size() : 1)
                .map(time::toInstant)
                .toList();
    }
}
