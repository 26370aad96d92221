package io.godwit.templates.filters;

import io.godwit.core.Html;
import io.godwit.core.Json;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The filters of HTML, URLs and encodings. */
final class MarkupFilters {

    private static final Pattern ENTITY =
            Pattern.compile("&(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});");

    private MarkupFilters() {}

    static void into(Map<String, LiquidFilter> filters) {
        for (var name : new String[] {"escape", "h", "xml_escape"}) {
            filters.put(name, LiquidFilter.of(0, 0, MarkupFilters::escape));
        }
        filters.put("escape_once", LiquidFilter.of(0, 0, (input, with) -> markup(escapedOnce(with.text(input)), with)));
        filters.put("raw", LiquidFilter.of(0, 0, (input, with) -> markup(with.text(input), with)));
        filters.put("newline_to_br", LiquidFilter.of(0, 0, MarkupFilters::breaks));
        filters.put("strip_html", TextFilters.text(0, 0, (text, ignored) -> withoutTags(text)));
        filters.put("url_encode", plain((text, ignored) -> URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("%7E", "~")));
        filters.put("url_decode", plain((text, ignored) -> urlDecoded(text)));
        filters.put(
                "base64_encode", plain((text, ignored) -> Base64.getEncoder().encodeToString(utf8(text))));
        filters.put("base64_decode", plain((text, ignored) -> decoded(Base64.getDecoder(), text)));
        filters.put("base64_url_safe_encode", plain((text, ignored) -> Base64.getUrlEncoder()
                .encodeToString(utf8(text))));
        filters.put("base64_url_safe_decode", plain((text, ignored) -> decoded(Base64.getUrlDecoder(), text)));
        filters.put("json", LiquidFilter.of(0, 1, (input, with) -> json(input, with)));
    }

    /** The result is never markup, because decoding could restore tags that had been escaped. */
    private static LiquidFilter plain(TextFilters.Function function) {
        return LiquidFilter.of(0, 0, (input, with) -> {
            var result = function.apply(with.text(input), with);
            with.budget().text(result.length());
            return result;
        });
    }

    private static Object markup(String html, FilterArguments arguments) {
        arguments.budget().text(html.length());
        return arguments.html() ? new Markup(html) : html;
    }

    /** The author's own text and what has been escaped already keep their entities. */
    private static @Nullable Object escape(@Nullable Object input, FilterArguments arguments) {
        if (input == null) {
            return null;
        }
        var text = arguments.text(input);
        return markup(input instanceof Markup ? escapedOnce(text) : Html.escape(text), arguments);
    }

    private static String escapedOnce(String text) {
        var escaped = new StringBuilder();
        var from = 0;
        for (var entities = ENTITY.matcher(text); entities.find(from); from = entities.end()) {
            escaped.append(Html.escape(text.substring(from, entities.start()))).append(entities.group());
        }
        return escaped.append(Html.escape(text.substring(from))).toString();
    }

    private static Object breaks(@Nullable Object input, FilterArguments arguments) {
        var text = arguments.text(input);
        var safe = arguments.html() && !(input instanceof Markup) ? Html.escape(text) : text;
        return markup(safe.replace("\r\n", "\n").replace("\n", "<br />\n"), arguments);
    }

    /** Tags, comments, and scripts and styles with what is in them; what is never closed stays. */
    private static String withoutTags(String html) {
        var text = new StringBuilder();
        var closed = new Closings(html);
        var at = 0;
        while (at < html.length()) {
            var open = html.indexOf('<', at);
            var end = open < 0 ? -1 : closed.after(open);
            if (end < 0) {
                return text.append(html, at, html.length()).toString();
            }
            text.append(html, at, open);
            at = end;
        }
        return text.toString();
    }

    /**
     * Finds the end of the tag, comment, script or style that begins at a {@code <}. A kind of end that does not occur is
     * searched for once.
     */
    private static final class Closings {

        private final String html;
        private boolean noScript;
        private boolean noStyle;
        private boolean noComment;

        private Closings(String html) {
            this.html = html;
        }

        private int after(int open) {
            var end = -1;
            if (!noScript && html.regionMatches(true, open, "<script", 0, 7)) {
                end = indexOf("</script>", open);
                noScript = end < 0;
            } else if (!noStyle && html.regionMatches(true, open, "<style", 0, 6)) {
                end = indexOf("</style>", open);
                noStyle = end < 0;
            } else if (!noComment && html.startsWith("<!--", open)) {
                end = indexOf("-->", open + 4);
                noComment = end < 0;
            }
            return end < 0 ? indexOf(">", open) : end;
        }

        private int indexOf(String closing, int from) {
            for (var at = html.indexOf(closing.charAt(0), from);
                    at >= 0;
                    at = html.indexOf(closing.charAt(0), at + 1)) {
                if (html.regionMatches(true, at, closing, 0, closing.length())) {
                    return at + closing.length();
                }
            }
            return -1;
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String urlDecoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return text;
        }
    }

    private static String decoded(Base64.Decoder decoder, String text) {
        try {
            return new String(decoder.decode(text.strip()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return "";
        }
    }

    private static Object json(@Nullable Object input, FilterArguments arguments) {
        if (input instanceof List<?> list) {
            return listAsJson(list, arguments);
        }
        var value = input == null || input instanceof Number || input instanceof Boolean || input instanceof Map<?, ?>
                ? input
                : arguments.text(input);
        var text = Json.write(value);
        arguments.budget().text(text.length());
        return text;
    }

    private static String listAsJson(List<?> list, FilterArguments arguments) {
        arguments.budget().items(list.size());
        var text = new StringBuilder("[");
        for (var item : list) {
            text.append(text.length() == 1 ? "" : ",").append(json(item, arguments));
            arguments.budget().text(text.length());
        }
        return text.append(']').toString();
    }
}
