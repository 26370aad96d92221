package io.godwit.templates.engine;

import io.godwit.core.Html;
import io.godwit.templates.filters.LimitExceededException;
import io.godwit.templates.filters.Markup;
import io.godwit.templates.filters.RenderBudget;
import io.godwit.templates.filters.ValueFormatter;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the text printed so far. Text beyond the limit is not added and throws {@link LimitExceededException}. */
public final class RenderBuffer {

    /** The most names of missing values that a preview lists. */
    private static final int MAX_MISSING = 1_000;

    private final StringBuilder text = new StringBuilder();
    private final int maxCharacters;
    private final boolean escaping;
    private final @Nullable Set<String> lacking;

    /** Notes the names of values that are lacking, in the order in which they are met, where a set is given. */
    public RenderBuffer(int maxCharacters, boolean escaping, @Nullable Set<String> lacking) {
        this.maxCharacters = maxCharacters;
        this.escaping = escaping;
        this.lacking = lacking;
    }

    /** Takes a part of the text aside. */
    RenderBuffer captured() {
        return new RenderBuffer(Math.min(RenderBudget.MAX_TEXT, maxCharacters), escaping, lacking);
    }

    /** Notes the name of a placeholder that had no value. */
    void lacks(String name) {
        if (lacking != null && lacking.size() < MAX_MISSING) {
            lacking.add(name);
        }
    }

    /** Notes the value an expression begins with, if it has none. */
    void lacks(Expression expression, RenderScope scope) {
        if (lacking != null) {
            var isFiltered = expression instanceof Expression.Filtered;
            var name =
                    isFiltered || ValueFormatter.isMissing(expression.in(scope)) ? expression.missingName(scope) : "";
            if (!name.isEmpty()) {
                lacks(name);
            }
        }
    }

    /** Adds text of the template's author. */
    void add(String literal) {
        if (literal.length() > maxCharacters - text.length()) {
            throw new LimitExceededException();
        }
        text.append(literal);
    }

    /** Adds a value, escaped where this is HTML unless it is raw or markup. */
    void addValue(@Nullable Object value, boolean raw) {
        var words = ValueFormatter.text(value, maxCharacters);
        add(escaping && !raw && !(value instanceof Markup) ? Html.escape(words) : words);
    }

    public String text() {
        return text.toString();
    }
}
