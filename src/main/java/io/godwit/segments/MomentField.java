package io.godwit.segments;

import io.godwit.web.Body;
import java.util.EnumSet;
import java.util.Set;

/** When a contact was made or last changed. */
record MomentField(String name, String column) implements Field {

    @Override
    public Set<Operator> operators() {
        var all = EnumSet.copyOf(Operator.EQUALITY);
        all.addAll(Operator.ORDER);
        all.addAll(Operator.AGE);
        return all;
    }

    @Override
    public void check(Body body, Operator operator, Object value) {
        Checks.date(body, value);
    }

    @Override
    public String sql(Condition condition, Clauses clauses) {
        return Moments.sql("c." + column, condition, clauses);
    }

    @Override
    public String found(Clauses clauses) {
        return "to_jsonb(c." + column + ")";
    }
}
