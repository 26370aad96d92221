package io.godwit.templates.filters;

import io.godwit.core.Html;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The filters of lists. Anything else counts as a list of one, nothing as an empty one; lists inside a list count as their
 * members, so that {@code map: "tags"} makes one list of tags.
 */
final class ListFilters {

    private ListFilters() {}

    static void into(Map<String, LiquidFilter> filters) {
        filters.put("size", LiquidFilter.of(0, 0, (input, ignored) -> size(input)));
        filters.put("first", LiquidFilter.of(0, 0, (input, ignored) -> end(input, true)));
        filters.put("last", LiquidFilter.of(0, 0, (input, ignored) -> end(input, false)));
        filters.put("slice", LiquidFilter.of(1, 2, ListFilters::slice));
        filters.put("join", LiquidFilter.of(0, 1, ListFilters::join));
        filters.put("reverse", list(0, 0, ListFilters::reversed));
        filters.put("sort", list(0, 1, (items, with) -> sorted(items, with, ListFilters::compare)));
        filters.put("sort_natural", list(0, 1, (items, with) -> sorted(items, with, ListFilters::naturally)));
        filters.put("uniq", list(0, 1, ListFilters::unique));
        filters.put("compact", list(0, 1, ListFilters::compact));
        filters.put("concat", list(1, 1, ListFilters::joined));
        filters.put("map", list(1, 1, (items, with) -> mapped(items, with)));
        filters.put("where", list(1, 2, (items, with) -> items.stream()
                .filter(matching(with))
                .toList()));
        filters.put("reject", list(1, 2, (items, with) -> items.stream()
                .filter(matching(with).negate())
                .toList()));
        filters.put("find", list(1, 2, (items, with) -> items.stream()
                .filter(Objects::nonNull)
                .filter(matching(with))
                .findFirst()
                .orElse(null)));
        filters.put("has", list(1, 2, (items, with) -> items.stream().anyMatch(matching(with))));
        filters.put("find_index", list(1, 2, (items, with) -> indexOf(items, matching(with))));
        filters.put("sum", list(0, 1, ListFilters::sum));
    }

    private static LiquidFilter list(
            int min, int max, BiFunction<List<?>, FilterArguments, @Nullable Object> function) {
        return LiquidFilter.of(min, max, (input, with) -> function.apply(items(input, with), with));
    }

    private static List<?> items(@Nullable Object input, FilterArguments arguments) {
        var items = members(input, arguments);
        return items.stream().anyMatch(List.class::isInstance) ? flat(items, new ArrayList<>(), arguments) : items;
    }

    private static List<?> members(@Nullable Object input, FilterArguments arguments) {
        var members =
                input instanceof List<?> list ? list : input == null ? List.of() : Collections.singletonList(input);
        arguments.budget().items(members.size());
        return members;
    }

    private static List<@Nullable Object> flat(List<?> items, List<@Nullable Object> all, FilterArguments arguments) {
        for (var item : items) {
            if (item instanceof List<?> inner) {
                arguments.budget().items(all.size() + (long) inner.size());
                flat(inner, all, arguments);
            } else {
                all.add(item);
            }
        }
        return all;
    }

    private static int size(@Nullable Object input) {
        if (input instanceof List<?> list) {
            return list.size();
        } else if (input instanceof Map<?, ?> object) {
            return object.size();
        }
        var text = input instanceof String || input instanceof Markup ? input.toString() : "";
        return text.codePointCount(0, text.length());
    }

    private static @Nullable Object end(@Nullable Object input, boolean first) {
        return input instanceof List<?> list && !list.isEmpty() ? list.get(first ? 0 : list.size() - 1) : null;
    }

    /** A part of a list or of a text, from an offset that counts from the end when it is negative. */
    private static Object slice(@Nullable Object input, FilterArguments arguments) {
        var text = input instanceof List<?> ? "" : arguments.text(input);
        var size = input instanceof List<?> list ? list.size() : text.codePointCount(0, text.length());
        var offset = arguments.integer(0, 0);
        var start = offset < 0 ? size + offset : offset;
        if (start < 0 || start > size) {
            return input instanceof List<?> ? List.of() : "";
        }
        var end = start + Math.max(0, Math.min(size - start, arguments.integer(1, 1)));
        if (input instanceof List<?> list) {
            arguments.budget().items(end - start);
            return Collections.unmodifiableList(new ArrayList<>(list.subList(start, end)));
        }
        var from = text.offsetByCodePoints(0, start);
        var part = text.substring(from, text.offsetByCodePoints(from, end - start));
        return input instanceof Markup ? new Markup(part) : part;
    }

    private static Object join(@Nullable Object input, FilterArguments arguments) {
        var items = items(input, arguments);
        var isMarkup = arguments.html()
                && (arguments.hasMarkup()
                        || arguments.beginsWithTags()
                        || items.stream().anyMatch(Markup.class::isInstance));
        if (!isMarkup) {
            return counted(ValueFormatter.joined(items, arguments.text(0, " "), RenderBudget.MAX_TEXT), arguments);
        }
        var safe = items.stream()
                .map(item -> item instanceof Markup
                        ? item
                        : new Markup(Html.escape(ValueFormatter.text(item, RenderBudget.MAX_TEXT))))
                .toList();
        return new Markup(counted(
                ValueFormatter.joined(safe, arguments.escaped().text(0, " "), RenderBudget.MAX_TEXT), arguments));
    }

    private static String counted(String text, FilterArguments arguments) {
        arguments.budget().text(text.length());
        return text;
    }

    private static Object reversed(List<?> items, FilterArguments arguments) {
        var reversed = new ArrayList<@Nullable Object>(items);
        Collections.reverse(reversed);
        return reversed;
    }

    private static Object sorted(List<?> items, FilterArguments arguments, Comparator<@Nullable Object> order) {
        var sorted = new ArrayList<@Nullable Object>(items);
        sorted.sort((one, other) -> {
            arguments.budget().step();
            return order.compare(key(one, arguments), key(other, arguments));
        });
        return sorted;
    }

    private static @Nullable Object key(@Nullable Object item, FilterArguments arguments) {
        return arguments.has(0) ? property(item, arguments.text(0)) : item;
    }

    /** A member of an object, also of one inside it: {@code address.city}. */
    private static @Nullable Object property(@Nullable Object item, String name) {
        if (!(item instanceof Map<?, ?> object)) {
            return null;
        }
        var dot = name.indexOf('.');
        return object.containsKey(name) || dot < 0
                ? object.get(name)
                : property(object.get(name.substring(0, dot)), name.substring(dot + 1));
    }

    /**
     * Compares numbers by value and texts by their characters; values of different kinds are ordered by kind, and null comes
     * last.
     */
    private static int compare(@Nullable Object one, @Nullable Object other) {
        if (one instanceof Number number && other instanceof Number second) {
            return Numbers.of(number).compareTo(Numbers.of(second));
        }
        var kinds = Integer.compare(kind(one), kind(other));
        return kinds != 0 || one == null ? kinds : ValueFormatter.text(one).compareTo(ValueFormatter.text(other));
    }

    private static int kind(@Nullable Object value) {
        return value == null ? 3 : value instanceof Number ? 0 : value instanceof Boolean ? 1 : 2;
    }

    private static int naturally(@Nullable Object one, @Nullable Object other) {
        return one == null || other == null
                ? compare(one, other)
                : ValueFormatter.text(one)
                        .toLowerCase(Locale.ROOT)
                        .compareTo(ValueFormatter.text(other).toLowerCase(Locale.ROOT));
    }

    private static Object unique(List<?> items, FilterArguments arguments) {
        var seen = new LinkedHashSet<@Nullable Object>();
        var unique = new ArrayList<@Nullable Object>();
        items.forEach(item -> {
            if (seen.add(comparable(key(item, arguments)))) {
                unique.add(item);
            }
        });
        return unique;
    }

    private static @Nullable Object comparable(@Nullable Object value) {
        return value instanceof Number number ? Numbers.of(number).stripTrailingZeros() : value;
    }

    private static Object compact(List<?> items, FilterArguments arguments) {
        return items.stream().filter(item -> key(item, arguments) != null).toList();
    }

    private static Object joined(List<?> items, FilterArguments arguments) {
        var all = new ArrayList<@Nullable Object>(items);
        all.addAll(members(arguments.value(0), arguments));
        arguments.budget().items(all.size());
        return all;
    }

    private static Object mapped(List<?> items, FilterArguments arguments) {
        var mapped = new ArrayList<@Nullable Object>();
        items.forEach(item -> mapped.add(property(item, arguments.text(0))));
        return mapped;
    }

    private static Predicate<@Nullable Object> matching(FilterArguments arguments) {
        var name = arguments.text(0);
        return arguments.has(1)
                ? item -> Objects.equals(comparable(property(item, name)), comparable(plain(arguments.value(1))))
                : item -> ValueFormatter.isTruthy(property(item, name));
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return value instanceof Markup markup ? markup.html() : value;
    }

    private static @Nullable Integer indexOf(List<?> items, Predicate<@Nullable Object> wanted) {
        for (var at = 0; at < items.size(); at++) {
            if (wanted.test(items.get(at))) {
                return at;
            }
        }
        return null;
    }

    private static Object sum(List<?> items, FilterArguments arguments) {
        var sum = BigDecimal.ZERO;
        for (var item : items) {
            var value = key(item, arguments);
            sum = sum.add(
                    value instanceof Map<?, ?> || value instanceof List<?> ? BigDecimal.ZERO : Numbers.operand(value));
        }
        return Numbers.bounded(sum);
    }
}
