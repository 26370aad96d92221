package io.godwit.segments.filter;

import io.godwit.core.id.Ids;
import io.godwit.core.id.SegmentId;
import io.godwit.web.JsonBody;
import java.util.Optional;
import java.util.Set;

/** A field that a condition tests. Each kind defines its operators, its valid values, and its SQL. */
public sealed interface FilterField
        permits EmailField, SubscribedField, TimestampField, CustomField, ActivityField, SegmentField {

    /** Returns the field as the API spells it. */
    String name();

    Set<FilterOperator> operators();

    /** Notes on the body, under {@code value}, what is wrong with a value the operator needs. */
    void check(JsonBody body, FilterOperator operator, Object value);

    /** SQL that is true where the condition holds, and false or NULL elsewhere. */
    String sql(FilterCondition condition, FilterSql sql);

    /** Returns the SQL of a condition that every contact has to meet; see {@link Filter#requiredSql}. */
    default String requiredSql(FilterCondition condition, FilterSql sql) {
        return sql(condition, sql);
    }

    /** SQL of what a contact has there, as {@code jsonb}; NULL for nothing. */
    String found(FilterSql sql);

    /**
     * Finds the field of a name; empty for a name that stands for nothing. A segment's id that is no id is kept: it is unknown, not
     * misspelt.
     */
    static Optional<FilterField> byName(String name) {
        return switch (name) {
            case "email" -> Optional.of(new EmailField());
            case "subscribed" -> Optional.of(new SubscribedField());
            case "createdAt" -> Optional.of(new TimestampField(name, "created_at"));
            case "updatedAt" -> Optional.of(new TimestampField(name, "updated_at"));
            default -> prefixed(name, name.indexOf('.'));
        };
    }

    private static Optional<FilterField> prefixed(String name, int dot) {
        if (dot < 0 || dot + 1 == name.length()) {
            return Optional.empty();
        }
        var remaining = name.substring(dot + 1);
        return switch (name.substring(0, dot)) {
            case "data" -> CustomField.of(remaining);
            case "event" -> Optional.of(ActivityField.ofEvent(remaining));
            case "email" -> ActivityField.ofEmail(remaining);
            case "segment" ->
                Optional.of(new SegmentField(
                        name, new SegmentId(Ids.parse(remaining).orElse(SegmentField.NONE))));
            default -> Optional.empty();
        };
    }
}
