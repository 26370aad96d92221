package io.godwit.templates.filters;

import io.godwit.core.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The filters from a text to a text. When one argument is markup, so is the result: values that are not the author's own are
 * escaped first.
 */
final class TextFilters {

    private static final String ELLIPSIS = "...";

    private TextFilters() {}

    /** A function from a text to a text. */
    interface Function {
        String apply(String text, FilterArguments arguments);
    }

    static void into(Map<String, LiquidFilter> filters) {
        filters.put("upcase", text(0, 0, (text, ignored) -> text.toUpperCase(Locale.ROOT)));
        filters.put("downcase", text(0, 0, (text, ignored) -> text.toLowerCase(Locale.ROOT)));
        filters.put("capitalize", text(0, 0, (text, ignored) -> capitalized(text)));
        filters.put("strip", text(0, 0, (text, ignored) -> text.strip()));
        filters.put("lstrip", text(0, 0, (text, ignored) -> text.stripLeading()));
        filters.put("rstrip", text(0, 0, (text, ignored) -> text.stripTrailing()));
        filters.put("strip_newlines", text(0, 0, (text, ignored) -> text.replace("\r\n", "")
                .replace("\n", "")));
        filters.put("append", joining((text, with) -> text + with.text(0)));
        filters.put("prepend", joining((text, with) -> with.text(0) + text));
        filters.put("replace", text(1, 2, (text, with) -> replaced(text, with.text(0), with.text(1, ""), with)));
        filters.put("remove", text(1, 1, (text, with) -> replaced(text, with.text(0), "", with)));
        filters.put("replace_first", text(1, 2, (text, with) -> first(text, with.text(0), with.text(1, ""), with)));
        filters.put("remove_first", text(1, 1, (text, with) -> first(text, with.text(0), "", with)));
        filters.put("replace_last", text(1, 2, (text, with) -> last(text, with.text(0), with.text(1, ""), with)));
        filters.put("remove_last", text(1, 1, (text, with) -> last(text, with.text(0), "", with)));
        filters.put("truncate", text(0, 2, (text, with) -> truncated(text, with.integer(0, 50), ellipsis(with))));
        filters.put("truncatewords", text(0, 2, (text, with) -> words(text, with.integer(0, 15), ellipsis(with))));
        filters.put("split", LiquidFilter.of(1, 1, TextFilters::split));
    }

    static LiquidFilter text(int min, int max, Function function) {
        return LiquidFilter.of(min, max, (input, with) -> apply(function, input, with, with.hasMarkup()));
    }

    /** Tags that the author puts beside a value stay tags. */
    private static LiquidFilter joining(Function function) {
        return LiquidFilter.of(
                1, 1, (input, with) -> apply(function, input, with, with.hasMarkup() || with.beginsWithTags()));
    }

    private static Object apply(
            Function function, @Nullable Object input, FilterArguments arguments, boolean besideMarkup) {
        var text = arguments.text(input);
        if (!arguments.html() || !(input instanceof Markup || besideMarkup)) {
            return counted(function.apply(text, arguments), arguments);
        }
        var safe = input instanceof Markup ? text : Html.escape(text);
        return new Markup(counted(function.apply(safe, arguments.escaped()), arguments));
    }

    private static String counted(String result, FilterArguments arguments) {
        arguments.budget().text(result.length());
        return result;
    }

    private static String ellipsis(FilterArguments arguments) {
        return arguments.text(1, ELLIPSIS);
    }

    private static String capitalized(String text) {
        var end = text.isEmpty() ? 0 : text.offsetByCodePoints(0, 1);
        return text.substring(0, end).toUpperCase(Locale.ROOT)
                + text.substring(end).toLowerCase(Locale.ROOT);
    }

    /** The length of the result is known before it is made. */
    private static String replaced(String text, String part, String by, FilterArguments arguments) {
        arguments.budget().search(text, part);
        var matches = part.isEmpty() ? text.length() + 1L : occurrences(text, part);
        arguments.budget().text(text.length() + matches * Math.max(0, by.length() - part.length()));
        return part.isEmpty()
                ? text.codePoints()
                        .mapToObj(Character::toString)
                        .collect(Collectors.joining(by, by, text.isEmpty() ? "" : by))
                : text.replace(part, by);
    }

    private static long occurrences(String text, String part) {
        var count = 0L;
        for (var at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
            count++;
        }
        return count;
    }

    private static String first(String text, String part, String by, FilterArguments arguments) {
        arguments.budget().search(text, part);
        return at(text, text.indexOf(part), part, by);
    }

    private static String last(String text, String part, String by, FilterArguments arguments) {
        arguments.budget().search(text, part);
        return at(text, text.lastIndexOf(part), part, by);
    }

    private static String at(String text, int position, String part, String by) {
        return position < 0 ? text : text.substring(0, position) + by + text.substring(position + part.length());
    }

    /** Cuts a text at a number of code points, so that no surrogate pair is cut in two. */
    private static String truncated(String text, int length, String ellipsis) {
        if (text.codePointCount(0, text.length()) <= length) {
            return text;
        }
        var available = Math.max(0, length - ellipsis.codePointCount(0, ellipsis.length()));
        return text.substring(0, text.offsetByCodePoints(0, available)) + ellipsis;
    }

    private static String words(String text, int count, String ellipsis) {
        var words = new ArrayList<String>();
        var max = Math.max(1, count);
        var at = 0;
        while (at < text.length()) {
            var start = at;
            while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            if (at > start && words.size() == max) {
                return String.join(" ", words) + ellipsis;
            } else if (at > start) {
                words.add(text.substring(start, at));
            }
            at++;
        }
        return text;
    }

    private static Object split(@Nullable Object input, FilterArguments arguments) {
        var parts = parts(arguments.text(input), arguments.text(0), arguments);
        arguments.budget().items(parts.size());
        return input instanceof Markup ? parts.stream().map(Markup::new).toList() : parts;
    }

    /**
     * Splits as Ruby does: a blank separates words at any white space, an empty separator separates characters, and empty parts at
     * the end are left out.
     */
    private static List<String> parts(String text, String separator, FilterArguments arguments) {
        if (separator.isEmpty()) {
            return text.codePoints().mapToObj(Character::toString).toList();
        }
        arguments.budget().search(text, separator);
        if (separator.equals(" ")) {
            return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+", -1));
        }
        var parts = new ArrayList<String>();
        var start = 0;
        for (var at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, start)) {
            parts.add(text.substring(start, at));
            start = at + separator.length();
        }
        parts.add(text.substring(start));
        while (!parts.isEmpty() && parts.get(parts.size() - 1).isEmpty()) {
            parts.remove(parts.size() - 1);
        }
        return parts;
    }
}
