package io.godwit.segments.filter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes filters in both spellings; a filter read from one spelling is written unchanged in it. */
public final class FilterWriter {

    private FilterWriter() {}

    /** {@code {operator, conditions}}: exact for any filter, so it is the one that is stored. */
    public static Map<String, @Nullable Object> conditions(Filter filter) {
        if (filter instanceof FilterCondition condition) {
            return one(condition);
        }
        var group = (ConditionGroup) filter;
        var members = group.members().stream().map(FilterWriter::conditions).toList();
        return both("operator", group.logic(), "conditions", members);
    }

    /** {@code {logic, groups}}. */
    public static Map<String, @Nullable Object> groups(Filter filter) {
        var group =
                filter instanceof ConditionGroup joined ? joined : new ConditionGroup(FilterLogic.AND, List.of(filter));
        var groups = group.members().stream().map(FilterWriter::group).toList();
        return both("logic", group.logic(), "groups", groups);
    }

    private static Map<String, @Nullable Object> group(Filter member) {
        if (member instanceof FilterCondition condition) {
            return filters(List.of(condition), null);
        }
        var group = (ConditionGroup) member;
        var conditions = leading(group);
        var remaining = group.members().size() - conditions.size();
        var isFlat = group.logic() == FilterLogic.AND && remaining <= 1;
        return isFlat
                ? filters(conditions, remaining == 0 ? null : group.members().get(conditions.size()))
                : filters(List.of(), group);
    }

    private static List<FilterCondition> leading(ConditionGroup group) {
        var leading = new ArrayList<FilterCondition>();
        for (var member : group.members()) {
            if (!(member instanceof FilterCondition condition)) {
                return leading;
            }
            leading.add(condition);
        }
        return leading;
    }

    private static Map<String, @Nullable Object> filters(List<FilterCondition> conditions, @Nullable Filter nested) {
        var group = new LinkedHashMap<String, @Nullable Object>();
        group.put("filters", conditions.stream().map(FilterWriter::one).toList());
        if (nested != null) {
            group.put("conditions", groups(nested));
        }
        return group;
    }

    static Map<String, @Nullable Object> one(FilterCondition condition) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("field", condition.field().name());
        members.put("operator", condition.operator().code());
        if (condition.value() != null) {
            members.put("value", condition.value());
        }
        condition.unit().ifPresent(unit -> members.put("unit", unit.code()));
        return members;
    }

    private static Map<String, @Nullable Object> both(String first, FilterLogic logic, String second, List<?> members) {
        var both = new LinkedHashMap<String, @Nullable Object>();
        both.put(first, logic.name());
        both.put(second, members);
        return both;
    }
}
