package io.godwit.templates.filters;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The filters of arithmetic. Whole numbers stay whole: 7 divided by 2 is 3, and 7 divided by 2.0 is 3.5. */
final class NumberFilters {

    private static final int MAX_DECIMALS = 100;

    private NumberFilters() {}

    /** An operation on the input and the argument. */
    private interface Operation {
        @Nullable
        BigDecimal of(BigDecimal number, BigDecimal other);
    }

    static void into(Map<String, LiquidFilter> filters) {
        filters.put("plus", operation(BigDecimal::add));
        filters.put("minus", operation(BigDecimal::subtract));
        filters.put("times", operation(BigDecimal::multiply));
        filters.put("divided_by", operation(NumberFilters::quotient));
        filters.put("modulo", operation(NumberFilters::modulo));
        filters.put("at_least", operation(BigDecimal::max));
        filters.put("at_most", operation(BigDecimal::min));
        filters.put("abs", LiquidFilter.of(0, 0, (input, ignored) -> Numbers.operand(input)
                .abs()));
        filters.put("ceil", LiquidFilter.of(0, 0, (input, ignored) -> whole(input, RoundingMode.CEILING)));
        filters.put("floor", LiquidFilter.of(0, 0, (input, ignored) -> whole(input, RoundingMode.FLOOR)));
        filters.put("round", LiquidFilter.of(0, 1, (input, with) -> rounded(input, with.integer(0, 0))));
    }

    private static LiquidFilter operation(Operation operation) {
        return LiquidFilter.of(1, 1, (input, with) -> {
            var result = operation.of(Numbers.operand(input), with.number(0));
            return result == null ? null : Numbers.bounded(result);
        });
    }

    /** Rounded down for whole numbers as Liquid does; nothing for a division by zero. */
    private static @Nullable BigDecimal quotient(BigDecimal number, BigDecimal divisor) {
        if (divisor.signum() == 0) {
            return null;
        }
        if (Numbers.isWhole(number) && Numbers.isWhole(divisor)) {
            return number.subtract(floorModulo(number, divisor)).divide(divisor, 0, RoundingMode.DOWN);
        }
        var quotient = number.divide(divisor, MathContext.DECIMAL128).doubleValue();
        return Double.isFinite(quotient) ? Numbers.of(quotient) : null;
    }

    private static @Nullable BigDecimal modulo(BigDecimal number, BigDecimal divisor) {
        if (divisor.signum() == 0) {
            return null;
        }
        var scale = Math.max(number.scale(), divisor.scale());
        return floorModulo(number, divisor).setScale(scale);
    }

    /** Returns the rest of a division with the sign of the divisor, as in Ruby. */
    private static BigDecimal floorModulo(BigDecimal number, BigDecimal divisor) {
        var remaining = number.remainder(divisor);
        return remaining.signum() != 0 && remaining.signum() != divisor.signum() ? remaining.add(divisor) : remaining;
    }

    private static BigDecimal whole(@Nullable Object input, RoundingMode mode) {
        return Numbers.operand(input).setScale(0, mode);
    }

    private static BigDecimal rounded(@Nullable Object input, int decimals) {
        var scale = Math.max(-MAX_DECIMALS, Math.min(MAX_DECIMALS, decimals));
        var number = Numbers.operand(input);
        return number.scale() <= scale ? number : number.setScale(scale, RoundingMode.HALF_UP);
    }
}
