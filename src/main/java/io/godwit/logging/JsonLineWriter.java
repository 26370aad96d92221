package io.godwit.logging;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes one flat JSON object (RFC 8259) on one line. No character in it ends a line for any reader or controls a terminal, and
 * no name occurs twice. Belongs to one thread.
 */
final class JsonLineWriter {

    /** Put in front of a name that is in use already, as often as it takes. */
    private static final String PREFIX = "field.";

    /** Enough for most lines without a stack trace. */
    private static final int USUAL_LENGTH = 512;

    private static final int FIRST_PRINTABLE = 0x20;
    private static final int DELETE = 0x7f;
    private static final int LAST_C1_CONTROL = 0x9f;
    private static final char LINE_SEPARATOR = 0x2028;
    private static final char PARAGRAPH_SEPARATOR = 0x2029;
    private static final char REPLACEMENT = 0xfffd;
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder line = new StringBuilder(USUAL_LENGTH).append('{');
    private final Set<String> reserved;

    /** The names given by {@link #field}; a line has few, and most lines none. */
    private final List<String> names = new ArrayList<>();

    /** @param reserved the names that {@link #field} gives to none of its members */
    JsonLineWriter(Set<String> reserved) {
        this.reserved = reserved;
    }

    /** Adds a member with a reserved name. */
    JsonLineWriter fixed(String name, String value) {
        name(name);
        quote(value);
        return this;
    }

    /** Adds a member: numbers and flags as such, everything else as the text it makes of itself. */
    void field(String key, @Nullable Object value) {
        var name = key;
        while (reserved.contains(name) || names.contains(name)) {
            name = PREFIX + name;
        }
        names.add(name);
        name(name);
        if (value == null || value instanceof Boolean || isJsonNumber(value)) {
            line.append(value);
        } else {
            quote(String.valueOf(value));
        }
    }

    /** Returns the whole line with its end. */
    String end() {
        return line.append("}\n").toString();
    }

    private static boolean isJsonNumber(Object value) {
        return value instanceof Integer
                || value instanceof Long
                || value instanceof Short
                || value instanceof Byte
                || value instanceof AtomicLong
                || value instanceof AtomicInteger
                || value instanceof BigInteger
                || value instanceof BigDecimal
                || (value instanceof Double number && Double.isFinite(number))
                || (value instanceof Float small && Float.isFinite(small));
    }

    private void name(String name) {
        if (line.length() > 1) {
            line.append(',');
        }
        quote(name);
        line.append(':');
    }

    private void quote(String text) {
        line.append('"');
        for (var i = 0; i < text.length(); i++) {
            var unit = text.charAt(i);
            if (!Character.isSurrogate(unit)) {
                append(unit);
            } else if (Character.isHighSurrogate(unit)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                line.append(unit).append(text.charAt(++i));
            } else {
                line.append(REPLACEMENT);
            }
        }
        line.append('"');
    }

    private void append(char unit) {
        switch (unit) {
            case '"', '\\' -> line.append('\\').append(unit);
            case '\n' -> line.append("\\n");
            case '\r' -> line.append("\\r");
            case '\t' -> line.append("\\t");
            default -> {
                if (isPlain(unit)) {
                    line.append(unit);
                } else {
                    escape(unit);
                }
            }
        }
    }

    private static boolean isPlain(char unit) {
        return unit >= FIRST_PRINTABLE
                && (unit < DELETE || unit > LAST_C1_CONTROL)
                && unit != LINE_SEPARATOR
                && unit != PARAGRAPH_SEPARATOR;
    }

    private void escape(char unit) {
        line.append("\\u");
        for (var shift = 12; shift >= 0; shift -= 4) {
            line.append(HEX.charAt(unit >> shift & 0xf));
        }
    }
}
