package io.godwit.segments;

import io.godwit.web.Body;
import java.util.Set;

/** Whether a contact gets marketing mail. */
record SubscribedField() implements Field {

    @Override
    public String name() {
        return "subscribed";
    }

    @Override
    public Set<Operator> operators() {
        return Operator.EQUALITY;
    }

    @Override
    public void check(Body body, Operator operator, Object value) {
        if (!(value instanceof Boolean)) {
            body.wrongType("value", "boolean", value);
        }
    }

    @Override
    public String sql(Condition condition, Clauses clauses) {
        var wanted = Boolean.TRUE.equals(condition.value()) == (condition.operator() == Operator.EQUALS);
        return wanted ? "c.subscribed" : "NOT c.subscribed";
    }

    @Override
    public String found(Clauses clauses) {
        return "to_jsonb(c.subscribed)";
    }
}
