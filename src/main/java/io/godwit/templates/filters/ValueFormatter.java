package io.godwit.templates.filters;

import io.vertx.core.json.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats JSON values as text for an email. */
public final class ValueFormatter {

    /** More digits than this are shown with an exponent, as JavaScript does from 1e21. */
    private static final int MAX_PLAIN_DIGITS = 21;

    private ValueFormatter() {}

    /** Like {@link #text(Object, int)} for a value of any length. */
    public static String text(@Nullable Object value) {
        return text(value, Integer.MAX_VALUE);
    }

    /**
     * Empty for null and for an empty list; a list as {@code a, b}, an object as JSON, a number without trailing zeros.
     *
     * @param enough characters after which a list is cut: lists a template makes can name one member many times
     */
    public static String text(@Nullable Object value, int enough) {
        if (value == null) {
            return "";
        } else if (value instanceof String text) {
            return text;
        } else if (value instanceof Double || value instanceof Float || value instanceof BigDecimal) {
            return decimal(value.toString());
        } else if (value instanceof NumberRange) {
            return value.toString();
        } else if (value instanceof List<?> list) {
            return joined(list, ", ", enough);
        }
        return value instanceof Map<?, ?> ? Json.encode(value) : value.toString();
    }

    static String joined(List<?> list, String separator, int enough) {
        var text = new StringBuilder();
        for (var at = 0; at < list.size() && text.length() <= enough; at++) {
            text.append(at == 0 ? "" : separator).append(text(list.get(at), enough));
        }
        return text.toString();
    }

    private static String decimal(String text) {
        try {
            var number = new BigDecimal(text).stripTrailingZeros();
            var digits = Math.max(Math.abs((long) number.scale()), number.precision());
            return digits <= MAX_PLAIN_DIGITS ? number.toPlainString() : number.toString();
        } catch (NumberFormatException notFinite) {
            return text;
        }
    }

    /** Returns whether a value is true in Liquid: false for null and {@code false} alone. */
    public static boolean isTruthy(@Nullable Object value) {
        return value != null && !Boolean.FALSE.equals(value);
    }

    /**
     * Returns whether a value is true in JavaScript: false for null, {@code false}, 0 and the empty string; here for an empty list
     * too.
     */
    public static boolean isTrue(@Nullable Object value) {
        if (value == null || Boolean.FALSE.equals(value)) {
            return false;
        } else if (value instanceof String text) {
            return !text.isEmpty();
        } else if (value instanceof Markup markup) {
            return !markup.html().isEmpty();
        } else if (value instanceof Number number) {
            return number.doubleValue() != 0;
        }
        return !(value instanceof List<?> list) || !list.isEmpty();
    }

    /** Tells whether a fallback is printed in its place: null, an empty text, list or object; not {@code false} and not 0. */
    public static boolean isMissing(@Nullable Object value) {
        return value == null
                || (value instanceof String text && text.isEmpty())
                || (value instanceof Markup markup && markup.html().isEmpty())
                || (value instanceof List<?> list && list.isEmpty())
                || (value instanceof Map<?, ?> object && object.isEmpty());
    }
}
