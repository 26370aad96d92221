package io.godwit.smtp.html;

import java.util.Map;
import org.jsoup.parser.Parser;

/**
 * Resolves character references of HTML. The few that nearly every email uses are resolved here, the other two thousand by
 * jsoup.
 */
final class HtmlEntities {

    private static final Map<String, String> COMMON = Map.of(
            "amp", "&", "lt", "<", "gt", ">", "quot", "\"", "nbsp", "\u00a0", "#39", "'", "apos", "'", "copy", "\u00a9",
            "euro", "\u20ac");

    private static final int MAX_LENGTH = 5;

    private HtmlEntities() {}

    /**
     * Returns the text with its references resolved.
     *
     * @param inAttribute whether the text is an attribute's value, where {@code ?a=1&copy=2} is no copyright sign
     */
    static String resolve(String text, boolean inAttribute) {
        var start = text.indexOf('&');
        if (start < 0) {
            return text;
        }
        var result = new StringBuilder(text.length());
        var from = 0;
        for (; start >= 0; start = text.indexOf('&', from)) {
            var end = text.indexOf(';', start);
            var name = end < 0 || end > start + 1 + MAX_LENGTH ? "" : text.substring(start + 1, end);
            if (!COMMON.containsKey(name)) {
                return Parser.unescapeEntities(text, inAttribute);
            }
            result.append(text, from, start).append(COMMON.get(name));
            from = end + 1;
        }
        return result.append(text, from, text.length()).toString();
    }
}
