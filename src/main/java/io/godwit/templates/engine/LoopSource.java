package io.godwit.templates.engine;

import io.godwit.templates.filters.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The collection and the options of a {@code for} or {@code tablerow} loop.
 *
 * @param name of the item inside the loop
 * @param key the same for loops of the same name over the same collection, for {@code offset: continue}
 * @param continues whether it begins where the last loop of this key ended
 */
record LoopSource(
        String name,
        Expression collection,
        Optional<Expression> limit,
        Optional<Expression> offset,
        boolean reversed,
        boolean continues,
        String key) {

    /** The items it goes over; empty for what is no list. */
    List<?> items(RenderScope scope) {
        var all = list(collection.in(scope));
        var from = continues ? Math.max(0, scope.count(key, 0)) : within(offset, scope, 0, all.size());
        var start = Math.min(from, all.size());
        var length = within(limit, scope, all.size() - start, all.size() - start);
        scope.setCount(key, start + length);
        var items = all.subList(start, start + length);
        return reversed ? reversed(items, scope) : items;
    }

    /** An option whose value is missing counts as none. */
    private static int within(Optional<Expression> value, RenderScope scope, int otherwise, int limit) {
        return value.flatMap(expression -> Optional.ofNullable(expression.in(scope)))
                .map(number -> Math.max(0, Math.min(limit, Numbers.integer(number))))
                .orElse(otherwise);
    }

    private static List<?> reversed(List<?> items, RenderScope scope) {
        scope.budget().items(items.size());
        var reversed = new ArrayList<@Nullable Object>(items);
        Collections.reverse(reversed);
        return reversed;
    }

    /** Lists the items of a value: an object as pairs of name and value, a text as one item. */
    private static List<?> list(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list;
        } else if (value instanceof Map<?, ?> object) {
            return object.entrySet().stream()
                    .map(entry -> Arrays.<@Nullable Object>asList(entry.getKey(), entry.getValue()))
                    .toList();
        }
        return value instanceof String text && !text.isEmpty() ? List.of(text) : List.of();
    }

    /** Tells how often it goes round, as far as the template alone says; at least 1. */
    long fixedLength() {
        var length = collection instanceof Expression.Between range ? range.fixedLength() : 1;
        return limit.filter(Expression.Constant.class::isInstance)
                .map(limit -> Math.max(1, Math.min(length, Numbers.wide(((Expression.Constant) limit).value()))))
                .orElse(length);
    }
}
