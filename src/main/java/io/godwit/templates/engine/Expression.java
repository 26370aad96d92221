package io.godwit.templates.engine;

import io.godwit.templates.filters.FilterArguments;
import io.godwit.templates.filters.LiquidFilter;
import io.godwit.templates.filters.LiquidFilterRegistry;
import io.godwit.templates.filters.Markup;
import io.godwit.templates.filters.NumberRange;
import io.godwit.templates.filters.Numbers;
import io.godwit.templates.filters.ValueFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An expression of a template, evaluated in a scope. */
sealed interface Expression
        permits ValuePath,
                Expression.Constant,
                Expression.OwnText,
                Expression.Between,
                Expression.Lookup,
                Expression.Filtered {

    /** The value, or null when there is none. */
    @Nullable
    Object in(RenderScope scope);

    /** The name under which a missing value is reported; empty for what is never missing. */
    default String missingName(RenderScope scope) {
        return "";
    }

    /** A literal. */
    record Constant(@Nullable Object value) implements Expression {

        @Override
        public @Nullable Object in(RenderScope scope) {
            return value;
        }
    }

    /** A literal text to be printed: it is the author's own, so it is never escaped. */
    record OwnText(String text, Markup markup) implements Expression {

        OwnText(String text) {
            this(text, new Markup(text));
        }

        @Override
        public Object in(RenderScope scope) {
            return scope.rendition().html() ? markup : text;
        }
    }

    /** {@code (1..5)}. */
    record Between(Expression first, Expression last) implements Expression {

        @Override
        public Object in(RenderScope scope) {
            return new NumberRange(Numbers.wide(first.in(scope)), Numbers.wide(last.in(scope)));
        }

        /** Items, where both ends are literals; else 1. */
        long fixedLength() {
            return first instanceof Constant from && last instanceof Constant to
                    ? Math.max(1, Numbers.wide(to.value()) - Numbers.wide(from.value()) + 1)
                    : 1;
        }
    }

    /** {@code base[index]}. */
    record Lookup(Expression base, Expression index) implements Expression {

        @Override
        public @Nullable Object in(RenderScope scope) {
            var value = base.in(scope);
            var at = index.in(scope);
            if (value == null || at == null) {
                return null;
            }
            return value instanceof List<?> list && at instanceof Number number
                    ? item(list, Numbers.wide(number))
                    : ValuePath.stepOrProperty(value, ValueFormatter.text(at));
        }

        /** A negative index counts from the end. */
        private static @Nullable Object item(List<?> list, long index) {
            var at = index < 0 ? list.size() + index : index;
            return at >= 0 && at < list.size() ? list.get((int) at) : null;
        }

        @Override
        public String missingName(RenderScope scope) {
            return base.missingName(scope) + "[" + ValueFormatter.text(index.in(scope)) + "]";
        }
    }

    /** A filter with its arguments. */
    record Call(LiquidFilter filter, List<Expression> positional, Map<String, Expression> named) {

        public Call {
            positional = List.copyOf(positional);
            named = Map.copyOf(named);
        }

        /** {@code ?? literal}. */
        static Call fallback(String literal) {
            return new Call(
                    LiquidFilterRegistry.find(LiquidFilterRegistry.DEFAULT).orElseThrow(),
                    List.of(new OwnText(literal)),
                    Map.of());
        }

        @Nullable
        Object apply(@Nullable Object input, RenderScope scope) {
            var values = new ArrayList<@Nullable Object>(positional.size());
            var own = new ArrayList<Boolean>(positional.size());
            for (var argument : positional) {
                values.add(argument.in(scope));
                own.add(argument instanceof Constant);
            }
            return filter.apply(input, new FilterArguments(values, own, named(scope), scope.rendition()));
        }

        private Map<String, @Nullable Object> named(RenderScope scope) {
            if (named.isEmpty()) {
                return Map.of();
            }
            var values = new LinkedHashMap<String, @Nullable Object>();
            named.forEach((name, argument) -> values.put(name, argument.in(scope)));
            return values;
        }
    }

    /** {@code base | filter: argument | …}. */
    record Filtered(Expression base, List<Call> calls) implements Expression {

        public Filtered {
            calls = List.copyOf(calls);
        }

        @Override
        public @Nullable Object in(RenderScope scope) {
            var value = base.in(scope);
            for (var call : calls) {
                scope.budget().step();
                value = call.apply(value, scope);
            }
            return value;
        }

        @Override
        public String missingName(RenderScope scope) {
            return ValueFormatter.isMissing(base.in(scope)) ? base.missingName(scope) : "";
        }
    }
}
