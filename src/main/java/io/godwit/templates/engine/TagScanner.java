package io.godwit.templates.engine;

import io.godwit.templates.engine.Tag.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the tags of a text in linear time: every position is read a bounded number of times, whatever the text. Opening braces
 * without closing ones before the next opening stay literal.
 */
final class TagScanner {

    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";
    static final String OPEN_TAG = "{%";
    private static final String CLOSE_TAG = "%}";

    private final String source;
    private final List<Tag> tags = new ArrayList<>();
    private final Finder close;
    private final Finder openTag;
    private final Finder closeTag;
    private final RawRegions regions;

    private TagScanner(String source) {
        this.source = source;
        this.close = new Finder(source, CLOSE);
        this.openTag = new Finder(source, OPEN_TAG);
        this.closeTag = new Finder(source, CLOSE_TAG);
        this.regions = new RawRegions(source);
    }

    /** Finds the next occurrence of a text, for increasing positions, so that the whole source is searched once. */
    private static final class Finder {

        private final String source;
        private final String wanted;
        private int found = -1;

        private Finder(String source, String wanted) {
            this.source = source;
            this.wanted = wanted;
        }

        /** The length of the source when there is none. */
        private int from(int position) {
            if (found < position) {
                var next = source.indexOf(wanted, position);
                found = next < 0 ? source.length() : next;
            }
            return found;
        }
    }

    /** Finds the tags in the order of the text, not overlapping. */
    static List<Tag> tags(String source) {
        var scanner = new TagScanner(source);
        scanner.scan();
        return scanner.tags;
    }

    private void scan() {
        var at = source.indexOf('{');
        while (at >= 0) {
            at = source.indexOf('{', next(at));
        }
    }

    private int next(int brace) {
        if (source.startsWith(OPEN, brace)) {
            return placeholder(brace);
        }
        return source.startsWith(OPEN_TAG, brace) ? tag(brace) : brace + 1;
    }

    private int placeholder(int open) {
        var inside = afterBraces(open);
        var next = source.indexOf(OPEN, inside);
        var closing = close.from(inside);
        var isCutOff = (next >= 0 && next < closing) || openTag.from(inside) < closing;
        if (closing == source.length() || isCutOff) {
            tags.add(Tag.broken(Span.of(inside - 2, inside), "This {{ is never closed by }}"));
            return inside;
        }
        return placeholder(inside, closing, inside - open > 2);
    }

    /** A run of more than two braces belongs to the tag with its last three, or two. */
    private int afterBraces(int open) {
        var at = open;
        while (at < source.length() && source.charAt(at) == '{') {
            at++;
        }
        return at;
    }

    private int placeholder(int inside, int closing, boolean manyBraces) {
        var raw = manyBraces && source.startsWith("}", closing + CLOSE.length());
        var start = raw ? inside - 3 : inside - 2;
        var end = raw ? closing + 3 : closing + 2;
        var span = span(start, end, inside, closing);
        tags.add(PlaceholderReader.read(inside(span, inside, closing), span, raw));
        return end;
    }

    private Span span(int start, int end, int inside, int closing) {
        var trimsLeft = closing > inside && source.charAt(inside) == '-';
        var trimsRight = closing > inside + 1 && source.charAt(closing - 1) == '-';
        return new Span(start, end, trimsLeft, trimsRight);
    }

    private String inside(Span span, int inside, int closing) {
        return source.substring(inside + (span.trimsLeft() ? 1 : 0), closing - (span.trimsRight() ? 1 : 0));
    }

    private int tag(int open) {
        var inside = open + OPEN_TAG.length();
        var closing = closeTag.from(inside);
        if (closing == source.length() || openTag.from(inside) < closing) {
            tags.add(Tag.broken(Span.of(open, inside), "This {% is never closed by %}"));
            return inside;
        }
        var span = span(open, closing + CLOSE_TAG.length(), inside, closing);
        return tag(span, inside(span, inside, closing));
    }

    private int tag(Span span, String inside) {
        var name = TagReader.name(inside.strip());
        return switch (name) {
            case "raw", "comment", "doc" -> region(span, name);
            case "liquid" -> lines(span);
            default -> {
                tags.add(TagReader.read(inside, span));
                yield span.end();
            }
        };
    }

    private int region(Span opening, String name) {
        var end = regions.end(name, opening.end());
        if (end.isEmpty()) {
            tags.add(Tag.broken(opening, "This " + name + " is never closed by {% end" + name + " %}"));
            return opening.end();
        }
        var closing = end.get();
        var whole = new Span(opening.start(), closing.end(), opening.trimsLeft(), closing.trimsRight());
        tags.add(name.equals("raw") ? raw(whole, opening, closing) : Tag.silent(whole));
        return closing.end();
    }

    private Tag raw(Span whole, Span opening, Span closing) {
        var text = source.substring(opening.end(), closing.start());
        var left = opening.trimsRight() ? text.stripLeading() : text;
        return Tag.printing(whole, new TemplateNode.Text(closing.trimsLeft() ? left.stripTrailing() : left), "");
    }

    /** Each line of {@code {% liquid … %}} is a tag; together they stand for all of it. */
    private int lines(Span span) {
        var end = span.end() - CLOSE_TAG.length() - (span.trimsRight() ? 1 : 0);
        var at = source.indexOf("liquid", span.start()) + "liquid".length();
        var isComment = false;
        tags.add(Tag.silent(new Span(span.start(), at, span.trimsLeft(), false)));
        while (at < end) {
            var lineEnd = source.indexOf('\n', at);
            var stop = lineEnd < 0 || lineEnd >= end ? end : lineEnd + 1;
            var line = source.substring(at, stop).strip();
            isComment = isComment ? !line.equals("endcomment") : line.equals("comment");
            if (!line.isEmpty()) {
                tags.add(line(line, Span.of(at, stop), isComment));
            } else {
                tags.add(Tag.silent(Span.of(at, stop)));
            }
            at = stop;
        }
        tags.add(Tag.silent(new Span(at, span.end(), false, span.trimsRight())));
        return span.end();
    }

    private static Tag line(String line, Span span, boolean isComment) {
        return isComment || line.equals("endcomment") ? Tag.silent(span) : TagReader.read(line, span);
    }
}
