package io.godwit.segments.filter;

import io.godwit.core.id.SegmentId;
import io.godwit.web.JsonBody;
import java.util.Set;
import java.util.UUID;

/**
 * A field for the membership of another segment. When that segment has been deleted, the condition matches no contact, whichever
 * operator it has.
 */
public record SegmentField(String name, SegmentId segment) implements FilterField {

    /** The id of no segment. */
    static final UUID NONE = new UUID(0, 0);

    @Override
    public Set<FilterOperator> operators() {
        return FilterOperator.MEMBERSHIP;
    }

    @Override
    public void check(JsonBody body, FilterOperator operator, Object value) {
        throw new IllegalStateException("No operator of a segment needs a value");
    }

    @Override
    public String sql(FilterCondition condition, FilterSql sql) {
        var member = sql.member(segment);
        return condition.operator() == FilterOperator.MEMBER_OF_SEGMENT ? member : "NOT " + member;
    }

    @Override
    public String requiredSql(FilterCondition condition, FilterSql sql) {
        return condition.operator() == FilterOperator.MEMBER_OF_SEGMENT
                ? sql.requiredMember(segment)
                : sql(condition, sql);
    }

    @Override
    public String found(FilterSql sql) {
        return "to_jsonb(" + sql.member(segment) + ")";
    }
}
