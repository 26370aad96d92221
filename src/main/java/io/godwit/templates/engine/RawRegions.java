package io.godwit.templates.engine;

import io.godwit.templates.engine.Tag.Span;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the ends of regions whose inside is not parsed: {@code raw}, {@code comment}, {@code doc}. The positions asked for must
 * increase.
 */
final class RawRegions {

    private final String source;
    /** The ends found last, by the name of the region. */
    private final Map<String, Optional<Span>> found = new HashMap<>();
    /** Comments are not looked into any more once one was found that does not end. */
    private boolean nestingGivenUp;

    RawRegions(String source) {
        this.source = source;
    }

    /** The closing tag of a region that was opened before this place. */
    Optional<Span> end(String name, int from) {
        if (!name.equals("comment") || nestingGivenUp) {
            return first(name, from);
        }
        var nested = nested(from);
        nestingGivenUp = nested.isEmpty();
        return nested.or(() -> first(name, from));
    }

    private Optional<Span> first(String name, int from) {
        var known = found.get(name);
        if (known != null && known.map(span -> span.start() >= from).orElse(true)) {
            return known;
        }
        var next = search("end" + name, from);
        found.put(name, next);
        return next;
    }

    private Optional<Span> search(String tag, int from) {
        for (var at = source.indexOf(TagScanner.OPEN_TAG, from);
                at >= 0;
                at = source.indexOf(TagScanner.OPEN_TAG, at + 2)) {
            var span = spanOf(tag, at);
            if (span.isPresent()) {
                return span;
            }
        }
        return Optional.empty();
    }

    /** Comments in comments have to end too. */
    private Optional<Span> nested(int from) {
        var depth = 1;
        for (var at = source.indexOf(TagScanner.OPEN_TAG, from);
                at >= 0;
                at = source.indexOf(TagScanner.OPEN_TAG, at + 2)) {
            var end = spanOf("endcomment", at);
            if (end.isPresent() && --depth == 0) {
                return end;
            }
            depth += spanOf("comment", at).isPresent() ? 1 : 0;
        }
        return Optional.empty();
    }

    /** The tag that begins here, if it has this name and nothing else in it. */
    private Optional<Span> spanOf(String name, int open) {
        var inside = open + 2;
        var trimsLeft = source.startsWith("-", inside);
        var at = afterBlanks(inside + (trimsLeft ? 1 : 0));
        if (!source.startsWith(name, at)) {
            return Optional.empty();
        }
        var end = afterBlanks(at + name.length());
        var trimsRight = source.startsWith("-%}", end);
        return trimsRight || source.startsWith("%}", end)
                ? Optional.of(new Span(open, end + (trimsRight ? 3 : 2), trimsLeft, trimsRight))
                : Optional.empty();
    }

    private int afterBlanks(int from) {
        var at = from;
        while (at < source.length() && TagLexer.isBlank(source.charAt(at))) {
            at++;
        }
        return at;
    }
}
