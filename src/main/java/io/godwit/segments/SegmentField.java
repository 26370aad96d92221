package io.godwit.segments;

import io.godwit.core.SegmentId;
import io.godwit.web.Body;
import java.util.Set;
import java.util.UUID;

/** Whether a contact is in another segment. Where that is gone the condition stops matching, whichever way it asks. */
record SegmentField(String name, SegmentId segment) implements Field {

    /** Names no segment. */
    static final UUID NONE = new UUID(0, 0);

    @Override
    public Set<Operator> operators() {
        return Operator.MEMBERSHIP;
    }

    @Override
    public void check(Body body, Operator operator, Object value) {
        throw new IllegalStateException("No operator of a segment needs a value");
    }

    @Override
    public String sql(Condition condition, Clauses clauses) {
        var member = clauses.member(segment);
        return condition.operator() == Operator.MEMBER_OF_SEGMENT ? member : "NOT " + member;
    }

    @Override
    public String found(Clauses clauses) {
        return "to_jsonb(" + clauses.member(segment) + ")";
    }
}
