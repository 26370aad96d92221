package io.godwit.contacts;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts of a JSON value that PostgreSQL could not store, and an upper bound of its length as JSON, in one pass. A value
 * refused here never reaches a batch, where it would fail the other callers' changes, too.
 */
final class StorableJson {

    /** Longer fractions and exponents have no use, and PostgreSQL writes them out digit by digit. */
    private static final int MAX_SCALE = 400;

    private long bytes;
    private @Nullable String mistake;

    private StorableJson() {}

    /** Looks at {@code value}, which stands {@code level} objects or lists deep already. */
    static StorableJson of(@Nullable Object value, int level) {
        var check = new StorableJson();
        check.visit(value, level);
        return check;
    }

    /** At least as many bytes as the value takes as JSON without blanks; usually a few more. */
    long bytes() {
        return bytes;
    }

    /** A sentence about the first thing that cannot be stored. */
    @Nullable
    String mistake() {
        return mistake;
    }

    private void visit(@Nullable Object value, int level) {
        if (value instanceof String text) {
            visitText(text);
        } else if (value instanceof Number number) {
            visitNumber(number);
        } else if (value instanceof Map<?, ?> object) {
            visitObject(object, level + 1);
        } else if (value instanceof List<?> list) {
            visitList(list, level + 1);
        } else {
            bytes += "false".length();
        }
    }

    private void visitObject(Map<?, ?> object, int level) {
        bytes += 2;
        if (mayDescend(level)) {
            object.forEach((key, value) -> {
                visitText(String.valueOf(key));
                visit(value, level);
            });
            bytes += 2L * object.size();
        }
    }

    private void visitList(List<?> list, int level) {
        bytes += 2L + list.size();
        if (mayDescend(level)) {
            list.forEach(value -> visit(value, level));
        }
    }

    private boolean mayDescend(int level) {
        if (level > DataChange.MAX_DEPTH) {
            mistake = "Data may be nested at most " + DataChange.MAX_DEPTH + " levels deep";
        }
        return mistake == null;
    }

    private void visitText(String text) {
        bytes += 2;
        for (var at = 0; at < text.length(); at++) {
            var unit = text.charAt(at);
            if (unit >= 0x20 && unit < 0x80) {
                bytes += unit == '"' || unit == '\\' ? 2 : 1;
            } else if (unit == 0) {
                mistake = "Text must not contain the NUL character";
            } else if (Character.isSurrogate(unit)) {
                at += pairAt(text, at) ? 1 : 0;
                bytes += 4;
            } else {
                bytes += unit < 0x20 ? 6 : 3;
            }
        }
    }

    private boolean pairAt(String text, int at) {
        var pair = at + 1 < text.length() && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
        if (!pair) {
            mistake = "Text must not contain half of a surrogate pair";
        }
        return pair;
    }

    private void visitNumber(Number number) {
        if (number instanceof BigDecimal decimal) {
            bytes += decimal.precision() + Math.abs((long) decimal.scale()) + 3;
            mistake = Math.abs((long) decimal.scale()) > MAX_SCALE ? "Number is out of range" : mistake;
        } else if (number instanceof BigInteger whole) {
            bytes += whole.bitLength() / 3 + 2;
        } else {
            bytes += Long.toString(Long.MIN_VALUE).length();
        }
        if (Double.isInfinite(number.doubleValue())) {
            mistake = "Number is out of range";
        }
    }
}
