package io.godwit.templates;

import io.godwit.templates.Head.Part;
import io.godwit.templates.Tag.Kind;
import io.godwit.templates.filters.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns a text into segments. Takes any text; {@link #firstProblem} says what a careful author should mend. */
final class Compiler {

    private static final long MAX_REPEATED = Budget.MAX_STEPS + 1L;

    private final String source;
    private final List<Tag> tags;
    private int next;
    /** Offset of the text not yet in a segment. */
    private int textStart;
    /** Tells whether the tag before that text drops the blanks behind it. */
    private boolean trimsText;
    /** Tells how often the spot is printed, as far as the text alone says. */
    private long repeated = 1;

    private @Nullable Problem tooLong;

    private Compiler(String source) {
        this.source = source;
        this.tags = Blocks.paired(Scanner.tags(source));
    }

    static List<Segment> compile(String source) {
        return new Compiler(source).all();
    }

    static Optional<Problem> firstProblem(String source) {
        var compiler = new Compiler(source);
        compiler.all();
        return compiler.firstProblem();
    }

    private List<Segment> all() {
        var segments = untilEnd();
        text(source.length(), false, segments);
        return List.copyOf(segments);
    }

    private Optional<Problem> firstProblem() {
        return tags.stream()
                .filter(tag -> tag.kind() == Kind.BROKEN || !tag.doubt().isEmpty())
                .findFirst()
                .map(tag -> Problem.at(source, tag.start(), tag.kind() == Kind.BROKEN ? tag.word() : tag.doubt()))
                .or(() -> Optional.ofNullable(tooLong))
                .or(() -> ForeignMarks.first(source, tags));
    }

    /** The segments up to the next part or end of the block we are in, or to the end of the text; that tag is not taken. */
    private List<Segment> untilEnd() {
        var segments = new ArrayList<Segment>();
        while (next < tags.size() && !endsPart(tags.get(next).kind())) {
            var tag = tags.get(next++);
            if (tag.kind() != Kind.BROKEN) {
                textBefore(tag, segments);
                add(tag, segments);
            }
        }
        return segments;
    }

    private static boolean endsPart(Kind kind) {
        return kind == Kind.DIVIDING || kind == Kind.CLOSING;
    }

    private void add(Tag tag, List<Segment> segments) {
        if (tag.head() instanceof Head.Opening opening) {
            segments.add(block(tag, opening));
        } else if (tag.segment() != null) {
            segments.add(tag.segment());
        }
    }

    private Segment block(Tag tag, Head.Opening opening) {
        var outside = repeated;
        repeated = Math.min(MAX_REPEATED, outside) * Math.min(MAX_REPEATED, opening.fixedLength());
        if (repeated >= MAX_REPEATED && tooLong == null) {
            tooLong = Problem.at(source, tag.start(), "This loop goes round more than " + Budget.MAX_STEPS + " times");
        }
        var parts = parts(opening);
        repeated = outside;
        return opening.block(parts);
    }

    private List<Part> parts(Head.Opening opening) {
        var parts = new ArrayList<Part>();
        Head head = opening;
        while (true) {
            var body = untilEnd();
            var end = tags.get(next++);
            textBefore(end, body);
            parts.add(new Part(head, body));
            if (end.kind() == Kind.CLOSING || end.head() == null) {
                return parts;
            }
            head = end.head();
        }
    }

    private void textBefore(Tag tag, List<Segment> segments) {
        text(tag.start(), tag.span().trimsLeft(), segments);
        textStart = tag.end();
        trimsText = tag.span().trimsRight();
    }

    private void text(int end, boolean trimsEnd, List<Segment> segments) {
        var text = source.substring(textStart, end);
        var left = trimsText ? text.stripLeading() : text;
        var trimmed = trimsEnd ? left.stripTrailing() : left;
        if (!trimmed.isEmpty()) {
            segments.add(new Segment.Text(trimmed));
        }
    }
}
