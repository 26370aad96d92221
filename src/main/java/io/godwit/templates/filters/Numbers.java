package io.godwit.templates.filters;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads values as numbers. A whole number has scale 0; others keep their fraction. No number has more than some 400 digits. */
public final class Numbers {

    /** Digits and powers of ten; a double has 308. */
    private static final int MAX_DIGITS = 400;

    private static final Pattern DECIMAL = Pattern.compile("\\s*-?[0-9]{1,350}(?:\\.[0-9]{1,350})?\\s*");

    private Numbers() {}

    /** A number, or a text that is one. */
    public static Optional<BigDecimal> read(@Nullable Object value) {
        if (value instanceof Number number) {
            return Optional.of(of(number));
        }
        return value instanceof String text && DECIMAL.matcher(text).matches()
                ? Optional.of(new BigDecimal(text.strip()))
                : Optional.empty();
    }

    /** Returns a value as Liquid reads operands: a text that only begins with whole digits counts as those, anything else as 0. */
    static BigDecimal operand(@Nullable Object value) {
        return read(value instanceof Markup markup ? markup.html() : value)
                .orElseGet(() -> value == null ? BigDecimal.ZERO : leading(value.toString()));
    }

    private static BigDecimal leading(String value) {
        var text = value.strip();
        var end = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        while (end < text.length() && end < 18 && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        var digits = text.substring(0, end);
        return end > 0 && Character.isDigit(text.charAt(end - 1)) ? new BigDecimal(digits) : BigDecimal.ZERO;
    }

    public static BigDecimal of(Number number) {
        if (number instanceof BigDecimal decimal) {
            return bounded(decimal);
        } else if (number instanceof BigInteger integer) {
            return bounded(new BigDecimal(integer));
        } else if (number instanceof Double || number instanceof Float) {
            return Double.isFinite(number.doubleValue()) ? decimal(number.toString()) : BigDecimal.ZERO;
        }
        return BigDecimal.valueOf(number.longValue());
    }

    /** A large one is written with an exponent, which would make it whole. */
    private static BigDecimal decimal(String floating) {
        var number = new BigDecimal(floating);
        return isWhole(number) ? number.setScale(1) : number;
    }

    /** Too long numbers become 0, so that no chain of multiplications grows for ever. */
    static BigDecimal bounded(BigDecimal number) {
        return number.precision() > MAX_DIGITS || Math.abs((long) number.scale()) > MAX_DIGITS
                ? BigDecimal.ZERO
                : number;
    }

    static boolean isWhole(BigDecimal number) {
        return number.scale() <= 0;
    }

    /** Cut towards zero, and into the range of {@code int}. */
    public static int integer(@Nullable Object value) {
        var number = operand(value);
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number.doubleValue()));
    }

    /** Cut towards zero, and into fifteen digits. */
    public static long wide(@Nullable Object value) {
        return (long) Math.max(-1e15, Math.min(1e15, operand(value).doubleValue()));
    }
}
