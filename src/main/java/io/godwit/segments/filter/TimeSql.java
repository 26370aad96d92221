package io.godwit.segments.filter;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Writes the SQL of comparisons of moments. {@code moment} is SQL of a {@code timestamptz}, NULL for none. */
final class TimeSql {

    private TimeSql() {}

    /** The value of the condition is a date or an age. A date means its whole UTC day where equality is asked. */
    static String sql(String moment, FilterCondition condition, FilterSql sql) {
        return switch (condition.operator()) {
            case EQUALS ->
                "(" + moment + " >= " + day(condition, 0, sql) + " AND " + moment + " < " + day(condition, 1, sql)
                        + ")";
            case NOT_EQUALS ->
                "(" + moment + " < " + day(condition, 0, sql) + " OR " + moment + " >= " + day(condition, 1, sql) + ")";
            case GREATER_THAN -> moment + " > " + exact(condition, sql);
            case LESS_THAN -> moment + " < " + exact(condition, sql);
            case GREATER_THAN_OR_EQUAL -> moment + " >= " + exact(condition, sql);
            case LESS_THAN_OR_EQUAL -> moment + " <= " + exact(condition, sql);
            case WITHIN -> moment + " >= " + cutoff(condition, sql);
            default -> moment + " < " + cutoff(condition, sql);
        };
    }

    /** The database's own time decides, so that no node's clock does. */
    static String cutoff(FilterCondition condition, FilterSql sql) {
        return "now() - " + sql.parameter(condition.ageMicros()) + "::bigint * interval '1 microsecond'";
    }

    /**
     * SQL of whether an event {@code h} happened since a moment. Its id holds the time of the node that made it, which may differ
     * from the database's by up to a day: ids find the events in their index and partitions, and only within that day the row
     * itself is asked. The moments are scalar queries, so that they are computed once and not for every event; an id has no
     * time before 1970.
     */
    static String eventSince(String cutoff) {
        return "h.id >= " + id(cutoff, "-") + " AND (h.id >= " + id(cutoff, "+") + " OR h.created_at >= " + cutoff
                + ")";
    }

    private static String id(String moment, String sign) {
        return "(SELECT uuid_v7_floor(greatest(" + moment + " " + sign + " interval '1 day', timestamptz 'epoch')))";
    }

    private static String exact(FilterCondition condition, FilterSql sql) {
        var moment = FilterDates.parse(condition.text()).orElseThrow();
        return sql.parameter(moment.atOffset(ZoneOffset.UTC)) + "::timestamptz";
    }

    private static String day(FilterCondition condition, int later, FilterSql sql) {
        OffsetDateTime day =
                FilterDates.dayOf(FilterDates.parse(condition.text()).orElseThrow());
        return sql.parameter(day.plusDays(later)) + "::timestamptz";
    }
}
