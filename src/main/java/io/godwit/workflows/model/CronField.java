package io.godwit.workflows.model;

import io.godwit.workflows.model.CronExpression.CronSyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * One field of a {@link CronExpression}.
 *
 * @param bits one for each value
 * @param starred true when it began with {@code *}
 * @param last true when it names the last day of the month
 */
record CronField(Kind kind, long bits, boolean starred, boolean last) {

    private static final String LAST = "L";
    private static final int MAX_DIGITS = 4;

    /** The position of a field. */
    enum Kind {
        MINUTE("minute", 0, 59, ""),
        HOUR("hour", 0, 23, ""),
        DAY("day of month", 1, 31, ""),
        MONTH("month", 1, 12, "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC"),
        /** Sunday is 0, and 7. */
        WEEKDAY("day of week", 0, 7, "SUN MON TUE WED THU FRI SAT");

        private final String label;
        private final int min;
        private final int max;
        private final String names;

        Kind(String label, int min, int max, String names) {
            this.label = label;
            this.min = min;
            this.max = max;
            this.names = names;
        }

        private int value(String text) {
            var named = text.isEmpty() ? -1 : List.of(names.split(" ", -1)).indexOf(text.toUpperCase(Locale.ROOT));
            if (named >= 0) {
                return named + min;
            }
            var value = number(text);
            if (value < min || value > max) {
                throw new CronSyntaxException("The " + label + " must be from " + min + " to " + max + ", not " + text);
            }
            return value;
        }

        private int number(String text) {
            if (text.isEmpty() || text.length() > MAX_DIGITS || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
                throw new CronSyntaxException("The " + label + " \"" + text + "\" is none");
            }
            return Integer.parseInt(text);
        }
    }

    /** Throws {@link CronSyntaxException}. */
    static CronField parse(Kind kind, String text) {
        var bits = 0L;
        var last = false;
        for (var part : text.split(",", -1)) {
            if (kind == Kind.DAY && part.equalsIgnoreCase(LAST)) {
                last = true;
            } else {
                bits |= part(kind, part);
            }
        }
        return new CronField(kind, bits, text.startsWith("*"), last);
    }

    private static long part(Kind kind, String text) {
        var stepped = text.split("/", -1);
        if (stepped.length > 2) {
            throw new CronSyntaxException("The " + kind.label + " \"" + text + "\" has more than one step");
        }
        var step = stepped.length == 1 ? 1 : step(kind, stepped[1]);
        var bounds = stepped[0].split("-", -1);
        if (stepped[0].equals("*")) {
            // Seven would be a second Sunday, out of step with the first.
            return range(kind, kind.min, kind == Kind.WEEKDAY ? 6 : kind.max, step);
        } else if (bounds.length > 2) {
            throw new CronSyntaxException("The " + kind.label + " \"" + text + "\" is no range");
        } else if (bounds.length == 1) {
            var from = kind.value(bounds[0]);
            return range(kind, from, stepped.length == 1 ? from : kind.max, step);
        }
        return range(kind, kind.value(bounds[0]), end(kind, bounds[1]), step);
    }

    private static int step(Kind kind, String text) {
        var step = kind.number(text);
        if (step < 1 || step > kind.max) {
            throw new CronSyntaxException(
                    "The step of the " + kind.label + " must be from 1 to " + kind.max + ", not " + text);
        }
        return step;
    }

    /** A week may end with a Sunday. */
    private static int end(Kind kind, String text) {
        var value = kind.value(text);
        return kind == Kind.WEEKDAY && value == 0 ? 7 : value;
    }

    private static long range(Kind kind, int from, int to, int step) {
        if (from > to) {
            throw new CronSyntaxException("The range of the " + kind.label + " ends before it begins");
        }
        return IntStream.rangeClosed(from, to)
                .filter(value -> (value - from) % step == 0)
                .map(value -> kind == Kind.WEEKDAY ? value % 7 : value)
                .mapToLong(value -> 1L << value)
                .reduce(0, (bits, bit) -> bits | bit);
    }

    boolean has(int value) {
        return ((bits >> value) & 1) == 1;
    }

    IntStream values() {
        return IntStream.rangeClosed(kind.min, kind.max).filter(this::has);
    }

    /** True when the field allows every value. */
    boolean isEvery() {
        return values().count() == kind.max - kind.min + 1L;
    }
}
