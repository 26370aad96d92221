package io.godwit.templates.engine;

import io.godwit.templates.filters.Markup;
import io.godwit.templates.filters.Numbers;
import io.godwit.templates.filters.RenderBudget;
import io.godwit.templates.filters.ValueFormatter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A comparison of two values. */
enum ComparisonOperator {
    EQUAL("=="),
    UNEQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    CONTAINS("contains");

    private final String sign;

    ComparisonOperator(String sign) {
        this.sign = sign;
    }

    static Optional<ComparisonOperator> of(String sign) {
        if (sign.equals("<>")) {
            return Optional.of(UNEQUAL);
        }
        for (var operator : values()) {
            if (operator.sign.equals(sign)) {
                return Optional.of(operator);
            }
        }
        return Optional.empty();
    }

    boolean isTrue(@Nullable Object left, @Nullable Object right, RenderBudget budget) {
        var one = plain(left);
        var other = plain(right);
        return switch (this) {
            case EQUAL -> areEqual(one, other);
            case UNEQUAL -> !areEqual(one, other);
            case CONTAINS -> contains(one, other, budget);
            default -> compare(one, other).map(this::isInOrder).orElse(false);
        };
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return value instanceof Markup markup ? markup.html() : value;
    }

    /** Numbers by their value; a number and a text are never equal. */
    static boolean areEqual(@Nullable Object one, @Nullable Object other) {
        if (other instanceof EmptyLiteral nothing) {
            return nothing.is(one);
        } else if (one instanceof EmptyLiteral nothing) {
            return nothing.is(other);
        } else if (one instanceof Number number && other instanceof Number second) {
            return Numbers.of(number).compareTo(Numbers.of(second)) == 0;
        }
        return Objects.equals(plain(one), plain(other));
    }

    private static boolean contains(@Nullable Object whole, @Nullable Object part, RenderBudget budget) {
        if (part == null) {
            return false;
        } else if (whole instanceof List<?> list) {
            budget.items(list.size());
            return list.stream().anyMatch(item -> areEqual(item, part));
        } else if (whole instanceof Map<?, ?> object) {
            return object.containsKey(part);
        } else if (whole instanceof String text) {
            var wanted = ValueFormatter.text(part, RenderBudget.MAX_TEXT);
            budget.search(text, wanted);
            return text.contains(wanted);
        }
        return false;
    }

    /** A text that is a number is compared with a number as one; empty where there is no order. */
    private static Optional<Integer> compare(@Nullable Object one, @Nullable Object other) {
        if (one instanceof String text && other instanceof String second) {
            return Optional.of(text.compareTo(second));
        }
        return Numbers.read(one).flatMap(number -> Numbers.read(other).map(number::compareTo));
    }

    private boolean isInOrder(int comparison) {
        return switch (this) {
            case LESS -> comparison < 0;
            case LESS_OR_EQUAL -> comparison <= 0;
            case GREATER -> comparison > 0;
            default -> comparison >= 0;
        };
    }

    /** The literals {@code empty} and {@code blank}: values that equal what has nothing in it. They print nothing. */
    enum EmptyLiteral {
        EMPTY,
        BLANK;

        private boolean is(@Nullable Object value) {
            var isEmpty = (value instanceof String text && text.isEmpty())
                    || (value instanceof List<?> list && list.isEmpty())
                    || (value instanceof Map<?, ?> object && object.isEmpty());
            return isEmpty || (this == BLANK && isBlank(value));
        }

        private static boolean isBlank(@Nullable Object value) {
            return value == null
                    || Boolean.FALSE.equals(value)
                    || (value instanceof String text && text.isBlank())
                    || value == EMPTY;
        }

        @Override
        public String toString() {
            return "";
        }
    }
}
