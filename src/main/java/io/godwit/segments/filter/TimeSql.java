package io.godwit.segments.filter;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Writes the SQL of comparisons of moments. {@code moment} is SQL of a {@code timestamptz}, NULL for none. */
final class TimeSql {

    private TimeSql() {}

    /** The value of the condition is a date or an age. A date means its whole UTC day where equality is asked. */
    static String sql(String moment, FilterCondition condition, FilterSql clauses) {
        return switch (condition.operator()) {
            case EQUALS ->
                "(" + moment + " >= " + day(condition, 0, clauses) + " AND " + moment + " < "
                        + day(condition, 1, clauses) + ")";
            case NOT_EQUALS ->
                "(" + moment + " < " + day(condition, 0, clauses) + " OR " + moment + " >= "
                        + day(condition, 1, clauses) + ")";
            case GREATER_THAN -> moment + " > " + exact(condition, clauses);
            case LESS_THAN -> moment + " < " + exact(condition, clauses);
            case GREATER_THAN_OR_EQUAL -> moment + " >= " + exact(condition, clauses);
            case LESS_THAN_OR_EQUAL -> moment + " <= " + exact(condition, clauses);
            case WITHIN -> moment + " >= " + cutoff(condition, clauses);
            default -> moment + " < " + cutoff(condition, clauses);
        };
    }

    /** The database's own time decides, so that no node's clock does. */
    static String cutoff(FilterCondition condition, FilterSql clauses) {
        return "now() - " + clauses.parameter(condition.ageMicros()) + "::bigint * interval '1 microsecond'";
    }

    private static String exact(FilterCondition condition, FilterSql clauses) {
        var moment = FilterDates.parse(condition.text()).orElseThrow();
        return clauses.parameter(moment.atOffset(ZoneOffset.UTC)) + "::timestamptz";
    }

    private static String day(FilterCondition condition, int later, FilterSql clauses) {
        OffsetDateTime day =
                FilterDates.dayOf(FilterDates.parse(condition.text()).orElseThrow());
        return clauses.parameter(day.plusDays(later)) + "::timestamptz";
    }
}
