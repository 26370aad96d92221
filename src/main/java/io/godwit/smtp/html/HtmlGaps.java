package io.godwit.smtp.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An HTML text with gaps for values, each of them marked by a character of its own, and what a value must not contain so that
 * every tag stays where it is.
 *
 * @param html with a mark for each gap
 * @param gaps by their numbers
 */
record HtmlGaps(String html, List<Gap> gaps) {

    /** The first mark: a character for private use, of which a text that is prepared must have none. */
    private static final char FIRST = '\uE000';

    private static final char LAST = '\uF8FF';
    private static final int MAX_GAPS = 1_000;

    /**
     * A tag all parsers of tags agree about: marks are inside quotes alone, and nothing else is written without quotes that could
     * be taken for an end.
     */
    private static final Pattern CLEAR_TAG = Pattern.compile("<[a-zA-Z][a-zA-Z0-9:-]{0,18}+"
            + "(?:\\s++[a-zA-Z_:@.-][a-zA-Z0-9_:@.-]*+"
            + "(?:\\s*+=\\s*+(?:\"[^\"<]*+\"|'[^'<]*+'|[^\\s\"'=<>`/\uE000-\uF8FF]++))?+)*+\\s*+/?>");

    private static final Pattern CLEAR_END = Pattern.compile("</[a-zA-Z][a-zA-Z0-9-]{0,18}+\\s*+>");

    /** Elements that may not be in a value: what follows them is read in another way. */
    private static final Set<String> CONTEXTS = Set.of(
            "script",
            "style",
            "title",
            "textarea",
            "iframe",
            "noembed",
            "noframes",
            "template",
            "xmp",
            "body",
            "pre",
            "ul",
            "ol",
            "menu");

    /** A place where a value is printed. */
    enum Gap {
        TEXT {
            @Override
            boolean takes(String value) {
                return endsWell(value) && (value.indexOf('<') < 0 || isClearMarkup(value));
            }
        },
        ATTRIBUTE {
            @Override
            boolean takes(String value) {
                return endsWell(value) && hasNone(value, "<>\"'");
            }
        },
        /** A gap in a comment, or in an element that is no HTML. */
        HIDDEN {
            @Override
            boolean takes(String value) {
                return endsWell(value) && hasNone(value, "<>");
            }
        };

        abstract boolean takes(String value);
    }

    /**
     * Joins the texts, and adds one more gap at the end of the body; empty when a value could change how the text is read.
     *
     * @param texts one more than there are gaps
     */
    static Optional<HtmlGaps> between(List<String> texts) {
        if (texts.size() > MAX_GAPS || texts.stream().anyMatch(HtmlGaps::hasMark)) {
            return Optional.empty();
        }
        var marked = new StringBuilder();
        for (var number = 0; number < texts.size(); number++) {
            marked.append(texts.get(number));
            if (number + 1 < texts.size()) {
                marked.append(mark(number));
            }
        }
        var html = marked.toString();
        var last = new Places(html);
        var end = last.bodyEnd < 0 ? html.length() : last.bodyEnd;
        return evaluated(marked.insert(end, mark(texts.size() - 1)).toString(), texts.size());
    }

    private static Optional<HtmlGaps> evaluated(String html, int count) {
        var places = new Places(html);
        var gaps = new ArrayList<Gap>();
        for (var number = 0; number < count; number++) {
            places.gap(html.indexOf(mark(number))).ifPresent(gaps::add);
        }
        return gaps.size() == count ? Optional.of(new HtmlGaps(html, List.copyOf(gaps))) : Optional.empty();
    }

    boolean take(List<String> values) {
        for (var number = 0; number < gaps.size(); number++) {
            if (!gaps.get(number).takes(values.get(number))) {
                return false;
            }
        }
        return true;
    }

    private static char mark(int number) {
        return (char) (FIRST + number);
    }

    static boolean isMark(char character) {
        return character >= FIRST && character <= LAST;
    }

    static int number(char mark) {
        return mark - FIRST;
    }

    static boolean hasMark(String text) {
        return text.chars().anyMatch(character -> isMark((char) character));
    }

    /** Returns the text with the values in place of their marks. */
    static String filled(String text, List<String> values) {
        var filled = new StringBuilder();
        for (var at = 0; at < text.length(); at++) {
            if (isMark(text.charAt(at))) {
                filled.append(values.get(number(text.charAt(at))));
            } else {
                filled.append(text.charAt(at));
            }
        }
        return filled.toString();
    }

    private static boolean hasNone(String value, String characters) {
        for (var at = 0; at < value.length(); at++) {
            if (characters.indexOf(value.charAt(at)) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether no character reference and no line end of the text goes on after it. */
    private static boolean endsWell(String text) {
        if (text.endsWith("\r")) {
            return false;
        }
        var at = text.length() - 1;
        while (at >= 0 && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '#')) {
            at--;
        }
        return at < 0 || text.charAt(at) != '&';
    }

    /** Returns whether every tag of a value is complete and leaves the text after the value as it would be without it. */
    private static boolean isClearMarkup(String value) {
        var tag = CLEAR_TAG.matcher(value);
        var end = CLEAR_END.matcher(value);
        var inLink = false;
        for (var at = value.indexOf('<'); at >= 0; at = value.indexOf('<', at)) {
            var closing = value.startsWith("</", at);
            var matcher = closing ? end : tag;
            var name = HtmlTags.name(value, closing ? at + 2 : at + 1);
            if (CONTEXTS.contains(name) || !matcher.region(at, value.length()).lookingAt()) {
                return false;
            } else if (name.equals("a")) {
                if (closing != inLink) {
                    return false;
                }
                inLink = !closing;
            }
            at = matcher.end();
        }
        return !inLink;
    }

    /** The places of a text that are read in another way than its text. */
    private static final class Places implements HtmlLinkScanner.Visitor {

        private record Range(int from, int to) {

            boolean has(int position) {
                return position >= from && position < to;
            }
        }

        private final String html;
        private final List<Range> tags = new ArrayList<>();
        private final List<Range> comments = new ArrayList<>();
        private final List<Range> opaque = new ArrayList<>();
        private final List<Range> fields = new ArrayList<>();
        private int bodyEnd = -1;

        Places(String html) {
            this.html = html;
            new HtmlLinkScanner(html, this).scan();
        }

        @Override
        public void link(int from, int to) {}

        @Override
        public void bodyEnd(int from) {
            bodyEnd = from;
        }

        @Override
        public void tag(String name, int from, int to) {
            tags.add(new Range(from, to));
        }

        @Override
        public void comment(int from, int to) {
            comments.add(new Range(from, to));
        }

        @Override
        public void opaque(String name, int from, int to) {
            (name.equals("textarea") ? fields : opaque).add(new Range(from, to));
        }

        private static Optional<Range> at(List<Range> ranges, int position) {
            return ranges.stream().filter(range -> range.has(position)).findFirst();
        }

        /** Returns the gap at this mark; empty when its value could change how the text is read. */
        Optional<Gap> gap(int mark) {
            var comment = at(comments, mark);
            var tag = at(tags, mark);
            if (at(fields, mark).isPresent() || !isApart(mark) || (comment.isPresent() && !isApartInComment(mark))) {
                return Optional.empty();
            } else if (tag.isPresent()) {
                return CLEAR_TAG
                                .matcher(html)
                                .region(tag.get().from(), tag.get().to())
                                .matches()
                        ? Optional.of(Gap.ATTRIBUTE)
                        : Optional.empty();
            }
            return Optional.of(comment.isPresent() || at(opaque, mark).isPresent() ? Gap.HIDDEN : Gap.TEXT);
        }

        /** Returns whether nothing unfinished stands before the mark: a tag's begin, a character reference, or a line end. */
        private boolean isApart(int mark) {
            var at = mark - 1;
            while (at >= 0 && (Character.isLetterOrDigit(html.charAt(at)) || "#:!?/-".indexOf(html.charAt(at)) >= 0)) {
                at--;
            }
            return at < 0
                    || (html.charAt(at) != '<' && html.charAt(at) != '&' && (html.charAt(at) != '\r' || at < mark - 1));
        }

        /** Returns whether the value cannot be a part of the end of its comment. */
        private boolean isApartInComment(int mark) {
            return mark > 0
                    && mark + 1 < html.length()
                    && "-!]".indexOf(html.charAt(mark - 1)) < 0
                    && "-!>]".indexOf(html.charAt(mark + 1)) < 0;
        }
    }
}
