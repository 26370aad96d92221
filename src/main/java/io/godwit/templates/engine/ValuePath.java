package io.godwit.templates.engine;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The path of a value: {@code name}, {@code a.b}, {@code items.0.price}, {@code data.plan}, {@code first name}. It is looked up
 * among the names that loops and assignments have bound, then as a dotted path, then as one key with dots in it, then inside
 * {@code data}. Lists and texts have {@code size}, {@code first} and {@code last}.
 *
 * @param steps the path at its dots; just the whole name when it has more than {@value #MAX_STEPS} of them
 * @param hasProperty whether a step may be one of {@code size}, {@code first} and {@code last}
 */
record ValuePath(String name, List<String> steps, boolean hasProperty) implements Expression {

    /** Stored data has at most ten levels, so a longer path leads nowhere. */
    private static final int MAX_STEPS = 32;

    private static final String DATA = "data";
    private static final Set<String> PROPERTIES = Set.of("size", "first", "last");

    static ValuePath of(String name) {
        if (name.indexOf('.') < 0) {
            return new ValuePath(name, List.of(name), false);
        } else if (name.chars().filter(character -> character == '.').count() >= MAX_STEPS) {
            return new ValuePath(name, List.of(name), false);
        }
        return ofSteps(List.of(name.split("\\.", -1)));
    }

    /** At most 32 of them. */
    static ValuePath ofSteps(List<String> steps) {
        var hasProperty = steps.stream().skip(1).anyMatch(PROPERTIES::contains);
        return new ValuePath(String.join(".", steps), List.copyOf(steps), hasProperty);
    }

    @Override
    public @Nullable Object in(RenderScope scope) {
        if (scope.hasLocals()) {
            var local = scope.local(steps.get(0));
            if (local != RenderScope.UNBOUND) {
                return found(local, resolve(local, 1));
            }
        }
        return global(scope.variables());
    }

    private @Nullable Object global(Map<String, @Nullable Object> variables) {
        var value = resolve(variables, 0);
        if (value == null) {
            value = variables.get(name);
        }
        if (value == null) {
            value = inData(variables);
        }
        return value == null && hasProperty ? withProperties(variables, 0) : value;
    }

    private @Nullable Object found(@Nullable Object start, @Nullable Object value) {
        return value == null && hasProperty ? withProperties(start, 1) : value;
    }

    private @Nullable Object inData(Map<String, @Nullable Object> variables) {
        if (steps.size() > 1 && steps.get(0).equals(DATA)) {
            var value = resolve(variables, 1);
            return value == null ? variables.get(name.substring(DATA.length() + 1)) : value;
        }
        return variables.get(DATA) instanceof Map<?, ?> data ? resolve(data, 0) : null;
    }

    private @Nullable Object resolve(@Nullable Object start, int firstStep) {
        var value = start;
        for (var at = firstStep; at < steps.size() && value != null; at++) {
            value = step(value, steps.get(at));
        }
        return value;
    }

    private @Nullable Object withProperties(@Nullable Object start, int firstStep) {
        var value = start;
        for (var at = firstStep; at < steps.size() && value != null; at++) {
            value = stepOrProperty(value, steps.get(at));
        }
        return value;
    }

    /** A member of the value, else one of {@code size}, {@code first} and {@code last}. */
    static @Nullable Object stepOrProperty(Object value, String step) {
        var member = step(value, step);
        return member == null && PROPERTIES.contains(step) ? property(value, step) : member;
    }

    private static @Nullable Object property(Object value, String property) {
        if (value instanceof List<?> list) {
            return switch (property) {
                case "first" -> list.isEmpty() ? null : list.get(0);
                case "last" -> list.isEmpty() ? null : list.get(list.size() - 1);
                default -> list.size();
            };
        } else if (!property.equals("size")) {
            return null;
        } else if (value instanceof Map<?, ?> object) {
            return object.size();
        }
        return value instanceof CharSequence text ? Character.codePointCount(text, 0, text.length()) : null;
    }

    private static @Nullable Object step(Object value, String step) {
        if (value instanceof Map<?, ?> object) {
            return object.get(step);
        } else if (value instanceof List<?> list) {
            return item(list, step);
        }
        return value instanceof LoopFrame loop ? loop.member(step) : null;
    }

    private static @Nullable Object item(List<?> list, String step) {
        var isIndex =
                !step.isEmpty() && step.length() <= 5 && step.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        var index = isIndex ? Integer.parseInt(step) : list.size();
        return index < list.size() ? list.get(index) : null;
    }

    @Override
    public String missingName(RenderScope scope) {
        return name;
    }
}
