package io.godwit.core;

/**
 * Checks and cuts text for one header field: subjects, names, header values. C0 and C1 controls, DEL and the Unicode line ends
 * NEL, U+2028 and U+2029 are excluded, because some software on the way breaks lines at each of them.
 */
public final class SingleLine {

    private SingleLine() {}

    /** Cuts text of others for a page, a log or a column, and replaces every character that may not be in a line by a space. */
    public static String of(String text, int max) {
        var line = new StringBuilder();
        text.strip()
                .codePoints()
                .limit(max)
                .map(character -> breaksLines(character) || isHalf(character) ? ' ' : character)
                .forEach(line::appendCodePoint);
        return line.toString();
    }

    private static boolean isHalf(int character) {
        return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
    }

    public static boolean is(String text) {
        return text.chars().noneMatch(SingleLine::breaksLines);
    }

    private static boolean breaksLines(int character) {
        return Character.isISOControl(character) || character == '\u2028' || character == '\u2029';
    }
}
