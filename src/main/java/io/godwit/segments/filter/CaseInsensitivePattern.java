package io.godwit.segments.filter;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Writes SQL that searches for a text without regard to case. The result is the same under any collation of the database and in
 * every script: of each letter that has several forms, all are brought to one in the text that is searched. A text with very many
 * such letters is searched for by a regular expression instead, in which each letter stands as the set of its forms. Regular
 * expressions are not used for all texts: PostgreSQL keeps 32 compiled ones a connection, and with more in a statement each row
 * compiles all of them anew (100 on 500 contacts took 27 s on 2026-11-22).
 */
final class CaseInsensitivePattern {

    private static final int LAST_WITH_CASE = 0x1FFFF;

    /** The most forms that one search compares each letter of the searched text with. */
    private static final int MAX_FORMS = 64;

    /** The forms of a letter by what all of them fold to; only of letters that have more than one. */
    private static final Map<Integer, String> FOLDED_TO_FORMS = forms();

    private CaseInsensitivePattern() {}

    private static Map<Integer, String> forms() {
        var forms = new HashMap<Integer, String>();
        for (var point = 0; point <= LAST_WITH_CASE; point++) {
            if (Character.isLetter(point) || Character.getType(point) == Character.LETTER_NUMBER) {
                forms.merge(foldCase(point), Character.toString(point), String::concat);
            }
        }
        forms.values().removeIf(characters -> characters.codePointCount(0, characters.length()) == 1);
        return forms;
    }

    /** Returns the code point that stands for all that {@link String#equalsIgnoreCase} takes for the same. */
    static int foldCase(int point) {
        return Character.toLowerCase(Character.toUpperCase(point));
    }

    /**
     * Writes SQL that is true when {@code searched}, an SQL expression, contains the text. Pure ASCII is only brought to lower
     * case.
     */
    static String search(String searched, String text, FilterSql sql) {
        var forms = new StringBuilder();
        var characters = new StringBuilder();
        text.codePoints().distinct().forEach(point -> otherForms(point).forEach(form -> {
            forms.appendCodePoint(form);
            characters.appendCodePoint(inOneForm(point));
        }));
        if (forms.codePointCount(0, forms.length()) > MAX_FORMS) {
            return searched + " ~ " + sql.parameter(pattern(text));
        }
        var small = "lower(" + searched + " COLLATE \"C\")";
        var folded = forms.isEmpty()
                ? small
                : "CASE WHEN octet_length(" + searched + ") = char_length(" + searched + ") THEN " + small
                        + " ELSE translate(" + small + ", " + sql.parameter(forms.toString()) + "::text, "
                        + sql.parameter(characters.toString()) + "::text) END";
        return "strpos(" + folded + ", " + sql.parameter(inOneForm(text)) + "::text) > 0";
    }

    /** The forms of a letter that become another one; those in ASCII are made small before. */
    private static IntStream otherForms(int point) {
        var one = inOneForm(point);
        return FOLDED_TO_FORMS
                .getOrDefault(foldCase(point), "")
                .codePoints()
                .filter(form -> form != one && form >= 0x80);
    }

    private static String inOneForm(String text) {
        return text.codePoints()
                .map(CaseInsensitivePattern::inOneForm)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** The small letter of ASCII among the forms of a letter, else the first of them. */
    private static int inOneForm(int point) {
        var forms = FOLDED_TO_FORMS.getOrDefault(foldCase(point), Character.toString(point));
        return forms.codePoints()
                .filter(form -> form >= 'a' && form <= 'z')
                .findFirst()
                .orElse(forms.codePointAt(0));
    }

    static String pattern(String text) {
        var pattern = new StringBuilder();
        text.codePoints().forEach(point -> append(pattern, point));
        return pattern.toString();
    }

    private static void append(StringBuilder pattern, int point) {
        var forms = FOLDED_TO_FORMS.get(foldCase(point));
        if (forms != null) {
            pattern.append('[').append(forms).append(']');
        } else if (point < 0x80 && !Character.isLetterOrDigit(point)) {
            pattern.append('\\').appendCodePoint(point);
        } else {
            pattern.appendCodePoint(point);
        }
    }
}
