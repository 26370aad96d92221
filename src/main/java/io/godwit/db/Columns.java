package io.godwit.db;

import java.lang.reflect.Array;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns values into statement parameters. */
public final class Columns {

    private static final double NANOS = 1e9;

    private Columns() {}

    /** The duration in seconds and their fractions, for {@code make_interval(secs => $1)}. */
    public static double seconds(Duration duration) {
        return duration.getSeconds() + duration.getNano() / NANOS;
    }

    /** Returns a column of ids, one for each row, as an array parameter. */
    public static <R> UUID[] uuids(List<R> rows, Function<R, @Nullable UUID> value) {
        return column(rows, UUID.class, value);
    }

    /** Returns a column of texts, one for each row, as an array parameter. */
    public static <R> String[] texts(List<R> rows, Function<R, @Nullable String> value) {
        return column(rows, String.class, value);
    }

    /** Returns a column of values of one type, one for each row, as an array parameter. */
    @SuppressWarnings("unchecked")
    public static <R, V> V[] column(List<R> rows, Class<V> type, Function<R, @Nullable V> value) {
        var column = (V[]) Array.newInstance(type, rows.size());
        for (var at = 0; at < column.length; at++) {
            column[at] = value.apply(rows.get(at));
        }
        return column;
    }
}
