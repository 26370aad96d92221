package io.godwit.templates;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a value is found: {@code name}, {@code a.b}, {@code items.0.price}, {@code data.plan}, {@code first name}. Looked up as
 * a dotted path, then as one key with dots in it, then inside {@code data}.
 *
 * @param steps the path at its dots; just the whole name when it has more than {@value #MAX_STEPS} of them
 */
record Path(String name, List<String> steps) {

    /** Stored data has at most ten levels, so a longer path leads nowhere. */
    private static final int MAX_STEPS = 32;

    private static final String DATA = "data";
    private static final String THIS = "this";

    static Path of(String name) {
        if (name.chars().filter(character -> character == '.').count() >= MAX_STEPS) {
            return new Path(name, List.of(name));
        }
        return new Path(name, List.of(name.split("\\.", -1)));
    }

    /** The value, or null when there is none. */
    @Nullable
    Object in(Scope scope) {
        if (scope.looping() && steps.get(0).equals(THIS)) {
            return walk(scope.item(), 1);
        }
        var variables = scope.variables();
        var value = walk(variables, 0);
        if (value == null) {
            value = variables.get(name);
        }
        return value == null ? inData(variables) : value;
    }

    private @Nullable Object inData(Map<String, @Nullable Object> variables) {
        if (steps.size() > 1 && steps.get(0).equals(DATA)) {
            var value = walk(variables, 1);
            return value == null ? variables.get(name.substring(DATA.length() + 1)) : value;
        }
        return variables.get(DATA) instanceof Map<?, ?> data ? walk(data, 0) : null;
    }

    private @Nullable Object walk(@Nullable Object start, int firstStep) {
        var value = start;
        for (var at = firstStep; at < steps.size() && value != null; at++) {
            value = step(value, steps.get(at));
        }
        return value;
    }

    private static @Nullable Object step(Object value, String step) {
        if (value instanceof Map<?, ?> object) {
            return object.get(step);
        }
        return value instanceof List<?> list ? item(list, step) : null;
    }

    private static @Nullable Object item(List<?> list, String step) {
        var isIndex =
                !step.isEmpty() && step.length() <= 5 && step.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        var index = isIndex ? Integer.parseInt(step) : list.size();
        return index < list.size() ? list.get(index) : null;
    }
}
