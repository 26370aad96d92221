package io.godwit.contacts.bulk;

import io.godwit.contacts.FieldType;
import io.godwit.core.Json;
import io.godwit.web.lists.CsvLines;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decides how the cells of one column of an imported file become values. */
enum CellForm {
    /** Whole numbers, decimals, true and false become what they mean. */
    FREE,
    /** The field has numbers already. */
    NUMBER,
    /** The field has true and false already; yes and no mean them. */
    FLAG,
    /** The field has texts already, also such as look like numbers. */
    TEXT,
    /** A number of the column would not be written again as it is, so that all are texts: versions, prices, postal codes. */
    DIGITS;

    /** Whole numbers and decimals; no leading zeros, no plus, no exponent: those are codes, phone numbers and texts. */
    private static final Pattern NUMBERS = Pattern.compile("-?(?:0|[1-9]\\d{0,17})(?:\\.\\d{1,17})?");

    /**
     * Numbers for a field that has numbers already. Elsewhere a cell of more than 18 digits is an identifier, and stays a text.
     */
    private static final Pattern LONG_NUMBERS = Pattern.compile("-?(?:0|[1-9]\\d{0,36})(?:\\.\\d{1,36})?");

    /** Max characters of a whole number that fits into 64 bits whatever its digits are. */
    private static final int MAX_LONG_LENGTH = 18;

    /** Numbers with leading zeros, and decimals that end in a zero. */
    private static final Pattern DIGITS_TO_KEEP =
            Pattern.compile("-?(?:0\\d{1,17}(?:\\.\\d{1,17})?|\\d{1,18}\\.\\d{0,16}0)");

    /** A formula whose value is a text, by which programs keep a spreadsheet from taking the text for a number. */
    private static final Pattern TEXT_FORMULA = Pattern.compile("=\"([^\"]*)\"");

    private static final int MAX_NUMBER_LENGTH = 37;

    /** Stands before a text in our exports, as before the text of a formula. */
    private static final String MARK = "'";

    /** Returns the form for a field of this type, by its code; null for one that has none yet. */
    static CellForm of(@Nullable String type) {
        if (FieldType.NUMBER.code().equals(type)) {
            return NUMBER;
        } else if (FieldType.BOOLEAN.code().equals(type)) {
            return FLAG;
        }
        return FieldType.STRING.code().equals(type) ? TEXT : FREE;
    }

    /** Returns the form of the column when it has this cell too. */
    CellForm after(String cell) {
        return this == FREE
                        && (isTextFormula(cell)
                                || (isNumber(cell)
                                        && DIGITS_TO_KEEP.matcher(cell.strip()).matches()))
                ? DIGITS
                : this;
    }

    /** Returns whether the cell may be a number; most texts are not, by their last character. */
    private static boolean isNumber(String cell) {
        var last = cell.isEmpty() ? ' ' : cell.charAt(cell.length() - 1);
        return cell.length() <= MAX_NUMBER_LENGTH && (last == ' ' || (last >= '0' && last <= '9'));
    }

    Object value(String text) {
        if (this == TEXT) {
            return text;
        } else if (text.equalsIgnoreCase("true") || (this == FLAG && text.equalsIgnoreCase("yes"))) {
            return true;
        } else if (text.equalsIgnoreCase("false") || (this == FLAG && text.equalsIgnoreCase("no"))) {
            return false;
        }
        return this != DIGITS
                        && text.length() <= MAX_NUMBER_LENGTH
                        && (this == NUMBER ? LONG_NUMBERS : NUMBERS)
                                .matcher(text)
                                .matches()
                ? number(text)
                : text;
    }

    /** Marks a text that {@link #exported} would take for a list or an object. */
    static String marked(String text) {
        return structure(unmarked(text)).isPresent() ? MARK + text : text;
    }

    private static String unmarked(String text) {
        var from = 0;
        while (text.startsWith(MARK, from)) {
            from += MARK.length();
        }
        return text.substring(from);
    }

    /** Returns the value that our own export has written into a cell: lists and objects are JSON, texts like them are marked. */
    Object exported(String text) {
        if (text.startsWith(MARK) && structure(unmarked(text)).isPresent()) {
            return text.substring(MARK.length());
        }
        return structure(text).orElseGet(() -> value(text));
    }

    private static Optional<Object> structure(String text) {
        if (!text.startsWith("[") && !text.startsWith("{")) {
            return Optional.empty();
        }
        try {
            var read = Json.readObject("{\"cell\":" + text + "}");
            return read.size() == 1 ? Optional.ofNullable(read.get("cell")) : Optional.empty();
        } catch (IllegalArgumentException otherText) {
            return Optional.empty();
        }
    }

    private static Number number(String text) {
        if (text.indexOf('.') >= 0 || text.length() > MAX_LONG_LENGTH) {
            return new BigDecimal(text);
        }
        var whole = Long.parseLong(text);
        return whole == (int) whole ? (Number) (int) whole : (Number) whole;
    }

    /**
     * Returns a cell without the blanks around it and the apostrophe of our exports, but with tabs and line ends, and the text of a
     * formula that is nothing else; empty when nothing is left, which changes nothing.
     */
    static Optional<String> cell(List<String> row, int at) {
        return at < 0 || at >= row.size()
                ? Optional.empty()
                : Optional.of(text(unpadded(row.get(at)))).filter(text -> !text.isBlank());
    }

    private static String text(String cell) {
        return isTextFormula(cell) ? TEXT_FORMULA.matcher(cell.strip()).replaceFirst("$1") : CsvLines.original(cell);
    }

    private static boolean isTextFormula(String cell) {
        return cell.indexOf('=') >= 0 && TEXT_FORMULA.matcher(cell.strip()).matches();
    }

    private static String unpadded(String text) {
        var from = 0;
        var to = text.length();
        while (from < to && isPadding(text.charAt(from))) {
            from++;
        }
        while (to > from && isPadding(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean isPadding(char character) {
        return character == ' ' || character == '\u00A0';
    }
}
