package io.godwit.segments.filter;

import io.godwit.web.JsonBody;
import java.util.Set;

/** A field for a contact's subscription to marketing email. */
record SubscribedField() implements FilterField {

    @Override
    public String name() {
        return "subscribed";
    }

    @Override
    public Set<FilterOperator> operators() {
        return FilterOperator.EQUALITY;
    }

    @Override
    public void check(JsonBody body, FilterOperator operator, Object value) {
        if (!(value instanceof Boolean)) {
            body.wrongType("value", "boolean", value);
        }
    }

    @Override
    public String sql(FilterCondition condition, FilterSql sql) {
        var wanted = Boolean.TRUE.equals(condition.value()) == (condition.operator() == FilterOperator.EQUALS);
        return wanted ? "c.subscribed" : "NOT c.subscribed";
    }

    @Override
    public String found(FilterSql sql) {
        return "to_jsonb(c.subscribed)";
    }
}
