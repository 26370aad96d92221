package io.godwit.segments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes filters in both spellings; what was read in one is written in it as it was. */
final class Spelling {

    private Spelling() {}

    /** {@code {operator, conditions}}: exact for any filter, so it is the one that is stored. */
    static Map<String, @Nullable Object> conditions(Filter filter) {
        if (filter instanceof Condition condition) {
            return one(condition);
        }
        var group = (Group) filter;
        var members = group.members().stream().map(Spelling::conditions).toList();
        return both("operator", group.logic(), "conditions", members);
    }

    /** {@code {logic, groups}}. */
    static Map<String, @Nullable Object> groups(Filter filter) {
        var group = filter instanceof Group joined ? joined : new Group(Logic.AND, List.of(filter));
        var groups = group.members().stream().map(Spelling::group).toList();
        return both("logic", group.logic(), "groups", groups);
    }

    private static Map<String, @Nullable Object> group(Filter member) {
        if (member instanceof Condition condition) {
            return filters(List.of(condition), null);
        }
        var group = (Group) member;
        var conditions = leading(group);
        var rest = group.members().size() - conditions.size();
        var fits = group.logic() == Logic.AND && rest <= 1;
        return fits
                ? filters(conditions, rest == 0 ? null : group.members().get(conditions.size()))
                : filters(List.of(), group);
    }

    private static List<Condition> leading(Group group) {
        var leading = new ArrayList<Condition>();
        for (var member : group.members()) {
            if (!(member instanceof Condition condition)) {
                return leading;
            }
            leading.add(condition);
        }
        return leading;
    }

    private static Map<String, @Nullable Object> filters(List<Condition> conditions, @Nullable Filter nested) {
        var group = new LinkedHashMap<String, @Nullable Object>();
        group.put("filters", conditions.stream().map(Spelling::one).toList());
        if (nested != null) {
            group.put("conditions", groups(nested));
        }
        return group;
    }

    static Map<String, @Nullable Object> one(Condition condition) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("field", condition.field().name());
        members.put("operator", condition.operator().code());
        if (condition.value() != null) {
            members.put("value", condition.value());
        }
        condition.unit().ifPresent(unit -> members.put("unit", unit.code()));
        return members;
    }

    private static Map<String, @Nullable Object> both(String first, Logic logic, String second, List<?> members) {
        var both = new LinkedHashMap<String, @Nullable Object>();
        both.put(first, logic.name());
        both.put(second, members);
        return both;
    }
}
