package io.godwit.contacts;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.regex.Pattern;

/** The type of a custom field, set by its first value and then fixed for the project. */
public enum FieldType {
    STRING,
    NUMBER,
    BOOLEAN,
    DATE;

    /** {@code YYYY-MM-DD} or {@code YYYY-MM-DDTHH:MM:SS[.sss]Z}, and nothing looser. */
    private static final Pattern DATES =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{3})?Z)?");

    private static final int SHORTEST_DATE = 10;
    private static final int MAX_DATE_LENGTH = 24;

    /** Objects and lists count as texts, as do numbers written as texts. */
    static FieldType of(Object value) {
        if (value instanceof Number) {
            return NUMBER;
        } else if (value instanceof Boolean) {
            return BOOLEAN;
        }
        return value instanceof String text && isDate(text) ? DATE : STRING;
    }

    private static boolean isDate(String text) {
        return text.length() >= SHORTEST_DATE
                && text.length() <= MAX_DATE_LENGTH
                && DATES.matcher(text).matches();
    }

    /** Returns the type as the table and the API spell it. */
    @JsonValue
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the type of a code. */
    public static FieldType ofCode(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
