package io.godwit.segments.filter;

import java.util.List;
import java.util.stream.Stream;

/**
 * A filter of contacts: conditions, joined and nested. Filters are made by {@link FilterReader}, which checks them as a whole.
 */
public sealed interface Filter permits ConditionGroup, FilterCondition {

    /** SQL that is true for the contacts {@code c} that are meant, and false or NULL for others. */
    String sql(FilterSql sql);

    /**
     * SQL that selects the same contacts where every contact has to match this filter. A history is one more set to join then,
     * which PostgreSQL can do with several processes, instead of a time to compute for each contact.
     */
    default String requiredSql(FilterSql sql) {
        return sql(sql);
    }

    /** Every condition in it, from left to right. */
    Stream<FilterCondition> conditions();

    /**
     * Returns this filter without redundant groups: those of one member, and those joined like the group around them.
     */
    default Filter simplified() {
        return this;
    }

    /** The members it adds to a group of {@code logic}. */
    default List<Filter> membersIn(FilterLogic logic) {
        return List.of(this);
    }
}
