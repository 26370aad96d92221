package io.godwit.segments.filter;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Filters joined by one logic; never empty once it was read. */
public record ConditionGroup(FilterLogic logic, List<Filter> members) implements Filter {

    public ConditionGroup {
        members = List.copyOf(members);
    }

    @Override
    public String sql(FilterSql sql) {
        return members.stream()
                .map(member -> member.sql(sql))
                .collect(Collectors.joining(" " + logic.name() + " ", "(", ")"));
    }

    @Override
    public String requiredSql(FilterSql sql) {
        return logic == FilterLogic.AND
                ? members.stream().map(member -> member.requiredSql(sql)).collect(Collectors.joining(" AND ", "(", ")"))
                : sql(sql);
    }

    @Override
    public Stream<FilterCondition> conditions() {
        return members.stream().flatMap(Filter::conditions);
    }

    @Override
    public Filter simplified() {
        var simple = members.stream()
                .map(Filter::simplified)
                .flatMap(member -> member.membersIn(logic).stream())
                .toList();
        return simple.size() == 1 ? simple.get(0) : new ConditionGroup(logic, simple);
    }

    @Override
    public List<Filter> membersIn(FilterLogic around) {
        return logic == around ? members : List.of(this);
    }
}
