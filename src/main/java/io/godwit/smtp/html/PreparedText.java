package io.godwit.smtp.html;

import io.godwit.smtp.html.TextLayout.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The plain text of an HTML body with gaps: its steps are recorded once, and what lies between two gaps is laid out once. The
 * result is what {@link PlainTextWriter#convert} makes of the filled HTML.
 */
final class PreparedText implements TextEvents {

    private static final int MAX_INDENT = 8;

    /** One step, repeated for each email. */
    private interface Step {

        void repeat(TextFormatter out, List<String> values);
    }

    /** A step that is the same in every email; {@code visible} when it may add words. */
    private record FixedStep(boolean visible, Consumer<TextFormatter> step) implements Step {

        @Override
        public void repeat(TextFormatter out, List<String> values) {
            step.accept(out);
        }
    }

    private final List<Step> steps = new ArrayList<>();

    /** The steps since the last one that is not the same in every email. */
    private final List<FixedStep> fixed = new ArrayList<>();

    /** The number of fixed steps before an open link; negative when none is open, or one that is not the same in every email. */
    private int linkFrom = -1;

    private boolean varyingLink;

    /** Tells that the mark of a list's item may wait for the words it stands before; it would be part of a link's text. */
    private boolean awaitsWords;

    private int preformatted;
    private int lists;
    private int indent;
    private int characters;

    private PreparedText() {}

    static PreparedText of(String marked) {
        var text = new PreparedText();
        PlainTextWriter.read(marked, text);
        text.layOut();
        return text;
    }

    /** Returns the text with these values. */
    String with(List<String> values) {
        var out = new TextFormatter(characters + 256);
        for (var step : steps) {
            step.repeat(out, values);
        }
        return out.finished();
    }

    /** Returns the number of characters kept. */
    int size() {
        return characters;
    }

    @Override
    public void text(String html, int from, int to) {
        var start = from;
        for (var at = from; at < to; at++) {
            if (HtmlGaps.isMark(html.charAt(at))) {
                fixedText(html.substring(start, at));
                var number = HtmlGaps.number(html.charAt(at));
                vary((out, values) -> PlainTextWriter.read(values.get(number), out));
                start = at + 1;
            }
        }
        fixedText(html.substring(start, to));
    }

    private void fixedText(String text) {
        if (text.isEmpty()) {
            return;
        }
        characters += text.length();
        if (preformatted > 0) {
            vary((out, values) -> out.text(text, 0, text.length()));
        } else {
            fix(true, out -> out.text(text, 0, text.length()));
        }
        awaitsWords &= HtmlEntities.resolve(text, false)
                .chars()
                .noneMatch(character -> character < 0x80 && Character.isLetterOrDigit(character));
    }

    @Override
    public void alternative(String attribute) {
        if (HtmlGaps.hasMark(attribute)) {
            vary((out, values) -> out.alternative(HtmlGaps.filled(attribute, values)));
        } else {
            fix(true, out -> out.alternative(attribute));
        }
    }

    @Override
    public void lessThan() {
        fix(true, TextFormatter::lessThan);
    }

    @Override
    public void block(int count) {
        fix(false, out -> out.block(count));
    }

    @Override
    public void preformatted(boolean begins) {
        preformatted += begins ? 1 : -Math.min(1, preformatted);
        vary((out, values) -> out.preformatted(begins));
    }

    @Override
    public void lineBreak() {
        fix(false, TextFormatter::lineBreak);
    }

    @Override
    public void cell() {
        fix(false, TextFormatter::cell);
    }

    @Override
    public void rule() {
        fix(true, TextFormatter::rule);
    }

    @Override
    public void beginList(boolean numbered) {
        vary((out, values) -> out.beginList(numbered));
        lists++;
        indent = Math.min(MAX_INDENT, lists);
    }

    @Override
    public void endList() {
        vary((out, values) -> out.endList());
        lists = Math.max(0, lists - 1);
        indent = lists;
    }

    @Override
    public void item() {
        vary((out, values) -> out.item());
        awaitsWords = true;
    }

    @Override
    public void beginLink(String attribute) {
        endLink();
        var address = TextFormatter.address(attribute);
        characters += address.length();
        varyingLink = awaitsWords || HtmlGaps.hasMark(attribute);
        if (HtmlGaps.hasMark(attribute)) {
            vary((out, values) -> out.beginLink(HtmlGaps.filled(attribute, values)));
        } else if (awaitsWords) {
            vary((out, values) -> out.beginResolvedLink(address));
        } else {
            linkFrom = fixed.size();
            fix(true, out -> out.beginResolvedLink(address));
        }
    }

    @Override
    public void endLink() {
        if (varyingLink) {
            vary((out, values) -> out.endLink());
        } else if (linkFrom >= 0) {
            fix(true, TextFormatter::endLink);
        }
        varyingLink = false;
        linkFrom = -1;
    }

    private void fix(boolean visible, Consumer<TextFormatter> step) {
        fixed.add(new FixedStep(visible, step));
    }

    private void vary(Step step) {
        layOut();
        steps.add(step);
    }

    /** Moves the fixed steps to the others: those before an open link as one, if they can be laid out; the link as it is. */
    private void layOut() {
        var whole = linkFrom < 0 ? fixed.size() : linkFrom;
        var from = 0;
        var to = whole;
        while (from < to && !fixed.get(from).visible()) {
            from++;
        }
        while (from < to && !fixed.get(to - 1).visible()) {
            to--;
        }
        steps.addAll(fixed.subList(0, from));
        steps.addAll(laidOut(fixed.subList(from, to)));
        steps.addAll(fixed.subList(to, fixed.size()));
        fixed.clear();
        varyingLink |= linkFrom >= 0;
        linkFrom = -1;
    }

    /** Returns one step for all, or all of them when their words depend on the text before them. */
    private List<? extends Step> laidOut(List<FixedStep> visible) {
        var out = new TextFormatter(256);
        out.indent(indent);
        out.words(new Words("x", false, false, false));
        visible.forEach(step -> step.step().accept(out));
        var apart = out.isApart();
        out.words(new Words(".", false, false, false));
        var text = out.finished();
        var spaceBefore = text.startsWith("x ");
        var spaceAfter = text.endsWith(" .");
        var from = spaceBefore ? 2 : 1;
        var to = text.length() - (spaceAfter ? 2 : 1);
        if (from >= to || isBlank(text.charAt(from)) || isBlank(text.charAt(to - 1))) {
            return List.copyOf(visible);
        }
        var words = new Words(text.substring(from, to), spaceBefore, spaceAfter, apart);
        return List.of(new FixedStep(true, formatter -> formatter.words(words)));
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\n' || TextLayout.isMark(character);
    }
}
