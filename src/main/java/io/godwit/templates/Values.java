package io.godwit.templates;

import io.vertx.core.json.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How JSON values read in a mail. */
final class Values {

    /** More digits than this are shown with an exponent, as JavaScript does from 1e21. */
    private static final int MAX_PLAIN_DIGITS = 21;

    private Values() {}

    /** Empty for null and for an empty list; a list as {@code a, b}, an object as JSON, a number without trailing zeros. */
    static String text(@Nullable Object value) {
        if (value == null) {
            return "";
        } else if (value instanceof String text) {
            return text;
        } else if (value instanceof Double || value instanceof Float || value instanceof BigDecimal) {
            return decimal(value.toString());
        } else if (value instanceof List<?> list) {
            return list.stream().map(Values::text).collect(Collectors.joining(", "));
        }
        return value instanceof Map<?, ?> ? Json.encode(value) : value.toString();
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

    /** As in JavaScript: false for null, {@code false}, 0 and the empty string; for an empty list too. */
    static boolean isTrue(@Nullable Object value) {
        if (value == null || Boolean.FALSE.equals(value)) {
            return false;
        } else if (value instanceof String text) {
            return !text.isEmpty();
        } else if (value instanceof Number number) {
            return number.doubleValue() != 0;
        }
        return !(value instanceof List<?> list) || !list.isEmpty();
    }
}
