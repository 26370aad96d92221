package io.godwit.templates;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the tags of a text in one pass: every position is looked at a fixed number of times, whatever the text. An opening
 * that has no closing before the next opening stays literal.
 */
final class Scanner {

    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";

    private final String source;
    private final List<Tag> tags = new ArrayList<>();
    /** Where the first {@code }}} at or after the last place asked for is; the length when there is none. */
    private int close = -1;

    private Scanner(String source) {
        this.source = source;
    }

    /** In the order of the text, not overlapping. */
    static List<Tag> tags(String source) {
        var scanner = new Scanner(source);
        scanner.scan();
        return scanner.tags;
    }

    private void scan() {
        var open = source.indexOf(OPEN);
        while (open >= 0) {
            var inside = afterBraces(open);
            var next = source.indexOf(OPEN, inside);
            var closing = closeFrom(inside);
            if (closing == source.length() || (next >= 0 && next < closing)) {
                tags.add(Tag.broken(inside - 2, inside, "This {{ is never closed by }}"));
                open = next;
            } else {
                open = source.indexOf(OPEN, tag(inside, closing, inside - open > 2));
            }
        }
    }

    /** A run of more than two braces belongs to the tag with its last three, or two. */
    private int afterBraces(int open) {
        var at = open;
        while (at < source.length() && source.charAt(at) == '{') {
            at++;
        }
        return at;
    }

    private int tag(int inside, int closing, boolean manyBraces) {
        var raw = manyBraces && source.startsWith("}", closing + CLOSE.length());
        var start = raw ? inside - 3 : inside - 2;
        var end = raw ? closing + 3 : closing + 2;
        tags.add(Tag.parse(source.substring(inside, closing), start, end, raw));
        return end;
    }

    private int closeFrom(int position) {
        if (close < position) {
            var found = source.indexOf(CLOSE, position);
            close = found < 0 ? source.length() : found;
        }
        return close;
    }
}
