package io.godwit.segments;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Comparisons of moments. {@code moment} is SQL of a {@code timestamptz}, NULL for none. */
final class Moments {

    private Moments() {}

    /** The value of the condition is a date or an age. A date means its whole UTC day where equality is asked. */
    static String sql(String moment, Condition condition, Clauses clauses) {
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
    static String cutoff(Condition condition, Clauses clauses) {
        return "now() - " + clauses.parameter(condition.ageMicros()) + "::bigint * interval '1 microsecond'";
    }

    private static String exact(Condition condition, Clauses clauses) {
        var moment = Dates.parse(condition.text()).orElseThrow();
        return clauses.parameter(moment.atOffset(ZoneOffset.UTC)) + "::timestamptz";
    }

    private static String day(Condition condition, int later, Clauses clauses) {
        OffsetDateTime day = Dates.dayOf(Dates.parse(condition.text()).orElseThrow());
        return clauses.parameter(day.plusDays(later)) + "::timestamptz";
    }
}
