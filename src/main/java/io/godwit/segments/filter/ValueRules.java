package io.godwit.segments.filter;

import io.godwit.web.JsonBody;
import java.math.BigDecimal;

/** Checks the value of a condition; mistakes are noted under {@code value}. */
final class ValueRules {

    private static final int MAX_LENGTH = 1_000;

    /** A hundred years, in days. */
    private static final int OLDEST = 36_525;

    private ValueRules() {}

    static void text(JsonBody body, Object value) {
        if (!(value instanceof String text)) {
            body.wrongType("value", "string", value);
        } else if (text.isEmpty()) {
            body.issue("value", "too_small", "String must contain at least 1 character(s)");
        } else {
            length(body, text);
        }
    }

    static void length(JsonBody body, String text) {
        if (text.length() > MAX_LENGTH) {
            body.issue("value", "too_big", "String must contain at most " + MAX_LENGTH + " character(s)");
        }
    }

    static void date(JsonBody body, Object value) {
        if (!(value instanceof String text)) {
            body.wrongType("value", "string", value);
        } else if (FilterDates.parse(text).isEmpty()) {
            body.issue(
                    "value",
                    "invalid_string",
                    "Invalid date: expected an existing day such as 2026-01-31, or a moment"
                            + " such as 2026-01-31T09:30:00Z");
        }
    }

    static void age(JsonBody body, Object value, AgeUnit unit) {
        if (!(value instanceof Number)) {
            body.wrongType("value", "number", value);
            return;
        }
        var number = new BigDecimal(value.toString());
        var max = BigDecimal.valueOf(AgeUnit.DAYS.length().dividedBy(unit.length()) * OLDEST);
        if (number.signum() <= 0) {
            body.issue("value", "too_small", "Number must be greater than 0");
        } else if (number.compareTo(max) > 0) {
            body.issue("value", "too_big", "Number must be less than or equal to " + max + " " + unit.code());
        }
    }
}
