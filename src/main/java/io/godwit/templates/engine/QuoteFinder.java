package io.godwit.templates.engine;

import java.util.Map;

/**
 * Finds signs outside of quoted texts. A quote begins a text only where a word may begin: not in {@code user's name}.
 */
final class QuoteFinder {

    private static final Map<String, String> ENTITY_TO_SIGN = Map.of(
            "&quot;", "\"", "&#34;", "\"", "&#39;", "'", "&apos;", "'", "&lt;", "<", "&gt;", ">", "&amp;", "&",
            "&nbsp;", " ");

    private QuoteFinder() {}

    /** The offset of the first such sign at or after {@code from}; -1 when there is none. */
    static int indexOf(String text, String sign, int from) {
        for (var at = from; at < text.length(); at++) {
            if (text.startsWith(sign, at)) {
                return at;
            }
            var end = isQuote(text, at) ? text.indexOf(text.charAt(at), at + 1) : -1;
            at = end < 0 ? at : end;
        }
        return -1;
    }

    private static boolean isQuote(String text, int at) {
        var isQuote = text.charAt(at) == '"' || text.charAt(at) == '\'';
        return isQuote && (at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1)));
    }

    /**
     * The text with the entities in place that editors of HTML write for signs of the language; quoted texts stay as they are.
     */
    static String decoded(String text) {
        var from = 0;
        var decoded = new StringBuilder();
        for (var at = indexOf(text, "&", 0); at >= 0; at = indexOf(text, "&", from)) {
            decoded.append(text, from, at);
            var entity = entityAt(text, at);
            decoded.append(entity.isEmpty() ? "&" : ENTITY_TO_SIGN.get(entity));
            from = at + Math.max(1, entity.length());
        }
        return from == 0 ? text : decoded.append(text, from, text.length()).toString();
    }

    private static String entityAt(String text, int at) {
        return ENTITY_TO_SIGN.keySet().stream()
                .filter(entity -> text.startsWith(entity, at))
                .findFirst()
                .orElse("");
    }
}
