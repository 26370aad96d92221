package io.godwit.events;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A monthly partition of the {@code events} table. It contains the ids created in that month, by their first 48 bits (RFC
 * 9562 §5.7).
 */
record MonthPartition(YearMonth value) {

    private static final Pattern NAMES = Pattern.compile("events_(\\d{4})_(\\d{2})");
    private static final int BITS_BELOW_MILLIS = 16;

    static MonthPartition at(Instant instant) {
        return new MonthPartition(YearMonth.from(instant.atZone(ZoneOffset.UTC)));
    }

    /** The partition of a table name; empty for the default partition and other tables. */
    static Optional<MonthPartition> ofTable(String table) {
        var matcher = NAMES.matcher(table);
        return matcher.matches()
                ? Optional.of(new MonthPartition(
                        YearMonth.of(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))))
                : Optional.empty();
    }

    String table() {
        return "events_%04d_%02d".formatted(value.getYear(), value.getMonthValue());
    }

    MonthPartition plus(int months) {
        return new MonthPartition(value.plusMonths(months));
    }

    /** The first instant behind the month. */
    Instant end() {
        return plus(1).start();
    }

    private Instant start() {
        return value.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    UUID firstId() {
        return lowestId(start());
    }

    UUID endId() {
        return lowestId(end());
    }

    /** The lowest id of an instant: no id created then or later is lower. */
    static UUID lowestId(Instant instant) {
        return new UUID(instant.toEpochMilli() << BITS_BELOW_MILLIS, 0);
    }
}
