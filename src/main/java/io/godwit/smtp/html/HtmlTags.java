package io.godwit.smtp.html;

import java.util.Locale;

/** Finds tags in HTML by position, as browsers do: an unfinished tag or element reaches to the end of the text. */
final class HtmlTags {

    private static final int MAX_NAME = 20;

    private HtmlTags() {}

    /**
     * Returns the position after the comment, declaration or instruction that begins here; {@code from} itself when none does.
     */
    static int commentEnd(String html, int from) {
        if (html.startsWith("<!--", from)) {
            return dashesEnd(html, from);
        }
        return html.startsWith("<!", from) || html.startsWith("<?", from) ? endOf(html, ">", from) : from;
    }

    /**
     * Returns the end of a comment: browsers accept {@code --!>} as an end too (HTML, 13.2.5.52), and {@code <!-->} as a whole
     * comment.
     */
    private static int dashesEnd(String html, int from) {
        for (var at = html.indexOf("--", from + 2); at >= 0; at = html.indexOf("--", at + 1)) {
            if (html.startsWith(">", at + 2)) {
                return at + 3;
            }
            if (at >= from + 4 && html.startsWith("!>", at + 2)) {
                return at + 4;
            }
        }
        return html.length();
    }

    /** Returns whether the comment, declaration or instruction between these positions is finished, and not cut off by the end of the text. */
    static boolean isFinishedComment(String html, int from, int to) {
        if (html.startsWith("<!--", from)) {
            return (to >= from + 5 && html.startsWith("-->", to - 3))
                    || (to >= from + 8 && html.startsWith("--!>", to - 4));
        }
        return html.startsWith(">", to - 1);
    }

    private static int endOf(String html, String end, int from) {
        var found = html.indexOf(end, from);
        return found < 0 ? html.length() : found + end.length();
    }

    /** Returns the tag's name in lower case; empty text when this is no tag. */
    static String name(String html, int from) {
        var end = from;
        while (end < html.length() && end < from + MAX_NAME && isNamePart(html.charAt(end), end == from)) {
            end++;
        }
        return html.substring(from, end).toLowerCase(Locale.ROOT);
    }

    private static boolean isNamePart(char character, boolean first) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (!first && ((character >= '0' && character <= '9') || character == '-' || character == ':'));
    }

    /** Returns the position after the bracket that closes the tag; brackets inside quoted values do not count. */
    static int end(String html, int from) {
        var bracket = bracket(html, from);
        return bracket < 0 ? html.length() : bracket + 1;
    }

    /** Returns whether a bracket closes the tag that begins here. */
    static boolean isFinished(String html, int from) {
        return bracket(html, from) >= 0;
    }

    private static int bracket(String html, int from) {
        var quote = ' ';
        var last = ' ';
        for (var at = from; at < html.length(); at++) {
            var character = html.charAt(at);
            if (quote != ' ') {
                quote = character == quote ? ' ' : quote;
            } else if (character == '>') {
                return at;
            } else if ((character == '"' || character == '\'') && last == '=') {
                quote = character;
            }
            last = character <= ' ' ? last : character;
        }
        return -1;
    }

    /** Returns the position after the closing tag of an element whose content is no HTML. */
    static int closing(String html, String name, int from) {
        var tag = closingTag(html, name, from);
        return tag < 0 ? html.length() : end(html, tag);
    }

    /** Returns whether such an element has a closing tag after this position. */
    static boolean isClosed(String html, String name, int from) {
        var tag = closingTag(html, name, from);
        return tag >= 0 && isFinished(html, tag);
    }

    private static int closingTag(String html, String name, int from) {
        for (var at = html.indexOf("</", from); at >= 0; at = html.indexOf("</", at + 2)) {
            if (html.regionMatches(true, at + 2, name, 0, name.length())) {
                return at;
            }
        }
        return -1;
    }

    /**
     * Returns an attribute's value from the tag between the two positions, with its entities as they are written; empty when there
     * is none.
     */
    static String attribute(String html, int from, int to, String name) {
        var at = from + 1;
        while (at < to) {
            var begin = at;
            while (at < to && !endsName(html.charAt(at))) {
                at++;
            }
            var matches = at - begin == name.length() && html.regionMatches(true, begin, name, 0, name.length());
            var sign = skipSpace(html, at, to);
            if (at > begin && sign < to && html.charAt(sign) == '=') {
                var value = skipSpace(html, sign + 1, to);
                if (matches) {
                    return value(html, value, to);
                }
                at = valueEnd(html, value, to);
            } else {
                at = Math.max(at, begin + 1);
            }
        }
        return "";
    }

    private static boolean endsName(char character) {
        return character <= ' ' || character == '/' || character == '>' || character == '=';
    }

    private static int valueEnd(String html, int from, int to) {
        if (from < to && (html.charAt(from) == '"' || html.charAt(from) == '\'')) {
            var end = html.indexOf(html.charAt(from), from + 1);
            return end < 0 || end > to ? to : end + 1;
        }
        var end = from;
        while (end < to && !Character.isWhitespace(html.charAt(end)) && html.charAt(end) != '>') {
            end++;
        }
        return end;
    }

    private static String value(String html, int from, int to) {
        if (from >= to) {
            return "";
        }
        var quote = html.charAt(from);
        if (quote == '"' || quote == '\'') {
            var end = html.indexOf(quote, from + 1);
            return html.substring(from + 1, end < 0 || end > to ? to : end);
        }
        var end = from;
        while (end < to - 1 && !Character.isWhitespace(html.charAt(end))) {
            end++;
        }
        return html.substring(from, end);
    }

    private static int skipSpace(String html, int from, int to) {
        var at = from;
        while (at < to && Character.isWhitespace(html.charAt(at))) {
            at++;
        }
        return at;
    }
}
