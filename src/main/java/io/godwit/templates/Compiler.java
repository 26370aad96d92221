package io.godwit.templates;

import io.godwit.templates.Tag.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Turns a text into segments. Takes any text; {@link #firstProblem} says what a careful author should mend. */
final class Compiler {

    private final String source;
    private final List<Tag> tags;
    private int next;
    /** Offset of the text not yet in a segment. */
    private int textStart;

    private Compiler(String source) {
        this.source = source;
        this.tags = Blocks.paired(Scanner.tags(source));
    }

    static List<Segment> compile(String source) {
        var compiler = new Compiler(source);
        var segments = compiler.untilEnd();
        compiler.text(source.length(), segments);
        return List.copyOf(segments);
    }

    static Optional<Problem> firstProblem(String source) {
        return Blocks.paired(Scanner.tags(source)).stream()
                .filter(tag -> tag.kind() == Kind.BROKEN)
                .findFirst()
                .map(tag -> Problem.at(source, tag.start(), tag.word()));
    }

    /** The segments up to the next end or else of the block we are in, or to the end of the text; that tag is not taken. */
    private List<Segment> untilEnd() {
        var segments = new ArrayList<Segment>();
        while (next < tags.size() && !endsBlock(tags.get(next).kind())) {
            var tag = tags.get(next++);
            if (tag.kind() != Kind.BROKEN) {
                text(tag.start(), segments);
                textStart = tag.end();
                segments.add(segment(tag));
            }
        }
        return segments;
    }

    private static boolean endsBlock(Kind kind) {
        return kind == Kind.ELSE || kind == Kind.END_IF || kind == Kind.END_EACH;
    }

    private Segment segment(Tag tag) {
        return switch (tag.kind()) {
            case IF -> condition(tag);
            case EACH -> new Segment.Each(Path.of(tag.word()), block());
            default -> new Segment.Value(Path.of(tag.word()), tag.fallback(), tag.raw());
        };
    }

    private Segment condition(Tag tag) {
        var yes = block();
        var no = tags.get(next - 1).kind() == Kind.ELSE ? block() : List.<Segment>of();
        return new Segment.If(Path.of(tag.word()), yes, no);
    }

    /** The inside of a block, and the tag that ends it. */
    private List<Segment> block() {
        var segments = untilEnd();
        var end = tags.get(next++);
        text(end.start(), segments);
        textStart = end.end();
        return segments;
    }

    private void text(int end, List<Segment> segments) {
        if (end > textStart) {
            segments.add(new Segment.Text(source.substring(textStart, end)));
        }
    }
}
