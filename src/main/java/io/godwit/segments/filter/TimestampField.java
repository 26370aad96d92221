package io.godwit.segments.filter;

import io.godwit.web.JsonBody;
import java.util.EnumSet;
import java.util.Set;

/** A field for the time a contact was created or last changed. */
record TimestampField(String name, String column) implements FilterField {

    @Override
    public Set<FilterOperator> operators() {
        var all = EnumSet.copyOf(FilterOperator.EQUALITY);
        all.addAll(FilterOperator.ORDER);
        all.addAll(FilterOperator.AGE);
        return all;
    }

    @Override
    public void check(JsonBody body, FilterOperator operator, Object value) {
        ValueRules.date(body, value);
    }

    @Override
    public String sql(FilterCondition condition, FilterSql sql) {
        return TimeSql.sql("c." + column, condition, sql);
    }

    @Override
    public String found(FilterSql sql) {
        return "to_jsonb(c." + column + ")";
    }
}
