package io.godwit.segments;

import java.util.HashMap;
import java.util.Map;

/**
 * A text to be looked for whatever the case of its letters, as a regular expression of the database: each letter stands as
 * the set of its forms. So it finds the same whatever collation the database has, in every script.
 */
final class Needle {

    private static final int LAST_WITH_CASE = 0x1FFFF;

    /** The forms of a letter by what all of them fold to; only of letters that have more than one. */
    private static final Map<Integer, String> FOLDED_TO_FORMS = forms();

    private Needle() {}

    private static Map<Integer, String> forms() {
        var forms = new HashMap<Integer, String>();
        for (var point = 0; point <= LAST_WITH_CASE; point++) {
            if (Character.isLetter(point) || Character.getType(point) == Character.LETTER_NUMBER) {
                forms.merge(fold(point), Character.toString(point), String::concat);
            }
        }
        forms.values().removeIf(letters -> letters.codePointCount(0, letters.length()) == 1);
        return forms;
    }

    /** As {@link String#equalsIgnoreCase} compares. */
    static int fold(int point) {
        return Character.toLowerCase(Character.toUpperCase(point));
    }

    static String pattern(String text) {
        var pattern = new StringBuilder();
        text.codePoints().forEach(point -> append(pattern, point));
        return pattern.toString();
    }

    private static void append(StringBuilder pattern, int point) {
        var forms = FOLDED_TO_FORMS.get(fold(point));
        if (forms != null) {
            pattern.append('[').append(forms).append(']');
        } else if (point < 0x80 && !Character.isLetterOrDigit(point)) {
            pattern.append('\\').appendCodePoint(point);
        } else {
            pattern.appendCodePoint(point);
        }
    }
}
