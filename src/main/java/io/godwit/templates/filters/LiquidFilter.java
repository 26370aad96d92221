package io.godwit.templates.filters;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A filter of Liquid with its signature.
 *
 * @param min positional arguments it needs
 * @param max positional arguments it takes
 * @param named the named arguments it takes
 */
public record LiquidFilter(int min, int max, Set<String> named, Function function) {

    /** The work of a filter. */
    @FunctionalInterface
    interface Function {
        @Nullable
        Object apply(@Nullable Object input, FilterArguments arguments);
    }

    public @Nullable Object apply(@Nullable Object input, FilterArguments arguments) {
        return function.apply(input, arguments);
    }

    static LiquidFilter of(int min, int max, Function function) {
        return new LiquidFilter(min, max, Set.of(), function);
    }
}
