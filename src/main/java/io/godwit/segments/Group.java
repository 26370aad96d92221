package io.godwit.segments;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Filters joined by one logic; never empty once it was read. */
record Group(Logic logic, List<Filter> members) implements Filter {

    Group {
        members = List.copyOf(members);
    }

    @Override
    public String sql(Clauses clauses) {
        return members.stream()
                .map(member -> member.sql(clauses))
                .collect(Collectors.joining(" " + logic.name() + " ", "(", ")"));
    }

    @Override
    public Stream<Condition> conditions() {
        return members.stream().flatMap(Filter::conditions);
    }

    @Override
    public Filter simplified() {
        var simple = members.stream()
                .map(Filter::simplified)
                .flatMap(member -> member.membersIn(logic).stream())
                .toList();
        return simple.size() == 1 ? simple.get(0) : new Group(logic, simple);
    }

    @Override
    public List<Filter> membersIn(Logic around) {
        return logic == around ? members : List.of(this);
    }
}
