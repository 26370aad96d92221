package io.godwit.templates.engine;

import io.godwit.templates.engine.Tag.Kind;
import io.godwit.templates.engine.TagHead.Part;
import io.godwit.templates.filters.RenderBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compiles a text into nodes. It accepts any text; {@link #firstProblem} finds the first error the author should correct. */
public final class TemplateCompiler {

    private static final long MAX_REPEATED = RenderBudget.MAX_STEPS + 1L;

    private final String source;
    private final List<Tag> tags;
    private int next;
    /** Offset of the text not yet in a segment. */
    private int textStart;
    /** Tells whether the tag before that text drops the blanks behind it. */
    private boolean trimsText;
    /** Tells how often the spot is printed, as far as the text alone says. */
    private long repeated = 1;

    private @Nullable TemplateProblem tooLong;

    private TemplateCompiler(String source) {
        this.source = source;
        this.tags = BlockParser.paired(TagScanner.tags(source));
    }

    public static List<TemplateNode> compile(String source) {
        return new TemplateCompiler(source).all();
    }

    public static Optional<TemplateProblem> firstProblem(String source) {
        var compiler = new TemplateCompiler(source);
        compiler.all();
        return compiler.firstProblem();
    }

    private List<TemplateNode> all() {
        var nodes = untilEnd();
        text(source.length(), false, nodes);
        return List.copyOf(nodes);
    }

    private Optional<TemplateProblem> firstProblem() {
        return tags.stream()
                .filter(tag -> tag.kind() == Kind.BROKEN || !tag.warning().isEmpty())
                .findFirst()
                .map(tag ->
                        TemplateProblem.at(source, tag.start(), tag.kind() == Kind.BROKEN ? tag.word() : tag.warning()))
                .or(() -> Optional.ofNullable(tooLong))
                .or(() -> ForeignPlaceholders.first(source, tags));
    }

    /** The nodes up to the next part or the end of the current block, or to the end of the text; that tag is not consumed. */
    private List<TemplateNode> untilEnd() {
        var nodes = new ArrayList<TemplateNode>();
        while (next < tags.size() && !endsPart(tags.get(next).kind())) {
            var tag = tags.get(next++);
            if (tag.kind() != Kind.BROKEN) {
                textBefore(tag, nodes);
                add(tag, nodes);
            }
        }
        return nodes;
    }

    private static boolean endsPart(Kind kind) {
        return kind == Kind.DIVIDING || kind == Kind.CLOSING;
    }

    private void add(Tag tag, List<TemplateNode> nodes) {
        if (tag.head() instanceof TagHead.Opening opening) {
            nodes.add(block(tag, opening));
        } else if (tag.segment() != null) {
            nodes.add(tag.segment());
        }
    }

    private TemplateNode block(Tag tag, TagHead.Opening opening) {
        var outside = repeated;
        repeated = Math.min(MAX_REPEATED, outside) * Math.min(MAX_REPEATED, opening.fixedLength());
        if (repeated >= MAX_REPEATED && tooLong == null) {
            tooLong = TemplateProblem.at(
                    source, tag.start(), "This loop goes round more than " + RenderBudget.MAX_STEPS + " times");
        }
        var parts = parts(opening);
        repeated = outside;
        return opening.block(parts);
    }

    private List<Part> parts(TagHead.Opening opening) {
        var parts = new ArrayList<Part>();
        TagHead head = opening;
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

    private void textBefore(Tag tag, List<TemplateNode> nodes) {
        text(tag.start(), tag.span().trimsLeft(), nodes);
        textStart = tag.end();
        trimsText = tag.span().trimsRight();
    }

    private void text(int end, boolean trimsEnd, List<TemplateNode> nodes) {
        var text = source.substring(textStart, end);
        var left = trimsText ? text.stripLeading() : text;
        var trimmed = trimsEnd ? left.stripTrailing() : left;
        if (!trimmed.isEmpty()) {
            nodes.add(new TemplateNode.Text(trimmed));
        }
    }
}
