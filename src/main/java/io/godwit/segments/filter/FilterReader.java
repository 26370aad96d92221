package io.godwit.segments.filter;

import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads filters in both spellings: {@code {operator, conditions: [...]}}, and {@code {logic, groups: [{filters: [...],
 * conditions?}]}}, where a group's filters and its nested object are joined by AND. Mistakes are noted on the body.
 */
public final class FilterReader {

    static final int MAX_DEPTH = 10;
    static final int MAX_CONDITIONS = 100;

    /** The filter read in place of a mistake; {@link JsonBody#build} throws before it is used. */
    private static final Filter NOTHING = new ConditionGroup(FilterLogic.AND, List.of());

    /** Searches in texts; each reads the text of every contact. */
    static final int MAX_SEARCHES = 20;

    private static final MemberType CONDITION =
            MemberType.object("FilterCondition", body -> FilterConditionReader.read(body));

    /** A filter in either spelling, and at each level. */
    private static final MemberType FILTER = MemberType.either(
            MemberType.object("ConditionList", body -> new FilterReader(1, 0).conditions(body, 1)),
            MemberType.object("ConditionGroups", body -> new FilterReader(1, 0).groups(body, 1)));

    private static final MemberType GROUP = MemberType.object(
            "ConditionGroup", body -> new FilterReader(1, 0).group(body, 1), Map.of("conditions", Map.of()));

    private final int maxDepth;
    private final int maxSearches;
    private int conditions;
    private int searches;

    private FilterReader(int maxDepth, int maxSearches) {
        this.maxDepth = maxDepth;
        this.maxSearches = maxSearches;
    }

    /** The filter a request gives as {@code filters} or as {@code condition}, each in any spelling; both must say the same. */
    public static Optional<Filter> of(JsonBody body) {
        return of(body, "filters", "condition");
    }

    /** Reads the filter of a request with other names for its members. */
    public static Optional<Filter> of(JsonBody body, String first, String second) {
        var filters = member(body, first);
        var condition = member(body, second);
        if (body.isFlawless() && filters.isPresent() && condition.isPresent()) {
            if (!filters.get().simplified().equals(condition.get().simplified())) {
                body.issue(second, "custom", "Says something else than " + first + "; give one of them");
            }
        }
        return filters.or(() -> condition);
    }

    private static Optional<Filter> member(JsonBody body, String name) {
        body.expects(name, FILTER);
        return body.optionalObject(name).map(members -> read(body.child(name, members)));
    }

    /** The members of {@code body} itself are the filter. */
    public static Filter read(JsonBody body) {
        return new FilterReader(MAX_DEPTH, MAX_SEARCHES).filter(body, 1);
    }

    /**
     * Reads what {@link FilterWriter#conditions} wrote; that spelling may need more levels than the one it was sent in, and
     * filters stored earlier may have more searches.
     */
    public static Filter stored(Map<String, @Nullable Object> members) {
        var body = JsonBody.of(members);
        var filter = new FilterReader(Integer.MAX_VALUE, Integer.MAX_VALUE).filter(body, 1);
        return body.build(() -> filter);
    }

    private Filter filter(JsonBody body, int level) {
        if (level > maxDepth) {
            body.knows("operator", "conditions", "logic", "groups");
            body.issue("conditions", "too_big", "Filters may be nested at most " + MAX_DEPTH + " levels deep");
            return NOTHING;
        }
        if (body.has("groups") && body.has("conditions")) {
            body.knows("operator", "logic");
            body.issue("groups", "custom", "Give conditions or groups, not both");
            return NOTHING;
        }
        return body.has("groups") || body.has("logic") ? groups(body, level) : conditions(body, level);
    }

    private Filter conditions(JsonBody body, int level) {
        body.expects("conditions", MemberType.list(MemberType.either(CONDITION, FILTER), 1, MAX_CONDITIONS));
        return new ConditionGroup(
                logic(body, "operator"), each(body, "conditions", 1, member -> member(member, level)));
    }

    private Filter member(JsonBody body, int level) {
        var isGroup = !body.has("field") && (body.has("conditions") || body.has("groups"));
        return isGroup ? filter(body, level + 1) : condition(body);
    }

    private Filter groups(JsonBody body, int level) {
        body.expects("groups", MemberType.list(GROUP, 1, MAX_CONDITIONS));
        return new ConditionGroup(logic(body, "logic"), each(body, "groups", 1, group -> group(group, level)));
    }

    private Filter group(JsonBody body, int level) {
        body.expects("filters", MemberType.list(CONDITION, 0, MAX_CONDITIONS));
        body.expects("conditions", FILTER);
        if (!body.has("filters") && !body.has("conditions")) {
            body.missing("filters");
        }
        var members = new ArrayList<>(each(body, "filters", body.has("conditions") ? 0 : 1, this::condition));
        body.optionalObject("conditions")
                .ifPresent(nested -> members.add(filter(body.child("conditions", nested), level + 1)));
        return members.size() == 1 && members.get(0) instanceof FilterCondition only
                ? only
                : new ConditionGroup(FilterLogic.AND, members);
    }

    private Filter condition(JsonBody body) {
        conditions++;
        var read = FilterConditionReader.read(body);
        if (read.filter(found -> FilterOperator.SEARCH.contains(found.operator()))
                        .isPresent()
                && ++searches > maxSearches) {
            body.issue(
                    "operator",
                    "too_big",
                    "A filter may have at most " + maxSearches + " conditions with contains or notContains");
        }
        return read.<Filter>map(found -> found).orElse(NOTHING);
    }

    private static FilterLogic logic(JsonBody body, String name) {
        if (!body.has(name)) {
            body.missing(name);
        }
        return body.optionalEnum(name, FilterLogic.class).orElse(FilterLogic.AND);
    }

    /** Reads one member of a list. */
    private interface Reading {
        Filter read(JsonBody body);
    }

    private List<Filter> each(JsonBody body, String name, int min, Reading reading) {
        var members = body.optionalList(name).orElse(List.of());
        if (min > 0) {
            body.requires(name);
        }
        if (members.size() < min && (body.raw(name) instanceof List<?> || !body.has(name))) {
            body.issue(name, "too_small", "Array must contain at least " + min + " element(s)");
        }
        var read = new ArrayList<Filter>();
        for (var at = 0; at < members.size(); at++) {
            if (conditions >= MAX_CONDITIONS) {
                body.issue(name, "too_big", "A filter may have at most " + MAX_CONDITIONS + " conditions");
                return read;
            }
            read.add(element(body, name + "." + at, members.get(at), reading));
        }
        return read;
    }

    @SuppressWarnings("unchecked")
    private static Filter element(JsonBody body, String name, @Nullable Object element, Reading reading) {
        if (element instanceof Map<?, ?> object) {
            return reading.read(body.child(name, (Map<String, @Nullable Object>) object));
        }
        body.wrongType(name, "object", element);
        return NOTHING;
    }
}
