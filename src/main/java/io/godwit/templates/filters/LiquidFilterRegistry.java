package io.godwit.templates.filters;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds filters by name. */
public final class LiquidFilterRegistry {

    public static final String DEFAULT = "default";

    private static final String ALLOW_FALSE = "allow_false";

    private static final Map<String, LiquidFilter> NAME_TO_FILTER = all();

    private LiquidFilterRegistry() {}

    private static Map<String, LiquidFilter> all() {
        var filters = new HashMap<String, LiquidFilter>();
        TextFilters.into(filters);
        MarkupFilters.into(filters);
        NumberFilters.into(filters);
        ListFilters.into(filters);
        DateFilter.into(filters);
        filters.put(DEFAULT, new LiquidFilter(0, 1, Set.of(ALLOW_FALSE), LiquidFilterRegistry::orDefault));
        return Map.copyOf(filters);
    }

    public static Optional<LiquidFilter> find(String name) {
        return Optional.ofNullable(NAME_TO_FILTER.get(name));
    }

    public static Set<String> names() {
        return NAME_TO_FILTER.keySet();
    }

    /** Means the same as {@code ??}: {@code false} is a value, unless {@code allow_false: false} asks for Liquid's own rule. */
    private static @Nullable Object orDefault(@Nullable Object input, FilterArguments arguments) {
        var refused = Boolean.FALSE.equals(input)
                && Boolean.FALSE.equals(arguments.named().get(ALLOW_FALSE));
        return ValueFormatter.isMissing(input) || refused ? arguments.value(0) : input;
    }
}
