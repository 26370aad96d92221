package io.godwit.templates.filters;

import io.godwit.core.Html;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one call of a filter, and the rendering it is called in.
 *
 * @param values in their order
 * @param own whether each value is the author's own text, which is never escaped
 */
public record FilterArguments(
        List<@Nullable Object> values, List<Boolean> own, Map<String, @Nullable Object> named, Rendition rendition) {

    /**
     * The rendering a filter is called in.
     *
     * @param html whether it is an HTML body, in which values are escaped
     * @param now the moment {@code "now"} stands for in a date
     */
    public record Rendition(RenderBudget budget, boolean html, Instant now) {}

    RenderBudget budget() {
        return rendition.budget();
    }

    boolean html() {
        return rendition.html();
    }

    boolean has(int index) {
        return index < values.size();
    }

    @Nullable
    Object value(int index) {
        return has(index) ? values.get(index) : null;
    }

    String text(int index) {
        return text(value(index));
    }

    String text(int index, String otherwise) {
        return has(index) ? text(index) : otherwise;
    }

    /** The text of any value; a longer one than a template may make ends the rendering. */
    String text(@Nullable Object value) {
        var text = ValueFormatter.text(value, RenderBudget.MAX_TEXT);
        budget().text(text.length());
        return text;
    }

    BigDecimal number(int index) {
        return Numbers.operand(value(index));
    }

    int integer(int index, int otherwise) {
        return has(index) ? Numbers.integer(value(index)) : otherwise;
    }

    boolean hasMarkup() {
        return values.stream().anyMatch(Markup.class::isInstance);
    }

    /** Tells whether the first is the author's own text with tags in it. */
    boolean beginsWithTags() {
        return html() && has(0) && own.get(0) && values.get(0) instanceof String text && text.indexOf('<') >= 0;
    }

    /** Returns these arguments with every value of a contact escaped, for use beside markup. */
    FilterArguments escaped() {
        var safe = new ArrayList<@Nullable Object>();
        for (var at = 0; at < values.size(); at++) {
            var value = values.get(at);
            safe.add(value instanceof String text && !own.get(at) ? Html.escape(text) : value);
        }
        return new FilterArguments(safe, own, named, rendition);
    }
}
