package io.godwit.smtp.html;

/** Lays out plain text word by word; white space is written only when text follows it. */
final class TextLayout {

    private static final String INDENT = "  ";
    private static final int MAX_MARKS = 4;

    private final StringBuilder text;
    private int breaks;
    private String gap = "";
    private int depth;
    private String marker = "";

    /** True when a word that follows without a space would be read as a part of what was written last. */
    private boolean apart;

    /** Invisible marks that stand before a word, if one follows. */
    private String marks = "";

    TextLayout(int capacity) {
        text = new StringBuilder(capacity);
    }

    /**
     * Text that is laid out already.
     *
     * @param text from its first word to its last
     * @param spaceBefore whether white space stood before the first word
     * @param spaceAfter whether white space stood after the last word
     * @param apart whether it ends as by {@link #apart}
     */
    record Words(String text, boolean spaceBefore, boolean spaceAfter, boolean apart) {}

    void words(Words words) {
        if (words.spaceBefore()) {
            space(" ");
        }
        if (!words.text().isEmpty()) {
            flush(words.text().charAt(0));
            text.append(words.text());
            apart = words.apart();
        }
        if (words.spaceAfter()) {
            space(" ");
        }
    }

    /** Adds running text: white space counts as one space, invisible characters are left out. */
    void running(String words) {
        running(words, 0, words.length());
    }

    void running(String words, int from, int to) {
        var start = from;
        for (var at = from; at < to; at++) {
            var character = words.charAt(at);
            if (!isPlain(character)) {
                word(words, start, at);
                start = at + 1;
                special(character);
            }
        }
        word(words, start, to);
    }

    private void word(String words, int from, int to) {
        if (from < to) {
            flush(words.charAt(from));
            text.append(words, from, to);
        }
    }

    private void special(char character) {
        if (isSpace(character)) {
            space(" ");
        } else if (isMark(character) && isWordBegin()) {
            marks = marks.length() < MAX_MARKS ? marks + character : marks;
        } else if (!isInvisible(character)) {
            flush(character);
            text.append(character);
        }
    }

    private boolean isWordBegin() {
        return text.isEmpty() || breaks > 0 || !gap.isEmpty() || !marks.isEmpty();
    }

    /** Keeps a word that follows without a space apart from the text so far; a full stop or a bracket stays beside it. */
    void apart() {
        apart = true;
    }

    boolean isApart() {
        return apart;
    }

    /** Adds text whose spaces and line ends are kept. */
    void asItIs(String words) {
        for (var at = 0; at < words.length(); at++) {
            var character = words.charAt(at);
            if (character == '\n') {
                breaks++;
            } else if (character != '\r') {
                flush(character);
                text.append(character);
            }
        }
    }

    /** Adds a separator, written if another word follows on the line. */
    void space(String width) {
        marks = "";
        if (width.length() > gap.length()) {
            gap = width;
        }
    }

    /** Requires at least this many line ends before the next word. */
    void block(int lines) {
        marks = "";
        breaks = Math.max(breaks, lines);
    }

    /** Adds one more line end, but never more than one blank line. */
    void lineBreak() {
        marks = "";
        breaks = Math.min(2, breaks + 1);
    }

    /** Indents the following lines by this many lists. */
    void indent(int depth) {
        this.depth = depth;
    }

    /** Adds a list marker before the next word. */
    void marker(String marker) {
        this.marker = marker;
    }

    /** Returns the position of the next word, for {@link #since}. */
    int mark() {
        return text.length();
    }

    /** Returns the words since a position, without the marks before the first. */
    String since(int mark) {
        var from = Math.min(mark, text.length());
        while (from < text.length() && (isMark(text.charAt(from)) || Character.isWhitespace(text.charAt(from)))) {
            from++;
        }
        return text.substring(from).strip();
    }

    String text() {
        return text.toString();
    }

    private void flush(char next) {
        if (apart && gap.isEmpty() && beginsWord(next)) {
            gap = " ";
        }
        if (breaks > 0 && !text.isEmpty()) {
            text.append("\n".repeat(breaks)).append(INDENT.repeat(Math.max(0, depth - 1)));
        } else if (breaks == 0 && marker.isEmpty() && !text.isEmpty()) {
            text.append(gap);
        }
        text.append(marker).append(marks);
        breaks = 0;
        gap = "";
        marker = "";
        marks = "";
        apart = false;
    }

    private static boolean beginsWord(char character) {
        return Character.isLetterOrDigit(character) || Character.isSurrogate(character) || character == '(';
    }

    /** Returns whether the character is neither space nor invisible, by the common cases alone. */
    private static boolean isPlain(char character) {
        return (character > ' ' && character < 0x7f) || (character >= 0xc0 && character < 0x300);
    }

    private static boolean isSpace(char character) {
        return character == ' ' || (character >= '\t' && character <= '\r') || character == '\u00a0';
    }

    /** Returns whether the character joins letters or turns the direction of words, so that it means nothing without one. */
    static boolean isMark(char character) {
        return (character >= '\u200c' && character <= '\u200f') || character == '\u2060';
    }

    /**
     * Returns whether the character is invisible: soft hyphens, joiners and the like, with which emails fill their preview.
     */
    private static boolean isInvisible(char character) {
        return character == '\u00ad'
                || character == '\u034f'
                || character == '\u200b'
                || character == '\ufeff'
                || Character.isISOControl(character);
    }
}
